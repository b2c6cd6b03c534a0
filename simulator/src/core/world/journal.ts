import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { Rejected } from '../calls/response.ts';
import { makePrivateFolder } from '../files/private-folder.ts';
import { Slice } from '../slice.ts';
import { evict } from './evict.ts';
import { type Change, JournalDraft, journalPath, readJournal } from './journal-file.ts';
import { StoredTable } from './stored-table.ts';
import type { Table } from './world.ts';

/** Durable named tables, held in memory, every change on disk (in the file, not fsynced) before `change` returns. */
export interface Journal {
  table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row>;
  /**
   * Changes made inside are written as one line, or, when `apply` throws, undone. May be nested: the outermost counts.
   * @throws Rejected when the world is full of rows that cannot be evicted
   */
  change<T>(apply: () => T): T;
  /** Whether a table that nobody has opened yet has rows, whose name begins so. */
  holds(prefix: string): boolean;
  /** What all rows count. */
  readonly bytes: number;
  close(): void;
}

interface JournalOptions {
  readonly warn?: ((line: string) => void) | undefined;
  /** Tables whose oldest rows go when all rows count more than `bytesMax`. Default: none. */
  readonly isEvictable?: (table: string) => boolean;
  readonly bytesMax?: number | undefined;
}

/** The rows of a world, in bytes of their JSON and 512 for each row. */
const worldBytesMax = 32 * 1024 ** 2;

/** An eviction leaves this share, so that not every change evicts. */
const keptShare = 0.9;

export const warnOnStderr = (line: string) => void process.stderr.write(`simulator: ${line}\n`);

/** A shorter journal is not worth the work of compaction while it is in use. */
const compactedBytesMin = 4 * 1024 ** 2;

/** While a compaction goes on, lines are copied in pieces of this length. */
const copiedBytes = 1024 ** 2;

/** Reads and compacts the file in slices. @throws JournalDamaged */
export async function openJournal(
  dataDir: string,
  { warn = warnOnStderr, isEvictable = () => false, bytesMax = worldBytesMax }: JournalOptions = {},
): Promise<Journal> {
  makePrivateFolder(dataDir);
  const path = journalPath(dataDir);
  const tables = new Map<string, StoredTable<object>>();
  const opened = new Set<string>();
  let depth = 0;
  let pending: string[] = [];
  let undo: (() => void)[] = [];
  let draft: JournalDraft | undefined;

  const bytes = () => sum(tables.values(), (table) => table.bytes);
  const fixedBytes = () => sum(tables, ([name, table]) => (isEvictable(name) ? 0 : table.bytes));
  const evictable = () => [...tables].filter(([name]) => isEvictable(name));

  function stored(name: string): StoredTable<object> {
    const known = tables.get(name);
    if (known) return known;
    const made = new StoredTable<object>((key, row) =>
      change(() => {
        const text = JSON.stringify([name, key, row ?? null]);
        pending.push(text);
        undo.push(made.undoOf(key));
        made.set(key, row, Buffer.byteLength(text));
      }),
    );
    tables.set(name, made);
    return made;
  }

  function change<T>(apply: () => T): T {
    depth += 1;
    const before = depth === 1 ? bytes() : 0;
    try {
      const result = apply();
      if (depth === 1 && pending.length > 0) {
        if (bytes() > before && fixedBytes() > bytesMax)
          throw new Rejected(
            507,
            `The world is full: accounts, tokens and settings count more than ${bytesMax} bytes.`,
          );
        append.line(`[${pending.join(',')}]`);
        undo = [];
        keepWithinBounds();
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

  function keepWithinBounds(): void {
    if (bytes() > bytesMax) evictOldest();
    if (append.bytes() > Math.max(compactedBytesMin, compactedBytes * 2)) void compact();
  }

  function evictOldest(): void {
    const gone = evict(evictable(), bytes() - bytesMax * keptShare);
    if (gone.length === 0) return;
    try {
      append.line(JSON.stringify(gone.map(([name, key]): Change => [name, key, null])));
    } catch {
      // The disk is full. The next change tries again.
      return;
    }
    for (const [name, key] of gone) tables.get(name)?.set(key, undefined, 0);
  }

  async function compact(): Promise<void> {
    if (draft) return;
    let copied = append.bytes();
    const rows = [...tables].map(([name, table]) => [name, table.entries()] as const);
    let own: JournalDraft | undefined;
    try {
      own = new JournalDraft(path);
      draft = own;
      const slice = new Slice();
      for (const [name, entries] of rows)
        for (const [key, row] of entries) {
          own.line(JSON.stringify([[name, key, row]]));
          if (slice.isOver) await slice.next();
          if (draft !== own) return;
        }
      for (; append.bytes() - copied > copiedBytes; copied += copiedBytes) {
        own.copy(copied, copied + copiedBytes);
        await slice.next();
        if (draft !== own) return;
      }
      own.copy(copied, append.bytes());
      append.goOnIn(own.replace());
    } catch (error) {
      // On a full disk the longer file stays in use.
      own?.discard();
      warn(`the journal could not be compacted (${(error as NodeJS.ErrnoException).code}), it stays as it is`);
    }
    draft = undefined;
    compactedBytes = append.bytes();
  }

  let changed = 0;
  await readJournal(
    path,
    (changes, length) => {
      changed += changes.length;
      for (const [name, key, row] of changes) {
        const size = changes.length === 1 || row === null ? length : Buffer.byteLength(JSON.stringify(row));
        stored(name).set(key, row ?? undefined, size);
      }
      // A longer file than the bound allows never is in memory as a whole.
      if (bytes() > bytesMax * 1.25)
        for (const [name, key] of evict(evictable(), bytes() - bytesMax)) stored(name).set(key, undefined, 0);
    },
    warn,
  );
  const append = openAppender(openSync(path, 'a', 0o600));
  let compactedBytes = append.bytes();
  if (changed !== sum(tables.values(), ({ size }) => size)) await compact();

  function table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row> {
    if (opened.has(name)) throw new Error(`The table ${name} is opened twice; ask for it once and pass it on.`);
    opened.add(name);
    const own = stored(name);
    own.addIndexes(indexed);
    return own as unknown as Table<Row>;
  }

  return {
    table,
    change,
    holds: (prefix) => [...tables].some(([name, { size }]) => size > 0 && !opened.has(name) && name.startsWith(prefix)),
    get bytes() {
      return bytes();
    },
    close() {
      draft?.discard();
      draft = undefined;
      append.close();
    },
  };
}

function sum<Item>(items: Iterable<Item>, count: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
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
