import type { Listed, Published } from '../core/effect.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Lease } from '../core/worker.ts';
import { ActionRun } from './action-run.ts';
import type { ActionTools } from './action-tools.ts';
import { classify, itemsSinceIntent } from './lookup.ts';
import { effectOn, lookupDelaysOf } from './recovery.ts';
import { GONE_LOOKUPS } from './retry-times.ts';
import * as steps from './step.repository.ts';
import type { SuspendedJob } from './suspended.repository.ts';

/** More items than that may be more than a platform lists. */
const WHOLE_LIST_MAX = 25;

export type LookBack =
  | { readonly found: 'one'; readonly published: Published }
  /** `afterSeconds`: from when on the platform shows what was sent last. */
  | { readonly found: 'none'; readonly afterSeconds: number }
  /** No item is ours, but some are not explained by any action: one may be ours in other words. */
  | { readonly found: 'others'; readonly items: readonly Listed[] }
  | { readonly found: 'several'; readonly items: readonly Listed[] }
  /** The platform cannot be asked. */
  | { readonly found: 'unknown'; readonly reason: string }
  /** Doing it again is the same as doing it once. */
  | { readonly found: 'repeatable' }
  /** Its post, comment or message is gone. */
  | { readonly found: 'gone' };

/**
 * Finds out whether an action of which no intent is known was sent since the time of a backup. It only reads. Throws
 * PlatformError.
 */
export async function lookBack(tools: ActionTools, held: SuspendedJob, lease: Lease): Promise<LookBack> {
  const action = tools.actions[held.kind];
  const connector = tools.connectors[held.platform as Platform];
  const input = action?.input.safeParse(held.input);
  if (action === undefined || connector === undefined || input?.success !== true)
    return { found: 'unknown', reason: 'The stored action cannot be read.' };
  const job: SuspendedJob = { ...held, input: input.data, resendCount: 0, intentAt: held.since };
  const declared = action.effect(connector, input.data);
  if (declared === undefined) return { found: 'unknown', reason: `${held.platform} cannot do this.` };
  const effect = effectOn(job.account, declared);
  if (effect.class === 'repeatable') return { found: 'repeatable' };
  if (effect.class === 'D') return { found: 'unknown', reason: BLIND };
  if (!job.account.isConnected || job.account.status !== 'active')
    throw new PlatformError('auth_expired', 'The account must be reconnected first.');

  const db = tools.tenantDatabase(job.tenantId);
  const started = await action.peek?.(tools.batcher, job);
  if (action.peek !== undefined && started === undefined) return { found: 'gone' };
  const content = await action.load(
    db,
    job,
    (items, options) => tools.resolveMedia(job, items, true, options),
    started,
  );
  if (content === undefined) return { found: 'gone' };
  const session = await tools.openSession(job, lease);
  const run = new ActionRun(tools, db, action, effect, undefined, content, session, job, lease);

  const items = await itemsSinceIntent(run, effect).catch(orCut);
  if (items === undefined) return { found: 'unknown', reason: NOT_ALL };
  const ids = items.map(({ platformId }) => platformId);
  const taken = await steps.takenIds(db, job, ids);
  const ours = classify(
    items.filter((item) => effect.matches(content, item)),
    taken,
  );
  if (ours.found === 'one') return { found: 'one', published: ours.item };
  if (ours.found === 'several') return { found: 'several', items: ours.items };
  const others = items.filter(({ platformId }) => !taken.has(platformId));
  if (others.length > 0) return { found: 'others', items: others };
  const isWhole = items.length < WHOLE_LIST_MAX && effect.showsAllSince?.(content, held.since, session.now()) !== false;
  if (!isWhole) return { found: 'unknown', reason: NOT_ALL };
  const delays = [...lookupDelaysOf(effect), GONE_LOOKUPS.everySeconds];
  return { found: 'none', afterSeconds: Math.max(...delays) * tools.lookupDelayFactor };
}

const NOT_ALL = 'The platform does not show everything since the backup.';

function orCut(error: unknown): undefined {
  if (!(error instanceof PlatformError) || error.facts.reason !== 'list_cut') throw error;
}

const BLIND = 'This platform cannot be asked whether it happened.';
