import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** `[table, key, row]`; a row of null is a deletion. One line of the journal holds all changes of one effect. */
export type Change = [string, string, object | null];

export type Rows = Map<string, Map<string, object>>;

/** A table's name, and its rows by key. */
export type TableRows = [string, Iterable<[string, object]>];

/** A line that is not the last one cannot be read. The message says how to mend the file. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';

  constructor(path: string, line: number) {
    super(
      `The simulator's journal is damaged (${path}, line ${line}). Delete that line to keep the rest, or move the file away to begin with an empty world.`,
    );
  }
}

export function journalPath(dataDir: string): string {
  return join(dataDir, 'journal.jsonl');
}

/** A kill in the middle of a compaction leaves it. */
function draftOf(path: string): string {
  return `${path}.new`;
}

/** The rows of the file, and whether compaction would make it shorter. Cuts off a half last line, which a process left that was killed while it wrote. */
export function readJournal(path: string, warn: (line: string) => void): { rows: Rows; isCompact: boolean } {
  rmSync(draftOf(path), { force: true });
  const tables: Rows = new Map();
  let changed = 0;
  const read = (changes: Change[]) => {
    changed += changes.length;
    apply(tables, changes);
  };
  const end = existsSync(path) ? forEachLine(path, read) : undefined;
  if (end !== undefined && end.wholeBytes < end.bytes) {
    truncateSync(path, end.wholeBytes);
    warn(`the journal ended in half a line, which was cut off (${path})`);
  }
  const kept = [...tables.values()].reduce((sum, { size }) => sum + size, 0);
  return { rows: tables, isCompact: changed === kept };
}

/** Why a journal cannot be read; undefined when it can. Changes nothing. */
export function journalFaultOf(path: string): string | undefined {
  try {
    if (existsSync(path)) forEachLine(path, () => {});
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Writes one line per row into a new file that then takes the place of the old one, and returns it, open for more lines.
 */
export function compactJournal(tables: Iterable<TableRows>, path: string): number {
  const draft = draftOf(path);
  let file: number | undefined;
  try {
    file = openSync(draft, 'a', 0o600);
    writeRows(tables, file);
    renameSync(draft, path);
    return file;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns the file's length, and the length up to its last whole line. */
function forEachLine(path: string, read: (changes: Change[]) => void): { bytes: number; wholeBytes: number } {
  const bytes = readFileSync(path);
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(10, start);
    if (end === -1) return { bytes: bytes.length, wholeBytes: start };
    const changes = parseLine(bytes.toString('utf8', start, end));
    if (changes === undefined) throw new JournalDamaged(path, line);
    read(changes);
    start = end + 1;
  }
}

function parseLine(line: string): Change[] | undefined {
  try {
    const changes: unknown = JSON.parse(line);
    return Array.isArray(changes) && changes.every(Array.isArray) ? (changes as Change[]) : undefined;
  } catch {
    return undefined;
  }
}

function apply(tables: Rows, changes: readonly Change[]): void {
  for (const [name, key, row] of changes) {
    const table = tables.get(name) ?? new Map<string, object>();
    tables.set(name, table);
    if (row === null) table.delete(key);
    else table.set(key, row);
  }
}

function writeRows(tables: Iterable<TableRows>, file: number): void {
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
}
