import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { asOwner } from '../../db/inspect.ts';
import { rotateLogins } from '../../db/logins.ts';
import { MissingRightError } from '../../db/rights.ts';
import { keyIdsInUse, tablesOfOtherKeys } from '../../secrets/encrypted-value.repository.ts';
import { countOld, reencrypt } from '../../secrets/rotate-secrets.ts';
import { RELOAD_MS, replaceSecretsKeys, secretsKeysFor, secretsKeysOf } from '../../secrets/secrets-file.ts';
import { createVault, type KeyedVault } from '../../secrets/vault.ts';
import { makeDataDir } from '../../startup/preflight.ts';
import { CommandError, defineCommand } from '../command.ts';
import { type Store, withStore } from '../store.ts';

/** Any fixed number: one rotation of a database runs at a time. */
const LOCK = 7_482_302;
/** Further passes catch values that other processes encrypted with the old key meanwhile. */
const PASSES_MAX = 10;

export const rotateSecrets = defineCommand({
  name: 'secrets rotate',
  summary:
    'Make a new secrets key, encrypt every stored secret with it and change the database passwords; finishes an interrupted rotation',
  example: '',
  options: {},

  async run({ config }) {
    makeDataDir(config);
    return withStore(config, (store) =>
      alone(store.databaseUrl, async () => {
        const vault = createVault(secretsKeysFor(config));
        const others = await tablesOfOtherKeys(store.db.system, vault.keyIds(), { thorough: true });
        if (others.length > 0)
          throw new CommandError(
            `No key is known for all of ${others.join(', ')}. Restore the key that belongs to this database first.`,
          );
        const isNew = await makeCurrent(config, store, vault);
        const { values, broken } = await reencryptAll(store, vault);
        const missing = await rotateLogins(store.databaseUrl).then(
          () => undefined,
          (error) => {
            if (error instanceof MissingRightError) return error;
            throw error;
          },
        );
        const isDone = broken.length === 0;
        if (isDone && config.secretsKey === undefined) await dropUnused(config, store, vault);
        const [key, ...oldKeys] = vault.keyIds();
        const lines = [
          `${isNew ? 'New key' : 'Key'} ${key}: ${values} values were encrypted with it`,
          ...(missing === undefined
            ? []
            : [
                'The database passwords stay. Change them: npm run hubbub -- database prepare --new-passwords --admin-url postgres://…',
              ]),
          ...broken.map((row) => `Cannot be decrypted and stays unchanged: ${row}`),
          ...(isDone && config.secretsKey !== undefined
            ? ['Every value has the first key of SECRETS_KEY now. Remove the other keys and restart each process.']
            : []),
        ];
        const json = { key, old_keys: oldKeys, values, broken };
        return { text: lines.join('\n'), json, exitCode: isDone ? 0 : 1 };
      }),
    );
  },
});

/** Runs the work while no other rotation runs; throws CommandError when one does. */
async function alone<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
    if (rows[0].is_mine !== true) throw new CommandError('Another rotation is running. Wait until it ends.');
    return work();
  });
}

/** Puts a new key first, unless an earlier rotation is unfinished. Returns whether there is a new key. */
async function makeCurrent(config: Config, { db }: Store, vault: KeyedVault): Promise<boolean> {
  if ((await countOld(db.system, vault)) > 0) return false;
  if (config.secretsKey !== undefined) {
    if (config.oldSecretsKeys.length > 0) return false;
    throw new CommandError(
      'The key comes from SECRETS_KEY. Put a new one before it, as SECRETS_KEY=<new>,<old> (make one with: openssl rand -hex 32), restart every process with that, then run this again.',
    );
  }
  replaceSecretsKeys(config.dataDir, [randomBytes(32), ...secretsKeysOf(config.dataDir)]);
  // Until then running processes may encrypt with the previous key.
  await sleep(RELOAD_MS * 2);
  return true;
}

async function reencryptAll({ db }: Store, vault: KeyedVault): Promise<{ values: number; broken: readonly string[] }> {
  let values = 0;
  for (let pass = 1; ; pass += 1) {
    const done = await reencrypt(db.system, vault);
    values += done.values;
    const left = await countOld(db.system, vault);
    if (left <= done.broken.length) return { values, broken: done.broken };
    if (pass === PASSES_MAX)
      throw new CommandError(
        `${left} values still have an older key, because a process uses other keys. Give all processes the same keys and run this again.`,
      );
    await sleep(RELOAD_MS);
  }
}

/** Keeps the previous key for processes that were suspended. Removes older keys that no value has. */
async function dropUnused({ dataDir }: Config, { db }: Store, vault: KeyedVault): Promise<void> {
  const used = await keyIdsInUse(db.system);
  const keys = secretsKeysOf(dataDir);
  const ids = vault.keyIds();
  const kept = keys.filter((_key, index) => index < 2 || used.has(ids[index] ?? ''));
  if (kept.length < keys.length) replaceSecretsKeys(dataDir, kept);
}
