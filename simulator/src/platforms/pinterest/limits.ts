import type { Call, OpenPlatform, PlatformResponse } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world/world.ts';
import { throttled } from './errors.ts';

/** https://developers.pinterest.com/docs/reference/rate-limits/ ; the numbers and their windows are not sure. */
const limits = { read: 1000, write: 300 } as const;
const windowSeconds = 60;

/** Counts the calls of each account; every response of the API says what is left, and when the count begins again. */
export function rateLimits(world: World): Required<Pick<OpenPlatform, 'before' | 'after'>> {
  const counted = new WeakMap<Call, Rate>();
  const secondsLeft = ({ resetAt }: Rate) => Math.max(1, Math.ceil((resetAt - world.clock.now()) / 1000));
  return {
    before(call) {
      if (call.host !== 'api' || !call.account || call.path.startsWith('/v5/oauth/')) return undefined;
      const kind = call.method === 'GET' ? 'read' : 'write';
      const rate = world.rate(`${kind}:${call.account.platform_id}`, limits[kind], windowSeconds);
      counted.set(call, rate);
      return rate.exceeded ? throttled(rate.limit, secondsLeft(rate)) : undefined;
    },
    after(call, answer): PlatformResponse {
      const rate = counted.get(call);
      if (!rate) return answer;
      const headers = {
        'x-ratelimit-limit': String(rate.limit),
        'x-ratelimit-remaining': String(rate.remaining),
        'x-ratelimit-reset': String(secondsLeft(rate)),
      };
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  };
}
