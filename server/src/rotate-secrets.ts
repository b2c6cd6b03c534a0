import { sql } from 'kysely';
import type { Runner } from './db/query.ts';
import type { Vault } from './lib/vault.ts';
import { SEALED, type SealedColumn, sealedElsewhere } from './sealed-values.ts';

const BATCH = 200;

export interface Resealed {
  /** Values that the current key has sealed now. */
  readonly values: number;
  /** Values that could not be opened, as `table key`; they stay as they are. */
  readonly broken: readonly string[];
}

/**
 * Seals every value of an older key with the current one. In batches, each committed by itself; a value that somebody
 * changed meanwhile is left to the next pass.
 */
export async function reseal(system: Runner, vault: Vault): Promise<Resealed> {
  let values = 0;
  const broken: string[] = [];
  for (const place of SEALED) {
    for (let after: readonly string[] | undefined; ; ) {
      const rows = await nextRows(system, place, vault, after);
      if (rows.length === 0) break;
      const changes = rows.flatMap((row) => {
        try {
          const known = place.placeOf(row);
          return [{ ...row, next: vault.seal(vault.open(row.value as string, known), known) }];
        } catch {
          broken.push(`${place.table} ${place.key.map((name) => row[name]).join(' ')}`);
          return [];
        }
      });
      values += await write(system, place, changes);
      after = place.key.map((name) => rows.at(-1)?.[name] as string);
    }
  }
  return { values, broken };
}

/** How many values are sealed with another key than the current one. */
export async function countOld(system: Runner, vault: Vault): Promise<number> {
  let count = 0;
  for (const place of SEALED) {
    const row = await system.first(
      sql<{ n: number }>`select count(*)::int as n from ${sealedElsewhere(place, vault.keyIds().slice(0, 1))}`,
    );
    count += row?.n ?? 0;
  }
  return count;
}

/** Ids of the keys that values are sealed with. */
export async function keyIdsInUse(system: Runner): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const place of SEALED) {
    const rows = await system.run(
      sql<{
        id: string;
      }>`select distinct split_part(${sql.ref(place.column)}, '.', 2) as id from ${sealedElsewhere(place, [])}`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

type Row = Readonly<Record<string, string>>;

async function nextRows(
  system: Runner,
  place: SealedColumn,
  vault: Vault,
  after: readonly string[] | undefined,
): Promise<Row[]> {
  const key = sql.join(place.key.map((name) => sql.ref(name)));
  const isLater = after === undefined ? sql`true` : sql`(${key}) > (${sql.join(after.map((part) => sql`${part}`))})`;
  return system.run(sql<Row>`select ${key}, ${sql.ref(place.column)} as value
    from ${sealedElsewhere(place, vault.keyIds().slice(0, 1))} and ${isLater} order by ${key} limit ${BATCH}`);
}

async function write(system: Runner, { table, column, key }: SealedColumn, changes: readonly Row[]): Promise<number> {
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
