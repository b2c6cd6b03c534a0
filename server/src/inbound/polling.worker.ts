import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import type { Polled, Polling } from '../core/inbound/polling.ts';
import { PlatformError, unless } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Session } from '../core/session.ts';
import type { Worker } from '../core/worker.ts';
import type { Runner } from '../db/query.ts';
import { budgetPause } from './budget.ts';
import { CallMeter } from './call-meter.ts';
import { catchUpOf } from './catch-up.ts';
import { completeItems } from './complete-items.ts';
import { type HistoryStep, readHistory } from './history.ts';
import { pauseSeconds } from './pace.ts';
import * as polling from './polling.repository.ts';
import { briefLease, type ReadingTools, readFrom } from './reading.ts';
import * as rechecks from './recheck.repository.ts';
import { type RecheckStep, recheckItems } from './recheck.ts';
import { storeItems } from './store-items.ts';

/** The simulator is near, so items show up within seconds. */
const TEST_PACE = { busySeconds: 2, quietSeconds: 10 };
const POSTS_MAX = 50;
const RETRY_SECONDS = 30;
/** A step of the history and the rest of a long list follow after this, when the platform's budget allows it. */
const NEXT_STEP_SECONDS = 1;
/** Some accounts may not read their messages, and some servers have none; they have no history then. */
const WITHOUT_HISTORY = unless('forbidden', 'rejected', 'not_found', 'not_supported');
/** Rejections that only a person can end. */
const LASTING_SECONDS = 900;

/**
 * Asks platforms for news of accounts, reads their old conversations step by step and keeps their callbacks switched on.
 * `pollSeconds` overrides the pace of platforms that do not push.
 */
export function createPollingWorker(tools: ReadingTools, pollSeconds: number | undefined): Worker<polling.PollJob> {
  const { db, connectors } = tools;

  /** The next step of the history has a budget of its own, so it may follow before the next news. */
  async function pauseAfter(job: polling.PollJob, { isBehind, history }: Turn, { pace, meter, connector }: Pause) {
    const idle = isBehind ? 0 : await polling.idleSeconds(db.tenant(job.tenantId), job);
    const wanted = isBehind ? NEXT_STEP_SECONDS : pauseSeconds(pace, idle);
    const pause = Math.max(wanted, await budgetPause(db, job, meter, connector.polling));
    const step = connector.polling === undefined ? history?.nextSeconds : undefined;
    return Math.min(pause, Math.max(step ?? pause, NEXT_STEP_SECONDS));
  }

  function paceOf({ mode }: polling.PollJob, connector: Connector, reader: Polling) {
    if (connector.polling === undefined) return reader.pace;
    if (pollSeconds !== undefined) return { busySeconds: pollSeconds, quietSeconds: pollSeconds };
    return mode === 'test' ? TEST_PACE : reader.pace;
  }

  return {
    name: 'polling',
    // Most of the time it waits for platforms.
    concurrency: 100,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => polling.claim(db.system, claim),
    async work(job, lease) {
      const { tenantId, accountId, platform, mode } = job;
      const tenant = db.tenant(tenantId);
      const connector = connectors[platform as Platform];
      const reader = connector?.polling ?? (connector && catchUpOf(connector)) ?? NOTHING_TO_READ;
      if (connector === undefined) return void (await polling.settle(tenant, job, { afterSeconds: null }));
      const meter = new CallMeter(connector.pacing?.callsLeft);
      const pace = paceOf(job, connector, reader);
      try {
        const postIds = await polling.recentPostIds(tenant, job, POSTS_MAX);
        const turn = await readFrom(tools, platform, job, briefLease(lease, job), (_, session) =>
          readTurn(connector, reader, { session, metered: meter.of(session), tenant }, job, postIds),
        );
        const hasNothing = reader === NOTHING_TO_READ && connector.messages?.conversations === undefined;
        const { items, history, recheck, failures, ...facts } = turn;
        const failed = failures.map((error) => secondsAfterFailure(error, pace.busySeconds));
        const pause = hasNothing ? null : await pauseAfter(job, turn, { pace, meter, connector });
        const afterSeconds = failed.length === 0 ? pause : Math.max(pause ?? 0, ...failed);
        const settlement = { ...facts, afterSeconds, historyCursor: history?.cursor };
        await tenant.transaction(async (tx) => {
          if (!(await polling.settle(tx, job, { ...settlement, hasNews: items.length > 0 }))) return;
          const account = { tenantId, accountId, platform, livemode: mode === 'live' };
          if (recheck !== undefined) await rechecks.settle(tx, job, recheck);
          const all = [...items, ...(history?.items ?? []), ...(recheck?.items ?? [])];
          await storeItems(tx, account, all, 'reading');
        });
      } catch (error) {
        const seconds = secondsAfterFailure(error, pace.busySeconds);
        const afterSeconds = Math.max(seconds, await budgetPause(db, job, meter, connector.polling));
        await polling.settle(tenant, job, { afterSeconds });
        if (!(error instanceof PlatformError)) throw error;
      }
    },
  };
}

interface Pause {
  readonly pace: Polling['pace'];
  readonly meter: CallMeter;
  readonly connector: Connector;
}

interface Turn {
  readonly items: readonly InboundItem[];
  readonly cursor?: string | undefined;
  readonly history?: HistoryStep | undefined;
  readonly recheck?: RecheckStep | undefined;
  readonly subscription?: string | undefined;
  readonly metadata?: Polled['metadata'];
  /** More news wait to be read. */
  readonly isBehind: boolean;
  /** Failures beside the news, which are tried again in the next turn. */
  readonly failures: readonly PlatformError[];
}

const NOTHING_TO_READ: Polling = {
  pace: { busySeconds: 900, quietSeconds: 6 * 3600 },
  poll: async () => ({ items: [] }),
};

/**
 * One reading of an account: new callbacks are switched on, news are read, a step of the history, and removals. The news do
 * not wait for the rest.
 */
async function readTurn(
  connector: Connector,
  reader: Polling,
  { session, metered, tenant }: { readonly session: Session; readonly metered: Session; readonly tenant: Runner },
  job: polling.PollJob,
  postIds: readonly string[],
): Promise<Turn> {
  const { subscribe, subscription } = connector.auth;
  const isNew = subscribe !== undefined && subscription !== undefined && job.subscription !== subscription;
  const failures: PlatformError[] = [];
  const orLater = (error: unknown): undefined => {
    if (!(error instanceof PlatformError) || error.kind === 'auth_expired') throw error;
    failures.push(error);
  };
  const isSubscribed = isNew && (await subscribe(metered).then(() => true, orLater)) === true;
  const polled = await reader.poll(metered, job.cursor ?? undefined, postIds);
  const history = await readHistory(connector, session, job.historyCursor).catch(WITHOUT_HISTORY).catch(orLater);
  return {
    items: await completeItems(connector, metered, polled.items),
    cursor: polled.cursor,
    metadata: polled.metadata,
    history,
    recheck: await recheckItems(tenant, connector, metered, job),
    subscription: isSubscribed ? subscription : undefined,
    isBehind: polled.isBehind === true,
    failures,
  };
}

function secondsAfterFailure(error: unknown, seconds: number): number {
  if (!(error instanceof PlatformError)) return RETRY_SECONDS;
  if (error.kind === 'auth_expired' || error.kind === 'forbidden') return LASTING_SECONDS;
  return Math.max(seconds, error.facts.retryAfterSeconds ?? (error.kind === 'unavailable' ? seconds : RETRY_SECONDS));
}
