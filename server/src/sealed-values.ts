import { sql } from 'kysely';
import { type Config, SettingError } from './config/config.ts';
import { watchSecretsKeys } from './config/secrets-file.ts';
import type { Runner } from './db/query.ts';
import { credentialsPlace, sharedLogins } from './features/accounts/index.ts';
import { tokenPlace } from './features/invites/index.ts';
import { ownAppPlace } from './features/own-apps/index.ts';
import { platformApps } from './features/platform-apps/index.ts';
import { secretPlace } from './features/webhooks/index.ts';
import type { MasterKeys, Vault } from './lib/vault.ts';
import { placeOf as answerPlace } from './perform/idempotency.ts';

type Row = Readonly<Record<string, string>>;

/** Columns of sealed values, with the row's key and the place that is authenticated with the value. Empty ones hold none. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  readonly condition?: string;
  readonly placeOf: (row: Row) => string;
}

export const SEALED: readonly SealedColumn[] = [
  {
    table: 'platform_apps',
    column: 'client_secret',
    key: ['mode', 'platform', 'server'],
    placeOf: ({ mode = '', platform = '', server = '' }) => platformApps.placeOf(mode, platform, server),
  },
  {
    table: 'accounts',
    column: 'credentials',
    key: ['tenant_id', 'id'],
    placeOf: ({ tenant_id = '', id = '' }) => credentialsPlace(tenant_id, id),
  },
  {
    table: 'shared_logins',
    column: 'credentials',
    key: ['tenant_id', 'platform', 'platform_id'],
    placeOf: ({ tenant_id = '', platform = '', platform_id = '' }) =>
      sharedLogins.placeOf(tenant_id, platform, platform_id),
  },
  {
    table: 'own_apps',
    column: 'credentials',
    key: ['tenant_id', 'platform', 'brand_id'],
    placeOf: ({ tenant_id = '', brand_id = '' }) => ownAppPlace(tenant_id, brand_id),
  },
  {
    table: 'invites',
    column: 'token',
    key: ['tenant_id', 'id'],
    placeOf: ({ tenant_id = '', id = '' }) => tokenPlace(tenant_id, id),
  },
  {
    table: 'webhook_endpoints',
    column: 'secret',
    key: ['tenant_id', 'id'],
    placeOf: ({ tenant_id = '', id = '' }) => secretPlace(tenant_id, id),
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['tenant_id', 'scope', 'key'],
    condition: 'is_sealed and body is not null',
    placeOf: ({ tenant_id: tenantId = '', scope = '', key = '' }) => answerPlace({ tenantId, scope, key }),
  },
];

/** The rows of a column that hold a value sealed with none of these keys. `v1.<key id>.<rest>` */
export function sealedElsewhere({ table, column, condition = 'true' }: SealedColumn, keyIds: readonly string[]) {
  const value = sql.ref(column);
  return sql`${sql.table(table)} where ${sql.raw(condition)} and ${value} <> '' and split_part(${value}, '.', 2) <> all (${keyIds})`;
}

/** The tables that hold a value which the vault has no key for. Looks at one row of each, or at all of them when `thorough`. */
export async function tablesOfOtherKeys(system: Runner, vault: Vault, { thorough = false } = {}): Promise<string[]> {
  const tables: string[] = [];
  for (const place of SEALED) {
    const { table, column, condition = 'true' } = place;
    const other = sealedElsewhere(place, vault.keyIds());
    const found = await system.first(
      thorough
        ? sql`select 1 from ${other} limit 1`
        : sql`select 1 from (select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.raw(condition)} and ${sql.ref(column)} <> '' limit 1) sample
            where split_part(value, '.', 2) <> all (${vault.keyIds()})`,
    );
    if (found !== undefined) tables.push(table);
  }
  return tables;
}

/** The keys of the settings, else those of the data folder, made when there is none. */
export function secretsKeysFor(config: Config): MasterKeys {
  try {
    const { secretsKey, oldSecretsKeys } = config;
    return secretsKey === undefined ? watchSecretsKeys(config.dataDir) : () => [secretsKey, ...oldSecretsKeys];
  } catch (error) {
    throw new SettingError('SECRETS_KEY', `cannot be had: ${(error as Error).message}.`);
  }
}
