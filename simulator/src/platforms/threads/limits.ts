import type { World } from '../../core/world/world.ts';
import { applicationLimit, type Limits, openUsage } from '../meta/usage.ts';

/** 4800 calls per impression and day for each profile; a quiet profile counts as having ten impressions. */
const callsPerDay = 48_000;
const daySeconds = 86_400;

/**
 * The call limit of an app and a profile, with the headers of every Graph host; that they have a type `threads` is not
 * documented. https://developers.facebook.com/docs/threads/overview: rate limits
 */
export function openLimits(world: World): Limits {
  const usage = openUsage(world, {
    callsMax: callsPerDay,
    seconds: daySeconds,
    typeOf: () => 'threads',
    errorOf: () => ({ ...applicationLimit, isTransient: true }),
  });
  return {
    throttled: usage.throttled,
    before: (call) => (call.host === 'graph' ? usage.count(call) : undefined),
    after: (call, response) => (call.host === 'graph' ? usage.withUsage(call, response) : response),
  };
}
