import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { RELOAD_MS, replaceSecretsKeys, secretsKeysOf } from '../../config/secrets-file.ts';
import { asOwner } from '../../db/inspect.ts';
import { createVault, type Vault } from '../../lib/vault.ts';
import { makeDataDir } from '../../preflight.ts';
import { countOld, keyIdsInUse, reseal } from '../../rotate-secrets.ts';
import { secretsKeysFor, tablesOfOtherKeys } from '../../sealed-values.ts';
import { CommandError, defineCommand } from '../command.ts';
import { type Store, withStore } from '../store.ts';

/** Any fixed number: one rotation of a database runs at a time. */
const LOCK = 7_482_302;
/** Processes that still sealed with the old key when the first pass went by. */
const PASSES_MAX = 10;

export const rotateSecrets = defineCommand({
  name: 'secrets rotate',
  summary: 'Make a new secrets key and seal every stored secret with it; an interrupted rotation is finished',
  options: {},

  async run({ config }) {
    makeDataDir(config);
    return withStore(config, (store) =>
      alone(store.databaseUrl, async () => {
        const vault = createVault(secretsKeysFor(config));
        const others = await tablesOfOtherKeys(store.db.system, vault, { thorough: true });
        if (others.length > 0)
          throw new CommandError(
            `No key is known for all of ${others.join(', ')}. Restore the key that belongs to this database first.`,
          );
        const isNew = await makeCurrent(config, store, vault);
        const { values, broken } = await resealAll(store, vault);
        const isDone = broken.length === 0;
        if (isDone && config.secretsKey === undefined) await dropUnused(config, store, vault);
        const [key, ...oldKeys] = vault.keyIds();
        const lines = [
          `${isNew ? 'New key' : 'Key'} ${key}: ${values} values were sealed with it`,
          ...broken.map((row) => `Cannot be opened and was left as it is: ${row}`),
          ...(isDone && config.secretsKey !== undefined
            ? ['Every value has the first key of SECRETS_KEY now: take the others away and restart each process.']
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
    if (rows[0].is_mine !== true) throw new CommandError('Another rotation is running. Wait until it has ended.');
    return work();
  });
}

/** Puts a new key first, unless an earlier rotation is to be finished. Whether there is a new one. */
async function makeCurrent(config: Config, { db }: Store, vault: Vault): Promise<boolean> {
  if ((await countOld(db.system, vault)) > 0) return false;
  if (config.secretsKey !== undefined) {
    if (config.oldSecretsKeys.length > 0) return false;
    throw new CommandError(
      'The key comes from SECRETS_KEY. Put a new one before it, as SECRETS_KEY=<new>,<old> (make one with: openssl rand -hex 32), restart every process with that, then run this again.',
    );
  }
  replaceSecretsKeys(config.dataDir, [randomBytes(32), ...secretsKeysOf(config.dataDir)]);
  // Until then processes that run may seal with the key of before.
  await sleep(RELOAD_MS * 2);
  return true;
}

async function resealAll({ db }: Store, vault: Vault): Promise<{ values: number; broken: readonly string[] }> {
  let values = 0;
  for (let pass = 1; ; pass += 1) {
    const done = await reseal(db.system, vault);
    values += done.values;
    const left = await countOld(db.system, vault);
    if (left <= done.broken.length) return { values, broken: done.broken };
    if (pass === PASSES_MAX)
      throw new CommandError(
        `${left} values are still sealed with an older key: a process works with other keys. Give all of them the same and run this again.`,
      );
    await sleep(RELOAD_MS);
  }
}

/** Keeps the key before this one for whoever was asleep; older ones go when nothing needs them. */
async function dropUnused({ dataDir }: Config, { db }: Store, vault: Vault): Promise<void> {
  const used = await keyIdsInUse(db.system);
  const keys = secretsKeysOf(dataDir);
  const ids = vault.keyIds();
  const kept = keys.filter((_key, index) => index < 2 || used.has(ids[index] ?? ''));
  if (kept.length < keys.length) replaceSecretsKeys(dataDir, kept);
}
