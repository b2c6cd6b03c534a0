import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Channel, tokenRenewed, waitingChanged } from '../core/observing/channels.ts';
import type { IntentJob, IntentLine, Intents } from '../engine/index.ts';
import { inBatches } from '../lib/in-batches.ts';

/** Older files tell nothing that a restore could need. */
const KEPT_DAYS = 35;
const DAY_MS = 86_400_000;
const LINES_AT_ONCE_MAX = 1000;
/** A file that goes on until now shows that nothing of it was lost. */
const ALIVE_EVERY_MS = 60_000;
/** So often a journal that could not be written is tried again. */
const RETRY_EVERY_MS = 1000;

export interface IntentJournal extends Intents {
  /** Whether the last line could be written. */
  readonly isWritable: () => boolean;
  close(): Promise<void>;
}

export interface IntentJournalOptions {
  readonly folder: string;
  /** The epoch of the installation. */
  readonly epoch: () => Promise<number>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

type MessageOf<C> = C extends Channel<infer Message> ? Message : never;

interface OpenFile {
  readonly handle: FileHandle;
  /** The length of all whole lines. */
  bytes: number;
  readonly untilMs: number;
}

/**
 * The journal of intents as append-only files of lines, one a process and day. All lines that come while a write is
 * running leave in the next one, so a hundred intents cost one write and one `fdatasync`.
 */
export function openIntentJournal({ folder, epoch, log }: IntentJournalOptions): IntentJournal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file: OpenFile | undefined;
  let isWritable = true;
  let writing = Promise.resolve();
  let known: number | undefined;

  async function current(number: number): Promise<OpenFile> {
    const now = Date.now();
    if (file !== undefined && now < file.untilMs) return file;
    await file?.handle.close();
    file = undefined;
    await removeOld(folder, now);
    const name = `${number}-${hostname()}-${process.pid}-${now}.jsonl`;
    file = { handle: await open(join(folder, name), 'a', 0o600), bytes: 0, untilMs: now + DAY_MS };
    return file;
  }

  async function append(number: number, lines: readonly Omit<IntentLine, 't' | 'epoch'>[]): Promise<void> {
    const opened = await current(number);
    const t = Date.now();
    const text = lines.map((line) => `${JSON.stringify({ t, epoch: number, ...line })}\n`).join('');
    await opened.handle.appendFile(text);
    await opened.handle.datasync();
    opened.bytes += Buffer.byteLength(text);
  }

  /** Cuts off what a failed write left. Where that fails, too, the next write begins a new file. */
  async function removeHalfLine(): Promise<void> {
    const broken = file;
    if (broken === undefined) return;
    await broken.handle.truncate(broken.bytes).catch(async () => {
      file = undefined;
      await broken.handle.close().catch(() => {});
    });
  }

  const write = inBatches<Omit<IntentLine, 't' | 'epoch'>>(async (lines) => {
    // A database that is down is no fault of the journal.
    known ??= await epoch();
    const written = append(known, lines);
    writing = written.catch(() => {});
    return written.then(
      () => {
        if (!isWritable) log.warn('the journal of intents can be written again');
        isWritable = true;
      },
      async (error: unknown) => {
        if (isWritable) log.error({ err: error }, 'the journal of intents cannot be written, so nothing is sent');
        isWritable = false;
        await removeHalfLine();
        throw error;
      },
    );
  }, LINES_AT_ONCE_MAX);

  const quietly = (line: Omit<IntentLine, 't' | 'epoch'>) => void write(line).catch(() => {});
  let aliveMs = Date.now();
  const alive = setInterval(() => {
    if (isWritable && Date.now() - aliveMs < ALIVE_EVERY_MS) return;
    aliveMs = Date.now();
    quietly({ event: 'alive' });
  }, RETRY_EVERY_MS);
  alive.unref();
  const onWaiting = ({ tenantId, actionIds, change }: MessageOf<typeof waitingChanged>) => {
    for (const action of actionIds) quietly({ event: change, tenant: tenantId, action });
  };
  const onToken = ({ tenantId, accountId }: MessageOf<typeof tokenRenewed>) =>
    quietly({ event: 'token', tenant: tenantId, account: accountId });
  waitingChanged.subscribe(onWaiting);
  tokenRenewed.subscribe(onToken);

  return {
    note: (job) => write({ event: 'intent', ...idsOf(job) }),
    settled(job, outcome) {
      const { status } = outcome;
      const published = outcome.status === 'published' ? outcome.published : undefined;
      quietly({
        event: 'settled',
        ...idsOf(job),
        status,
        ...(published && { platform_id: published.platformId }),
        ...(published?.permalink !== undefined && { permalink: published.permalink }),
      });
      if (job.kind === 'remove' && status === 'published' && job.parentId !== null)
        quietly({ event: 'withdrawn', tenant: job.tenantId, action: job.parentId });
    },
    isWritable: () => isWritable,
    async close() {
      clearInterval(alive);
      waitingChanged.unsubscribe(onWaiting);
      tokenRenewed.unsubscribe(onToken);
      await writing;
      await file?.handle.close();
      file = undefined;
    },
  };
}

function idsOf({ tenantId, accountId, actionId, attempt, kind }: IntentJob) {
  return { tenant: tenantId, account: accountId, action: actionId, attempt, kind };
}

async function removeOld(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (mtimeMs < nowMs - KEPT_DAYS * DAY_MS) await unlink(path).catch(() => {});
  }
}
