import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { IntentLine } from '../engine/index.ts';
import { INTENT_DAYS, type IntentFile, type IntentLocation } from './intent-location.ts';

const DAY_MS = 86_400_000;

/** The location of the journal of intents, and the files of it that a backup names. */
export interface JournalLocation {
  readonly location: IntentLocation;
  readonly marks?: readonly IntentFile[];
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
interface JournalLines {
  /** By the id of the action. */
  readonly actions: ReadonlyMap<string, readonly IntentLine[]>;
  /** Accounts that got other tokens after the backup. */
  readonly renewed: readonly string[];
}

export interface ReadJournal {
  readonly found: FoundJournal;
  readonly lines: JournalLines;
}

/** The clocks of a process and of the database may differ by that much. */
const CLOCKS_DIFFER_MS = 60_000;

/** Each process that ran at the time of a backup has written within this time before it. */
const MARKED_WITHIN_MS = 3_600_000;
const READS_AT_ONCE = 16;

/**
 * Reads the journal of intents. It counts when each file that the backup names is still there, whole, when no file after
 * them is missing, and when it goes on after the backup: a copy from the time of the backup knows nothing.
 */
export async function readJournal({ location, marks = [] }: JournalLocation, since: Date): Promise<ReadJournal> {
  try {
    return await read(location, marks, since);
  } catch (error) {
    return lost(`${location.shownAs} cannot be read: ${(error as Error).message}`);
  }
}

function lost(reason: string): ReadJournal {
  return { found: { survived: false, reason }, lines: { actions: new Map(), renewed: [] } };
}

async function read(location: IntentLocation, marks: readonly IntentFile[], since: Date): Promise<ReadJournal> {
  if (since.getTime() < Date.now() - INTENT_DAYS * DAY_MS) return lost(`It goes back ${INTENT_DAYS} days only.`);
  const files = await location.list(new Date(since.getTime() - MARKED_WITHIN_MS));
  if (files.length === 0) return lost(`There is no journal in ${location.shownAs}.`);
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const { name, bytes } of marks) {
    const size = sizes.get(name) ?? 0;
    if (size < bytes) return lost(`${name} is ${size === 0 ? 'missing' : 'shorter than at the time of the backup'}.`);
  }
  const runs = runsOf(files);
  for (const run of runs) {
    const gap = run.findIndex(({ number }, index) => index > 0 && number > (run[index - 1]?.number ?? 0) + 1);
    if (gap > 0) return lost(`The file before ${run[gap]?.name} is missing.`);
  }
  const marked = new Map(marks.map(({ name, bytes }) => [name, bytes]));
  if (marks.length > 0 && files.every(({ name, bytes }) => bytes === marked.get(name)))
    return lost('It ends with the backup.');
  const limit = pLimit(READS_AT_ONCE);
  const texts = new Map<string, { readonly lines: readonly IntentLine[]; readonly broken: number }>();
  await Promise.all(
    files.map(({ name }) => limit(async () => texts.set(name, await readLines(await location.read(name))))),
  );
  for (const [name, { broken }] of texts) if (broken > 0) return lost(`${name} is damaged.`);
  const lines: IntentLine[] = [];
  for (const run of runs) {
    const written = run.flatMap(({ name }) => texts.get(name)?.lines ?? []);
    if (isClockSetBack(written))
      return lost(`The clock was set back while ${run.at(-1)?.name} was written, so nobody knows the order.`);
    for (const line of written) lines.push(line);
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

/** The files that belong together, in the order of their writing: those of a series, and each other one alone. */
function runsOf(files: readonly IntentFile[]): { readonly name: string; readonly number: number }[][] {
  const runs = Map.groupBy(
    files.map(({ name, series }) => ({ name, number: series?.number ?? 0, run: series?.writer ?? name })),
    ({ run }) => run,
  );
  return [...runs.values()].map((run) => run.sort((a, b) => a.number - b.number));
}

/** Whether a line is earlier than one before it. */
function isClockSetBack(lines: readonly IntentLine[]): boolean {
  let latest = 0;
  for (const { t } of lines) {
    if (t < latest - CLOCKS_DIFFER_MS) return true;
    latest = Math.max(latest, t);
  }
  return false;
}

/** The lines of a file. `broken`: how many cannot be read; the last one may be cut short by a crash. */
async function readLines(input: Readable): Promise<{ readonly lines: IntentLine[]; readonly broken: number }> {
  const lines: IntentLine[] = [];
  let broken = 0;
  let isLastBroken = false;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text === '') continue;
    const line = lineOf(text);
    isLastBroken = line === undefined;
    if (line === undefined) broken += 1;
    else lines.push(line);
  }
  return { lines, broken: isLastBroken ? broken - 1 : broken };
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
