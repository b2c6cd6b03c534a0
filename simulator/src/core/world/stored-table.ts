import type { Table } from './world.ts';

type Write<Row> = (key: string, row: Row | undefined) => void;

/** What a row costs in memory beside its text. */
const bytesOfRow = 512;

/** The rows of one table in memory, with an index for each field that was asked for. `write` journals a change. */
export class StoredTable<Row extends object> implements Table<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #sizes = new Map<string, number>();
  readonly #indexes = new Map<string, Map<string, Map<string, Row>>>();
  readonly #write: Write<Row>;
  #bytes = 0;

  constructor(write: Write<Row>) {
    this.#write = write;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** All rows, in bytes of their JSON and a fixed amount for each. */
  get bytes(): number {
    return this.#bytes;
  }

  sizeOf(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }

  keys(): Iterable<string> {
    return this.#rows.keys();
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  put(key: string, row: Row): void {
    this.#write(key, row);
  }

  delete(key: string): void {
    if (this.#rows.has(key)) this.#write(key, undefined);
  }

  oldest(): Row | undefined {
    return this.#rows.values().next().value;
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

  addIndexes(fields: readonly string[]): void {
    for (const field of fields) {
      const index = new Map<string, Map<string, Row>>();
      this.#indexes.set(field, index);
      for (const [key, row] of this.#rows) addTo(index, key, row, field);
    }
  }

  /** Sets the row in memory only. `bytes` is the length of its JSON. */
  set(key: string, row: Row | undefined, bytes: number): void {
    const previous = this.#rows.get(key);
    if (previous) this.#unindex(key, previous, row);
    this.#bytes -= this.sizeOf(key);
    if (row) {
      const size = bytes + bytesOfRow;
      this.#bytes += size;
      this.#sizes.set(key, size);
      this.#rows.set(key, row);
      for (const [field, index] of this.#indexes) addTo(index, key, row, field);
    } else {
      this.#sizes.delete(key);
      this.#rows.delete(key);
    }
  }

  /** The step that undoes the next change of the row. */
  undoOf(key: string): () => void {
    const previous = this.#rows.get(key);
    const bytes = this.sizeOf(key) - bytesOfRow;
    return () => this.set(key, previous, bytes);
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

function addTo<Row>(index: Map<string, Map<string, Row>>, key: string, row: Row, field: string): void {
  const value = String(row[field as keyof Row]);
  const keys = index.get(value) ?? new Map<string, Row>();
  index.set(value, keys.set(key, row));
}
