import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { tablesOfOtherKeys } from '../../secrets/encrypted-value.repository.ts';
import { secretsKeysFor } from '../../secrets/secrets-file.ts';
import { createVault } from '../../secrets/vault.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The key exists, only this user can read it, and it decrypts the stored values. Makes no key. */
export async function checkSecrets(config: Config, system: TenantDatabase | undefined): Promise<Finding> {
  const check = 'secrets key';
  const path = join(config.dataDir, 'secrets.key');
  const source = config.secretsKey === undefined ? path : 'SECRETS_KEY';
  if (config.secretsKey === undefined && !existsSync(path)) {
    if (system === undefined) return ok(check, 'none yet; the first start makes it');
    return wrong(
      check,
      `${path} is not there`,
      'Restore it from a backup, or set SECRETS_KEY to the key of this database.',
    );
  }
  const key = await Promise.resolve(config)
    .then(secretsKeysFor)
    .catch((error: Error) => error);
  if (key instanceof Error) return wrong(check, key.message, 'Restore it from a backup, or set SECRETS_KEY.');
  if (config.secretsKey === undefined && (statSync(path).mode & 0o077) !== 0)
    return wrong(check, `${path} can be read by other users`, `chmod 600 ${path}`);
  const others =
    system === undefined ? [] : await tablesOfOtherKeys(system, createVault(key).keyIds(), { thorough: true });
  if (others.length === 0) return ok(check, `${source} fits what the database holds`);
  return wrong(
    check,
    `${source} did not encrypt all values in ${others.join(', ')}`,
    'Restore the key that belongs to this database.',
  );
}
