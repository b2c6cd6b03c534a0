import type { Listed, Published } from '../core/effect.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Lease } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import {
  type ActionTools,
  type Failure,
  LeaseLost,
  type LookBack,
  lookBack,
  type Outcome,
  type SuspendedJob,
  settleAction,
  suspendedActions,
  unconfirmed,
} from '../engine/index.ts';
import { compact } from '../lib/compact.ts';
import * as findings from './finding.repository.ts';

/** The first pause of a lookup that the platform did not answer, and the longest. */
const RETRY_SECONDS = 5;
const RETRY_SECONDS_MAX = 600;
/** An account that must be reconnected is looked at again when it is active. */
const RECONNECT_SECONDS = 1;

export interface CheckTools {
  readonly system: Database['system'];
  readonly actions: ActionTools;
}

/**
 * Finds out what became of one action of a suspended tenant: the journal of intents decides where it survived, else the
 * platform is asked. Each part may be repeated after a crash.
 */
export async function checkAction(tools: CheckTools, job: SuspendedJob, lease: Lease): Promise<void> {
  try {
    await check(tools, job, lease);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (!(error instanceof PlatformError)) {
      // The other actions of the account are not kept waiting by one that cannot be looked up.
      const reason = 'The lookup ended with an error; see the log.';
      await findings.postpone(tools.system, job, { finding: 'waiting', reason, seconds: pauseAfter(job) });
      await suspendedActions.free(tools.system, job);
      throw error;
    }
    const isRejected = error.kind === 'auth_expired' || error.kind === 'forbidden';
    const seconds = error.facts.retryAfterSeconds ?? pauseAfter(job);
    await findings.postpone(tools.system, job, {
      finding: isRejected ? 'unreadable_account' : 'waiting',
      reason: error.message,
      seconds: isRejected ? RECONNECT_SECONDS : seconds * tools.actions.lookupDelayFactor,
    });
    await suspendedActions.free(tools.system, job);
  }
}

function pauseAfter({ lookupRetryCount }: SuspendedJob): number {
  return Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** lookupRetryCount);
}

const UNFINISHED: readonly string[] = ['pending', 'publishing', 'failed', 'unconfirmed'];

async function check(tools: CheckTools, job: SuspendedJob, lease: Lease): Promise<void> {
  if (!UNFINISHED.includes(job.status)) {
    // A process died between the settlement and the note of it, or a customer acted meanwhile.
    const finding = job.status === 'published' ? 'adopted' : 'gone';
    await findings.addFollowUps(tools.system, job);
    return decide(tools, job, { finding });
  }
  switch (job.evidence?.event) {
    case 'published': {
      const { platform_id: platformId, permalink } = job.evidence;
      return adopt(tools, job, lease, compact({ platformId: platformId ?? '', permalink }), 'journal');
    }
    case 'withdrawn':
      // What does not wait is not sent by itself.
      if (!job.isWaiting) return decide(tools, job, { finding: 'absent', by: 'journal' });
      await settle(tools, job, lease, { status: 'failed', failure: WITHDRAWN });
      return decide(tools, job, { finding: 'cancelled', by: 'journal' });
    case 'unconfirmed':
      return giveUp(tools, job, lease, 'Its response was lost after the backup.', [], 'journal');
    case 'none':
    case 'failed':
      return decide(
        tools,
        job,
        compact({
          finding: 'absent',
          by: 'journal',
          reason: job.evidence.edited === true ? EDITED : undefined,
        } as const),
      );
  }
  await conclude(tools, job, lease, await lookBack(tools.actions, job, lease));
}

async function conclude(tools: CheckTools, job: SuspendedJob, lease: Lease, result: LookBack): Promise<void> {
  switch (result.found) {
    case 'one':
      return adopt(tools, job, lease, result.published, 'platform');
    case 'none': {
      const seconds = result.afterSeconds - job.checkedForSeconds;
      if (seconds <= 0) return decide(tools, job, { finding: 'absent', by: 'platform' });
      const reason = 'The platform may not show everything yet.';
      await findings.postpone(tools.system, job, { finding: 'waiting', reason, seconds });
      return suspendedActions.free(tools.system, job);
    }
    case 'others':
      return decide(tools, job, {
        finding: 'in_doubt',
        by: 'platform',
        reason: 'The account has items since the backup that nothing here explains.',
        candidates: result.items.map(toCandidate),
      });
    case 'several':
      return giveUp(tools, job, lease, 'Several items on the account could be this one.', result.items);
    case 'unknown':
      return giveUp(tools, job, lease, result.reason, []);
    case 'repeatable':
      return decide(tools, job, { finding: 'absent', by: 'platform', reason: 'Doing it again changes nothing.' });
    case 'gone':
      return decide(tools, job, { finding: 'gone' });
  }
}

/** Settles it as published, with everything that follows from that. */
async function adopt(
  tools: CheckTools,
  job: SuspendedJob,
  lease: Lease,
  published: Published,
  by: 'journal' | 'platform',
): Promise<void> {
  const { platformId, permalink } = published;
  if (job.status === 'failed' || job.status === 'unconfirmed')
    await tools.system.transaction((tx) => findings.reopenPost(tx, job));
  const found = { status: 'published', published: compact({ platformId, permalink }) } as const;
  await settleAction(
    tools.actions,
    tools.actions.actions[job.kind],
    job,
    found,
    { by, platform_id: platformId },
    lease,
  );
  await findings.addFollowUps(tools.system, job);
  await decide(tools, job, { finding: 'adopted', by, candidates: [{ platform_id: platformId, permalink }] });
}

/** Nobody can know. What waits is settled so; a draft stays as it is. */
async function giveUp(
  tools: CheckTools,
  job: SuspendedJob,
  lease: Lease,
  reason: string,
  items: readonly Listed[],
  by: 'journal' | 'platform' = 'platform',
): Promise<void> {
  const failure = unconfirmed(`The service was restored from a backup. ${reason}`);
  await settle(tools, job, lease, { status: 'unconfirmed', failure });
  await decide(tools, job, { finding: 'unconfirmed', by, reason, candidates: items.map(toCandidate) });
}

/** Settles an action that would go out by itself. */
async function settle(tools: CheckTools, job: SuspendedJob, lease: Lease, outcome: Outcome): Promise<void> {
  if (!job.isWaiting) return;
  await settleAction(tools.actions, tools.actions.actions[job.kind], job, outcome, { by: 'restore' }, lease);
}

async function decide(tools: CheckTools, job: SuspendedJob, decision: findings.Decision): Promise<void> {
  await findings.decide(tools.system, job, decision);
  await findings.explain(tools.system, job);
  await suspendedActions.free(tools.system, job);
}

const EDITED = 'It was changed after the backup. What is here is the earlier version: look at it before the release.';

const WITHDRAWN: Failure = {
  code: 'withdrawn',
  message: 'It was cancelled or deleted after the backup that the service was restored from.',
  category: 'system',
  caused_by: 'user',
  retryable: false,
  remedy: 'Nothing is left to do. Create a new post when it is wanted after all.',
};

function toCandidate({ platformId, permalink }: Listed): findings.Candidate {
  return compact({ platform_id: platformId, permalink });
}
