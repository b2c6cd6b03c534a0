import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { RestError, restResponse, throttled } from './errors.ts';
import { requireVersion } from './restli.ts';

/**
 * Day limits of an app in the standard tier; LinkedIn shows its own numbers in the developer portal only.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits
 */
const appCallsPerDay = 100_000;
const postsPerDay = 150;
/** Not documented: how many comments come too fast. */
const commentsPerMinute = 60;
const dayMs = 86_400_000;

/** The version of a call, then the limits. */
export function before(world: World): (call: Call) => PlatformResponse | undefined {
  return (call) => {
    if (call.host !== 'api') return undefined;
    try {
      if (call.path.startsWith('/rest/')) requireVersion(call);
    } catch (error) {
      if (error instanceof RestError) return restResponse(error.fields);
      throw error;
    }
    const account = call.account?.platform_id ?? '';
    const isExceeded =
      perDay(world, 'app', appCallsPerDay) ||
      (call.operation === 'publish' && perDay(world, `posts:${account}`, postsPerDay)) ||
      (call.operation === 'reply' && world.rate(`comments:${account}`, commentsPerMinute, 60).exceeded);
    return isExceeded ? throttled(call) : undefined;
  };
}

/** Days begin at 00:00 UTC, whenever the first call was. */
function perDay(world: World, name: string, limit: number): boolean {
  const day = Math.floor(world.clock.now() / dayMs);
  return world.rate(`${name}:${day}`, limit, dayMs / 1000).exceeded;
}

/** The fault says how long it lasts, which LinkedIn itself never does. */
export const throttledByFault: PlatformErrors['throttled'] = (call, { retryAfterSeconds }) => {
  const answer = throttled(call);
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(retryAfterSeconds)) } };
};
