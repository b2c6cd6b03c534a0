import type { Effect, Listed, RepeatableEffect } from '../../core/effect.ts';

/** Seconds between tries of a call that provably did not reach the platform; after the last one the action fails. */
export const TRY_AFTER_SECONDS = [1, 3, 10, 30, 60, 120];

/** Seconds between repeats of a keyed call, and between reads of a two-phase state. */
export const REPEAT_AFTER_SECONDS = [0, 1, 3, 10, 30, 60];

/** How often a two-phase call is made again after its state proved each time that nothing was sent. */
export const REPEATS_MAX = 8;

/**
 * How often a blind call is made again after the looks found nothing: once when its answer was lost, more often when it
 * was our worker that was lost. A content that cannot be found is not multiplied for ever.
 */
export const BLIND_REPEATS_MAX = 3;

/** Before prepared material that is gone counts as never sent, what it might have become is looked for once more. */
export const GONE_LOOKS = { times: 2, everySeconds: 30 } as const;

/** How far the platform's clock may lie behind ours when its items are listed; and how far when its answers tell the time. */
export const CLOCK_SLACK_SECONDS = 120;
export const KNOWN_CLOCK_SLACK_SECONDS = 30;

/** How long a target waits for a throttled platform before it fails. */
export const THROTTLE_WAIT_SECONDS_MAX = 3600;

/** No pause is longer; a platform that still refuses then says so again. */
export const PAUSE_SECONDS_MAX = 86_400;

/** How long prepared material may take to be processed. */
export const PROCESSING_SECONDS_MAX = 900;

/** How long the truth is looked for while the platform does not answer. */
export const RECONCILE_SECONDS_MAX = 3600;

/** Pick-ups of one step by workers that died; then the row is taken for what kills them. */
export const PICKUPS_MAX = 20;

/** How the truth about a lost answer is found. */
export type Recovery = 'repeat' | 'read_state' | 'look' | 'give_up';

/** By the effect's class and the time since the intent. */
// biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
export function recoveryOf(effect: Effect<any> | RepeatableEffect<any>, secondsSinceIntent: number): Recovery {
  switch (effect.class) {
    case 'A':
      return secondsSinceIntent < effect.keyWindowSeconds ? 'repeat' : 'look';
    case 'repeatable':
      return 'repeat';
    case 'B':
      return 'read_state';
    case 'C':
      return 'look';
    case 'D':
      return 'give_up';
  }
}

/** Delays of the looks, counted from when the answer was lost. */
// biome-ignore lint/suspicious/noExplicitAny: the input does not matter here.
export function looksOf(effect: Effect<any> | RepeatableEffect<any>): readonly number[] {
  return effect.class === 'A' || effect.class === 'C' ? effect.looksAfterSeconds : [0];
}

export type Verdict =
  | { readonly found: 'one'; readonly item: Listed }
  | { readonly found: 'none' }
  /** More than one item could be ours. */
  | { readonly found: 'several'; readonly items: readonly Listed[] };

/** What a look shows: matching items that no other action of the account holds. */
export function judge(items: readonly Listed[], held: ReadonlySet<string>): Verdict {
  const free = [
    ...new Map(items.filter((item) => !held.has(item.platformId)).map((item) => [item.platformId, item])).values(),
  ];
  const [first, ...others] = free;
  if (first === undefined) return { found: 'none' };
  return others.length === 0 ? { found: 'one', item: first } : { found: 'several', items: free };
}

/** Seconds before the next repeat or the next question. */
export function backoff(times: number): number {
  return REPEAT_AFTER_SECONDS[Math.min(times, REPEAT_AFTER_SECONDS.length - 1)] ?? 60;
}
