import type { StoredTable } from './stored-table.ts';

/**
 * Chooses rows that count `bytes` in all: the oldest of the table that has the most. The newest row of a table stays.
 * Returns their tables and keys.
 */
export function evict(tables: readonly [string, StoredTable<object>][], bytes: number): [string, string][] {
  const heaps = tables.map(([name, table]) => {
    const keys = table.keys()[Symbol.iterator]();
    return { name, table, keys, bytes: table.bytes, left: table.size };
  });
  const gone: [string, string][] = [];
  for (let rest = bytes; rest > 0; ) {
    const largest = heaps.filter(({ left }) => left > 1).toSorted((a, b) => b.bytes - a.bytes)[0];
    if (!largest) break;
    const key = largest.keys.next().value as string;
    const size = largest.table.sizeOf(key);
    largest.bytes -= size;
    largest.left -= 1;
    rest -= size;
    gone.push([largest.name, key]);
  }
  return gone;
}
