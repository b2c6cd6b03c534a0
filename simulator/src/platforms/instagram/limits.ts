import type { Call } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world.ts';
import { graphAnswer } from '../meta/errors.ts';
import { objectInput } from '../meta/input.ts';
import { type Limits, throttledAnswer, usageHeaders } from '../meta/usage.ts';
import { servedVersion } from '../meta/versions.ts';

/** 4800 calls per impression and day for each account; a quiet account has at least ten impressions here. */
const callsPerDay = 48_000;
const daySeconds = 86_400;

/**
 * The business-use-case limit of an account with its headers, and the limits of messaging.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World): Limits {
  const usedBy = new WeakMap<Call, Rate>();
  const unused: Rate = { limit: callsPerDay, remaining: callsPerDay, resetAt: 0, exceeded: false };

  const throttled: Limits['throttled'] = (call, { retryAfterSeconds }) => {
    const message =
      '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.';
    const rate = usedBy.get(call) ?? unused;
    const usage = { type: 'instagram', asset: call.account?.platform_id ?? null, rate, retryAfterSeconds };
    return throttledAnswer(world, { message, code: 80002 }, usage);
  };

  return {
    throttled,

    before(call) {
      if (call.host !== 'graph') return undefined;
      if (servedVersion(call) === null)
        return graphAnswer(world, { message: `Unknown path components: /${call.param('version')}`, code: 2500 });
      const account = call.account?.platform_id;
      if (account === undefined) return undefined;
      const rate = world.rate(`calls:${account}`, callsPerDay, daySeconds);
      usedBy.set(call, rate);
      if (rate.exceeded) return throttled(call, { retryAfterSeconds: (rate.resetAt - world.clock.now()) / 1000 });
      if (!messagingRate(world, call, account)?.exceeded) return undefined;
      const message = '(#613) Calls to this api have exceeded the rate limit.';
      return graphAnswer(world, { message, code: 613, subcode: 2534040, status: 429 });
    },

    after(call, answer) {
      if (call.host !== 'graph') return answer;
      const usage = { type: 'instagram', asset: call.account?.platform_id ?? null, rate: usedBy.get(call) ?? unused };
      const version = servedVersion(call);
      const headers = {
        ...usageHeaders(usage),
        ...(version !== null && { 'facebook-api-version': version }),
        ...answer.headers,
      };
      return { ...answer, headers };
    },
  };
}

/** Conversations 2 a second, messages 100 a second, private replies 750 an hour. */
function messagingRate(world: World, call: Call, account: string): Rate | undefined {
  if (call.operation === 'messages' && /\/conversations(\?|$)/.test(call.path))
    return world.rate(`conversations:${account}`, 2, 1);
  if (call.operation !== 'send_message') return undefined;
  return isPrivateReply(call)
    ? world.rate(`private-replies:${account}`, 750, 3600)
    : world.rate(`messages:${account}`, 100, 1);
}

function isPrivateReply(call: Call): boolean {
  try {
    return objectInput(call, 'recipient')?.comment_id !== undefined;
  } catch {
    return false;
  }
}
