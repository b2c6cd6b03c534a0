import type { Call } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world.ts';
import { type Limits, throttledAnswer, usageHeaders } from '../meta/usage.ts';

/** 4800 calls per impression and day for each profile; a quiet profile counts as having ten impressions. */
const callsPerDay = 48_000;
const daySeconds = 86_400;

/**
 * The call limit of an app and a profile, with the headers of every Graph host; that they have a type `threads` is not
 * documented. https://developers.facebook.com/docs/threads/overview: rate limits
 */
export function openLimits(world: World): Limits {
  const usedBy = new WeakMap<Call, Rate>();
  const unused: Rate = { limit: callsPerDay, remaining: callsPerDay, resetAt: 0, exceeded: false };
  const usageOf = (call: Call) => ({
    type: 'threads',
    asset: call.account?.platform_id ?? null,
    rate: usedBy.get(call) ?? unused,
  });

  const throttled: Limits['throttled'] = (call, { retryAfterSeconds }) =>
    throttledAnswer(
      world,
      { message: '(#4) Application request limit reached', code: 4, isTransient: true },
      { ...usageOf(call), retryAfterSeconds },
    );

  return {
    throttled,
    before(call) {
      const account = call.account?.platform_id;
      if (call.host !== 'graph' || account === undefined) return undefined;
      const rate = world.rate(`calls:${account}`, callsPerDay, daySeconds);
      usedBy.set(call, rate);
      if (!rate.exceeded) return undefined;
      return throttled(call, { retryAfterSeconds: (rate.resetAt - world.clock.now()) / 1000 });
    },
    after(call, answer) {
      if (call.host !== 'graph') return answer;
      return { ...answer, headers: { ...usageHeaders(usageOf(call)), ...answer.headers } };
    },
  };
}
