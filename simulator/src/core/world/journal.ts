import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-folder.ts';
import { StoredTable } from './stored-table.ts';
import type { Table } from './world.ts';

/** `[table, key, row]`; a row of null is a deletion. One line of the journal holds all changes of one effect. */
type Change = [string, string, object | null];

/** Durable named tables, held in memory, every change on disk (in the file, not fsynced) before `change` returns. */
export interface Journal {
  table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row>;
  /** Changes made inside are written as one line, or, when `apply` throws, undone. May be nested: the outermost counts. */
  change<T>(apply: () => T): T;
  close(): void;
}

export function openJournal(dataDir: string): Journal {
  makePrivateFolder(dataDir);
  const path = join(dataDir, 'journal.jsonl');
  const rows = existsSync(path) ? replay(readFileSync(path), path) : new Map<string, Map<string, object>>();
  compact(rows, path);
  const file = openSync(path, 'a', 0o600);

  const tables = new Map<string, StoredTable<object>>();
  let depth = 0;
  let pending: Change[] = [];
  let undo: (() => void)[] = [];

  function change<T>(apply: () => T): T {
    depth += 1;
    try {
      const result = apply();
      if (depth === 1 && pending.length > 0) appendFileSync(file, `${JSON.stringify(pending)}\n`);
      return result;
    } catch (error) {
      if (depth === 1) for (const step of undo.reverse()) step();
      throw error;
    } finally {
      depth -= 1;
      if (depth === 0) {
        pending = [];
        undo = [];
      }
    }
  }

  function table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row> {
    const stored = new StoredTable<object>(rows.get(name) ?? new Map(), indexed, (key, row, previous) =>
      change(() => {
        pending.push([name, key, row ?? null]);
        undo.push(() => stored.restore(key, previous));
        stored.restore(key, row);
      }),
    );
    if (tables.has(name)) throw new Error(`The table ${name} is opened twice; ask for it once and pass it on.`);
    tables.set(name, stored);
    rows.delete(name);
    return stored as unknown as Table<Row>;
  }

  return { table, change, close: () => closeSync(file) };
}

/** A torn last line (the process was killed while writing) is dropped; a broken line elsewhere is an error. */
function replay(bytes: Buffer, path: string): Map<string, Map<string, object>> {
  const tables = new Map<string, Map<string, object>>();
  let line = 0;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    if (end === -1) break;
    const changes = parseLine(bytes.toString('utf8', start, end), `${path}, line ${line + 1}`);
    for (const [name, key, row] of changes) {
      const table = tables.get(name) ?? new Map<string, object>();
      tables.set(name, table);
      if (row === null) table.delete(key);
      else table.set(key, row);
    }
    start = end + 1;
  }
  return tables;
}

function parseLine(line: string, where: string): Change[] {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    throw new Error(
      `The simulator's journal is damaged (${where}). Move the file away to start with an empty simulator.`,
    );
  }
}

/** Writes one line per row into a new file that then takes the place of the old one. */
function compact(tables: Map<string, Map<string, object>>, path: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    let lines = '';
    const flush = () => {
      for (let bytes = Buffer.from(lines); bytes.length > 0; ) bytes = bytes.subarray(writeSync(file, bytes));
      lines = '';
    };
    for (const [name, rows] of tables)
      for (const [key, row] of rows) {
        lines += `${JSON.stringify([[name, key, row]])}\n`;
        if (lines.length > 1_000_000) flush();
      }
    flush();
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
