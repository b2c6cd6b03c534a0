import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.ts';

const BATCH = 200;

/** A row's key and its encrypted `value`. */
export type EncryptedRow = Readonly<Record<string, string>>;

/** From and where: the rows with a value of none of these keys. Values have the format `v1.<key id>.<rest>`. */
function valuesOfOtherKeys({ table, column, condition = 'true' }: EncryptedColumn, keyIds: readonly string[]) {
  const value = sql.ref(column);
  return sql`${sql.table(table)} where ${sql.raw(condition)} and ${value} <> '' and split_part(${value}, '.', 2) <> all (${keyIds})`;
}

/** The tables with a value of none of these keys. Checks one row of each, or all rows when `thorough`. */
export async function tablesOfOtherKeys(
  system: Runner,
  keyIds: readonly string[],
  { thorough = false } = {},
): Promise<string[]> {
  const tables: string[] = [];
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const { table, column, condition = 'true' } = encrypted;
    const found = await system.first(
      thorough
        ? sql`select 1 from ${valuesOfOtherKeys(encrypted, keyIds)} limit 1`
        : sql`select 1 from (select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.raw(condition)} and ${sql.ref(column)} <> '' limit 1) sample
            where split_part(value, '.', 2) <> all (${keyIds})`,
    );
    if (found !== undefined) tables.push(table);
  }
  return tables;
}

/** How many values have none of these keys. */
export async function countOfOtherKeys(system: Runner, keyIds: readonly string[]): Promise<number> {
  let count = 0;
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const row = await system.first(
      sql<{ n: number }>`select count(*)::int as n from ${valuesOfOtherKeys(encrypted, keyIds)}`,
    );
    count += row?.n ?? 0;
  }
  return count;
}

/** Ids of the keys that stored values have. */
export async function keyIdsInUse(system: Runner): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const id = sql`split_part(${sql.ref(encrypted.column)}, '.', 2)`;
    const rows = await system.run(
      sql<{ id: string }>`select distinct ${id} as id from ${valuesOfOtherKeys(encrypted, [])}`,
    );
    for (const row of rows) ids.add(row.id);
  }
  return ids;
}

/** The next rows with a value of none of these keys, in the order of the row's key. `after`: the last key seen. */
export async function nextOfOtherKeys(
  system: Runner,
  encrypted: EncryptedColumn,
  keyIds: readonly string[],
  after: readonly string[] | undefined,
): Promise<EncryptedRow[]> {
  const key = sql.join(encrypted.key.map((name) => sql.ref(name)));
  const isLater = after === undefined ? sql`true` : sql`(${key}) > (${sql.join(after.map((part) => sql`${part}`))})`;
  return system.run(sql<EncryptedRow>`select ${key}, ${sql.ref(encrypted.column)} as value
    from ${valuesOfOtherKeys(encrypted, keyIds)} and ${isLater} order by ${key} limit ${BATCH}`);
}

/** Replaces each row's `value` by `next`, unless it changed meanwhile; returns how many were replaced. */
export async function replaceValues(
  system: Runner,
  { table, column, key }: EncryptedColumn,
  changes: readonly EncryptedRow[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const fields = sql.raw([...key, 'value', 'next'].map((name) => `"${name}" text`).join(', '));
  const isSame = sql.join(
    [...key.map((name) => sql`t.${sql.ref(name)} = c.${sql.ref(name)}`), sql`t.${sql.ref(column)} = c.value`],
    sql` and `,
  );
  const written = await system.run(sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = c.next
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (${fields}) where ${isSame} returning 1`);
  return written.length;
}
