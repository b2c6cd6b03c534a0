import type { Listed, Listing } from '../core/effect.ts';
import type { PlatformResponse } from '../core/session.ts';
import type { ActionRun } from './action-run.ts';
import { CLOCK_SLACK_SECONDS, KNOWN_CLOCK_SLACK_SECONDS } from './retry-times.ts';
import { observing } from './send.ts';
import * as steps from './step.repository.ts';

type LookupResult =
  | { readonly found: 'one'; readonly item: Listed }
  | { readonly found: 'none' }
  /** More than one item could be ours. */
  | { readonly found: 'several'; readonly items: readonly Listed[] };

/** The items that could be ours. */
export async function itemsOf(run: ActionRun): Promise<LookupResult> {
  const { effect } = run;
  if (effect.class === 'D' || effect.class === 'repeatable') return { found: 'none' };
  const items = (await itemsSinceIntent(run, effect)).filter((item) => effect.matches(run.input, item));
  const ids = items.map((item) => item.platformId);
  return classify(items, await steps.takenIds(run.db, run.job, ids));
}

/** Classifies matching items by how many of them belong to no other action of the account. */
export function classify(items: readonly Listed[], taken: ReadonlySet<string>): LookupResult {
  const free = [
    ...new Map(items.filter((item) => !taken.has(item.platformId)).map((item) => [item.platformId, item])).values(),
  ];
  const [first, ...others] = free;
  if (first === undefined) return { found: 'none' };
  return others.length === 0 ? { found: 'one', item: first } : { found: 'several', items: free };
}

/**
 * Items that the account made since the intent; after a resend since the start, because the first call's item may show
 * late. Our clock may be wrong, so the platform's clock decides where its responses tell it.
 */
export async function itemsSinceIntent(run: ActionRun, { list }: Listing<unknown>): Promise<readonly Listed[]> {
  const intentMs = (run.job.resendCount === 0 ? run.intentAt() : run.job.startedAt).getTime();
  let platformMs = Number.NaN;
  const readClock = ({ headers }: PlatformResponse) => {
    platformMs = Date.parse(headers.date ?? '');
  };
  const listSince = (sinceMs: number) =>
    run.call('lookup', (session) => list(observing(session, readClock), run.input, new Date(sinceMs)));
  const items = await listSince(intentMs - CLOCK_SLACK_SECONDS * 1000);
  if (Number.isNaN(platformMs)) return items;
  const aheadMs = platformMs - (await steps.now(run.db)).getTime();
  const sinceMs = intentMs + aheadMs - KNOWN_CLOCK_SLACK_SECONDS * 1000;
  const all = sinceMs < intentMs - CLOCK_SLACK_SECONDS * 1000 ? await listSince(sinceMs) : items;
  return all.filter(({ createdAt }) => createdAt.getTime() >= sinceMs);
}
