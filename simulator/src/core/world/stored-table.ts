import type { Table } from './world.ts';

type Write<Row> = (key: string, row: Row | undefined, previous: Row | undefined) => void;

/** The rows of one table in memory, with an index for each field that was asked for. `write` journals a change. */
export class StoredTable<Row extends object> implements Table<Row> {
  readonly #rows: Map<string, Row>;
  readonly #indexes: Map<string, Map<string, Map<string, Row>>>;
  readonly #write: Write<Row>;

  constructor(rows: Map<string, Row>, indexed: readonly string[], write: Write<Row>) {
    this.#rows = rows;
    this.#write = write;
    this.#indexes = new Map(indexed.map((field) => [field, new Map()]));
    for (const [key, row] of rows) this.#index(key, row);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  put(key: string, row: Row): void {
    this.#write(key, row, this.#rows.get(key));
  }

  delete(key: string): void {
    const previous = this.#rows.get(key);
    if (previous) this.#write(key, undefined, previous);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  where(field: keyof Row & string, value: string): Row[] {
    return [...(this.#having(field, value)?.values() ?? [])];
  }

  entries(field?: keyof Row & string, value = ''): [string, Row][] {
    return [...(field === undefined ? this.#rows : (this.#having(field, value) ?? []))];
  }

  #having(field: string, value: string): Map<string, Row> | undefined {
    const index = this.#indexes.get(field);
    if (!index) throw new Error(`The field ${field} is not indexed; name it when the table is opened.`);
    return index.get(value);
  }

  /** Sets the row in memory only: used while a change is applied or undone. */
  restore(key: string, row: Row | undefined): void {
    const previous = this.#rows.get(key);
    if (previous) this.#unindex(key, previous, row);
    if (row) {
      this.#rows.set(key, row);
      this.#index(key, row);
    } else this.#rows.delete(key);
  }

  #index(key: string, row: Row): void {
    for (const [field, index] of this.#indexes) {
      const value = String(row[field as keyof Row]);
      const keys = index.get(value) ?? new Map<string, Row>();
      index.set(value, keys.set(key, row));
    }
  }

  /** Leaves the entry where the value stays the same, so that its place in the order is kept. */
  #unindex(key: string, row: Row, next: Row | undefined): void {
    for (const [field, index] of this.#indexes) {
      const value = String(row[field as keyof Row]);
      if (next && String(next[field as keyof Row]) === value) continue;
      const keys = index.get(value);
      keys?.delete(key);
      if (keys?.size === 0) index.delete(value);
    }
  }
}
