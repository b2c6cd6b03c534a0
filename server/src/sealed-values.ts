import { sql } from 'kysely';
import { type Config, SettingError } from './config/config.ts';
import { secretsKeyOf } from './config/secrets-file.ts';
import type { Vault } from './core/context.ts';
import type { Runner } from './db/query.ts';

/** Where sealed values lie. */
const PLACES = [
  ['platform_apps', 'client_secret'],
  ['accounts', 'credentials'],
  ['webhook_endpoints', 'secret'],
  ['own_apps', 'credentials'],
  ['invites', 'token'],
  ['shared_logins', 'credentials'],
] as const;

/** The tables that hold a value sealed with another key. Looks at one row of each, or at all of them when `thorough`. */
export async function tablesOfOtherKeys(system: Runner, vault: Vault, { thorough = false } = {}): Promise<string[]> {
  // `v1.<key id>.<rest>`
  const keyId = vault.seal('', '').split('.')[1];
  const tables: string[] = [];
  for (const [table, column] of PLACES) {
    const rows = thorough ? sql.table(table) : sql`(select * from ${sql.table(table)} limit 1) sample`;
    const found = await system.first(
      sql`select 1 from ${rows} where split_part(${sql.ref(column)}, '.', 2) <> ${keyId} limit 1`,
    );
    if (found !== undefined) tables.push(table);
  }
  return tables;
}

/** The key of the settings, else that of the data folder, made when there is none. */
export function secretsKeyFor(config: Config): Buffer {
  try {
    return config.secretsKey ?? secretsKeyOf(config.dataDir);
  } catch (error) {
    throw new SettingError('SECRETS_KEY', `cannot be had: ${(error as Error).message}.`);
  }
}
