import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { IntentLine } from '../engine/index.ts';

/** A file of the journal at the time of a backup. */
export interface JournalFile {
  readonly name: string;
  readonly bytes: number;
}

/** The journal of intents as a restore found it. */
export interface FoundJournal {
  /** Whether it tells everything since the backup. */
  readonly survived: boolean;
  /** Why it does not count. */
  readonly reason?: string;
  /** When its last line was written. */
  readonly last_at?: string;
}

/** What the journal tells, in the order of its lines. */
export interface JournalLines {
  /** By the id of the action. */
  readonly actions: ReadonlyMap<string, readonly IntentLine[]>;
  /** Accounts that got other tokens after the backup. */
  readonly renewed: readonly string[];
}

/** The clocks of a process and of the database may differ by that much. */
const CLOCKS_DIFFER_MS = 60_000;
/** A file that began longer before the backup had ended by then: a process begins one a day. It may have been removed since. */
const ENDED_MS = 2 * 86_400_000;

/**
 * Reads the journal of intents. It counts when each file that the backup names is still there, whole, and when it goes on
 * after the backup: a copy from the time of the backup knows nothing.
 */
export async function readJournal(
  folder: string,
  since: Date,
  files: readonly JournalFile[] = [],
): Promise<{ readonly found: FoundJournal; readonly lines: JournalLines }> {
  const lost = (reason: string) => ({ found: { survived: false, reason }, lines: { actions: new Map(), renewed: [] } });
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((one) => one.isFile() && one.name.endsWith('.jsonl')).map(({ name }) => name);
  if (names.length === 0) return lost(`There is no journal in ${folder}.`);
  for (const { name, bytes } of files) {
    if (!names.includes(name) && begunAt(name) < since.getTime() - ENDED_MS) continue;
    const size = names.includes(name) ? (await stat(join(folder, name))).size : 0;
    if (size < bytes) return lost(`${name} is ${size === 0 ? 'missing' : 'shorter than at the time of the backup'}.`);
  }
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const lines: IntentLine[] = [];
  let isLonger = files.length === 0;
  for (const name of names) isLonger ||= (await stat(join(folder, name))).size > (sizes.get(name) ?? 0);
  if (!isLonger) return lost('It ends with the backup.');
  for (const name of names) {
    const { broken, isClockSetBack } = await readLines(join(folder, name), lines);
    if (broken > 0) return lost(`${name} is damaged.`);
    if (isClockSetBack) return lost(`The clock was set back while ${name} was written, so nobody knows the order.`);
  }
  lines.sort((a, b) => a.t - b.t);
  const last = lines.at(-1);
  if (last === undefined || last.t <= since.getTime()) return lost('It ends before the backup.');
  // What was changed or renewed before the backup is in it.
  const later = lines.filter(
    ({ t, event }) => event === 'intent' || event === 'settled' || t > since.getTime() - CLOCKS_DIFFER_MS,
  );
  const actions = Map.groupBy(
    later.filter(({ action }) => action !== undefined),
    ({ action }) => action as string,
  );
  const tokens = later.filter(({ event }) => event === 'token').map(({ account }) => account as string);
  return {
    found: { survived: true, last_at: new Date(last.t).toISOString() },
    lines: { actions, renewed: [...new Set(tokens)] },
  };
}

/** When a process began the file; NaN when its name does not say so. */
function begunAt(name: string): number {
  return Number(/-(\d+)\.jsonl$/.exec(name)?.[1]);
}

/**
 * Adds the lines of a file. `broken`: how many cannot be read; the last one may be cut short by a crash. `isClockSetBack`: a
 * line is earlier than one before it.
 */
async function readLines(
  path: string,
  into: IntentLine[],
): Promise<{ readonly broken: number; readonly isClockSetBack: boolean }> {
  let broken = 0;
  let isLastBroken = false;
  let isClockSetBack = false;
  let latest = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text === '') continue;
    const line = lineOf(text);
    isLastBroken = line === undefined;
    if (line === undefined) {
      broken += 1;
      continue;
    }
    into.push(line);
    isClockSetBack ||= line.t < latest - CLOCKS_DIFFER_MS;
    latest = Math.max(latest, line.t);
  }
  return { broken: isLastBroken ? broken - 1 : broken, isClockSetBack };
}

/** The line; undefined when it is no line of a journal. */
function lineOf(text: string): IntentLine | undefined {
  try {
    const line: IntentLine | null = JSON.parse(text);
    return typeof line === 'object' && Number.isSafeInteger(line?.t) ? (line ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
