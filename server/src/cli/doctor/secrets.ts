import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { createVault } from '../../lib/vault.ts';
import { secretsKeysFor, tablesOfOtherKeys } from '../../sealed-values.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The key is there, for this user only, and opens what the database holds. Makes none. */
export async function checkSecrets(config: Config, system: TenantDatabase | undefined): Promise<Finding> {
  const check = 'secrets key';
  const path = join(config.dataDir, 'secrets.key');
  const place = config.secretsKey === undefined ? path : 'SECRETS_KEY';
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
  const others = system === undefined ? [] : await tablesOfOtherKeys(system, createVault(key), { thorough: true });
  if (others.length === 0) return ok(check, `${place} fits what the database holds`);
  return wrong(
    check,
    `${place} did not seal all of ${others.join(', ')}`,
    'Restore the key that belongs to this database.',
  );
}
