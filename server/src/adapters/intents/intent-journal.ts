import type { Logger } from 'pino';
import { type Channel, tokenRenewed, waitingChanged } from '../../core/observing/channels.ts';
import type { IntentJob, IntentLine, Intents } from '../../engine/index.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { IntentLocation } from '../../suspensions/index.ts';

const LINES_AT_ONCE_MAX = 1000;
/** So often a journal that could not be written is tried again. */
const RETRY_EVERY_MS = 1000;

export interface IntentJournal extends Intents {
  /** Whether the last line could be written. */
  readonly isWritable: () => boolean;
  close(): Promise<void>;
}

export interface IntentJournalOptions {
  /** Closed with the journal. */
  readonly location: IntentLocation;
  /** The epoch of the installation. */
  readonly epoch: () => Promise<number>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

type MessageOf<C> = C extends Channel<infer Message> ? Message : never;

/** The journal of intents. All lines that come while a write is running leave in the next one. */
export function openIntentJournal({ location, epoch, log }: IntentJournalOptions): IntentJournal {
  let isWritable = true;
  let writing = Promise.resolve();
  let known: number | undefined;

  async function append(number: number, lines: readonly Omit<IntentLine, 't' | 'epoch'>[]): Promise<void> {
    const t = Date.now();
    await location.append(number, lines.map((line) => `${JSON.stringify({ t, epoch: number, ...line })}\n`).join(''));
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
      (error: unknown) => {
        if (isWritable) log.error({ err: error }, 'the journal of intents cannot be written, so nothing is sent');
        isWritable = false;
        throw error;
      },
    );
  }, LINES_AT_ONCE_MAX);

  const quietly = (line: Omit<IntentLine, 't' | 'epoch'>) => void write(line).catch(() => {});
  let aliveMs = location.isProven ? Date.now() : 0;
  // A journal that goes on until now shows that nothing of it was lost.
  const alive = setInterval(() => {
    if (isWritable && Date.now() - aliveMs < location.aliveEveryMs) return;
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
      // The last line leaves after all that wait.
      if (known !== undefined && isWritable) await write({ event: 'alive' }).catch(() => {});
      await writing;
      await location.close();
    },
  };
}

function idsOf({ tenantId, accountId, actionId, attempt, kind }: IntentJob) {
  return { tenant: tenantId, account: accountId, action: actionId, attempt, kind };
}
