import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { makePrivateFolder } from '../files/private-folder.ts';
import { type Change, compactJournal, journalPath, readJournal, type TableRows } from './journal-file.ts';
import { StoredTable } from './stored-table.ts';
import type { Table } from './world.ts';

/** Durable named tables, held in memory, every change on disk (in the file, not fsynced) before `change` returns. */
export interface Journal {
  table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row>;
  /** Changes made inside are written as one line, or, when `apply` throws, undone. May be nested: the outermost counts. */
  change<T>(apply: () => T): T;
  /** Whether a table that nobody has opened yet has rows, whose name begins so. */
  holds(prefix: string): boolean;
  close(): void;
}

export const warnOnStderr = (line: string) => void process.stderr.write(`simulator: ${line}\n`);

/** A shorter journal is not worth the work of compaction while it is in use. */
const compactedBytesMin = 4 * 1024 ** 2;

/** @throws JournalDamaged */
export function openJournal(dataDir: string, warn: (line: string) => void = warnOnStderr): Journal {
  makePrivateFolder(dataDir);
  const path = journalPath(dataDir);
  const { rows, isCompact } = readJournal(path, warn);
  const tables = new Map<string, StoredTable<object>>();
  const append = openAppender(openSync(path, 'a', 0o600));
  let compactedBytes = append.bytes();
  if (!isCompact) compact();

  function compact(): void {
    const opened = [...tables].map(([name, table]): TableRows => [name, table.entries()]);
    try {
      append.goOnIn(compactJournal([...opened, ...rows], path));
    } catch (error) {
      // On a full disk the longer file stays in use.
      warn(`the journal could not be compacted (${(error as NodeJS.ErrnoException).code}), it stays as it is`);
    }
    compactedBytes = append.bytes();
  }

  let depth = 0;
  let pending: Change[] = [];
  let undo: (() => void)[] = [];

  function change<T>(apply: () => T): T {
    depth += 1;
    try {
      const result = apply();
      if (depth === 1 && pending.length > 0) {
        append.line(JSON.stringify(pending));
        if (append.bytes() > Math.max(compactedBytesMin, compactedBytes * 2)) compact();
      }
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

  const holds = (prefix: string) => [...rows].some(([name, { size }]) => size > 0 && name.startsWith(prefix));

  return { table, change, holds, close: append.close };
}

/** Appends whole lines. When a write fails, such as on a full disk, the file is cut to its length before. */
function openAppender(opened: number) {
  let file: number | undefined = opened;
  let length = fstatSync(opened).size;
  let isWhole = true;
  const open = () => {
    if (file === undefined) throw new Error('The world was closed.');
    return file;
  };
  const cut = () => {
    if (!isWhole) ftruncateSync(open(), length);
    isWhole = true;
  };
  return {
    line(text: string): void {
      const bytes = Buffer.from(`${text}\n`);
      // Still needed when the cut after the failure failed too.
      cut();
      isWhole = false;
      try {
        appendFileSync(open(), bytes);
      } catch (error) {
        cut();
        throw error;
      }
      isWhole = true;
      length += bytes.length;
    },
    bytes: () => length,
    /** Lines go to the end of this file from now on. */
    goOnIn(other: number): void {
      closeSync(open());
      file = other;
      length = fstatSync(other).size;
      isWhole = true;
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
