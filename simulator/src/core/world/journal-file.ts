import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Slice } from '../slice.ts';

/** `[table, key, row]`; a row of null is a deletion. One line of the journal holds all changes of one effect. */
export type Change = [string, string, object | null];

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

/**
 * Reads the file in slices and gives each line's changes with its bytes to `read`. Cuts off a half last line, which a
 * process left that was killed while it wrote. @throws JournalDamaged
 */
export async function readJournal(
  path: string,
  read: (changes: Change[], bytes: number) => void,
  warn: (line: string) => void,
): Promise<void> {
  rmSync(draftOf(path), { force: true });
  const { bytes, wholeBytes } = await forEachLine(path, read);
  if (wholeBytes === bytes) return;
  truncateSync(path, wholeBytes);
  warn(`the journal ended in half a line, which was cut off (${path})`);
}

/** Why a journal cannot be read; undefined when it can. Changes nothing. */
export async function journalFaultOf(path: string): Promise<string | undefined> {
  try {
    await forEachLine(path, () => {});
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the file's length, and the length up to its last whole line. */
async function forEachLine(
  path: string,
  read: (changes: Change[], bytes: number) => void,
): Promise<{ bytes: number; wholeBytes: number }> {
  const slice = new Slice();
  let [bytes, wholeBytes, line] = [0, 0, 0];
  let begun: Buffer[] = [];
  if (!existsSync(path)) return { bytes, wholeBytes };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const text = Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
      line += 1;
      wholeBytes += text.length + 1;
      const changes = parseLine(text.toString('utf8'));
      if (changes === undefined) throw new JournalDamaged(path, line);
      read(changes, text.length);
      if (slice.isOver) await slice.next();
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  return { bytes, wholeBytes };
}

function parseLine(line: string): Change[] | undefined {
  try {
    const changes: unknown = JSON.parse(line);
    return Array.isArray(changes) && changes.every(Array.isArray) ? (changes as Change[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The file that takes the place of a journal once it is complete. */
export class JournalDraft {
  readonly #journal: string;
  readonly #file: number;
  #lines = '';

  constructor(journal: string) {
    this.#journal = journal;
    this.#file = openSync(draftOf(journal), 'a', 0o600);
  }

  line(text: string): void {
    this.#lines += `${text}\n`;
    if (this.#lines.length > 256 * 1024) this.#flush();
  }

  /** Copies bytes of the journal. */
  copy(start: number, end: number): void {
    this.#flush();
    const bytes = Buffer.alloc(end - start);
    const journal = openSync(this.#journal, 'r');
    try {
      let length = 0;
      while (length < bytes.length) {
        const read = readSync(journal, bytes, length, bytes.length - length, start + length);
        if (read === 0) throw new Error(`The journal ends before byte ${end}.`);
        length += read;
      }
    } finally {
      closeSync(journal);
    }
    this.#write(bytes);
  }

  /** Takes the journal's place and returns the file, open for more lines. */
  replace(): number {
    this.#flush();
    renameSync(draftOf(this.#journal), this.#journal);
    return this.#file;
  }

  discard(): void {
    closeSync(this.#file);
    rmSync(draftOf(this.#journal), { force: true });
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = '';
    this.#write(Buffer.from(lines));
  }

  #write(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(this.#file, rest));
  }
}
