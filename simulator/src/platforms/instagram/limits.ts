import type { Call } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world/world.ts';
import { graphResponse } from '../meta/errors.ts';
import { objectInput } from '../meta/input.ts';
import { type Limits, openUsage } from '../meta/usage.ts';
import { unknownVersion, withVersion } from '../meta/versions.ts';

/** 4800 calls per impression and day for each account; a quiet account has at least ten impressions here. */
const callsPerDay = 48_000;
const daySeconds = 86_400;

/**
 * The business-use-case limit of an account with its headers, and the limits of messaging.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World): Limits {
  const usage = openUsage(world, {
    callsMax: callsPerDay,
    seconds: daySeconds,
    typeOf: () => 'instagram',
    errorOf: () => ({
      message:
        '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
      code: 80002,
    }),
  });

  return {
    throttled: usage.throttled,

    before(call) {
      if (call.host !== 'graph') return undefined;
      const rejection = unknownVersion(world, call) ?? usage.count(call);
      const account = call.account?.platform_id;
      if (rejection || account === undefined) return rejection;
      if (!messagingRate(world, call, account)?.exceeded) return undefined;
      const message = '(#613) Calls to this api have exceeded the rate limit.';
      return graphResponse(world, { message, code: 613, subcode: 2534040, status: 429 });
    },

    after: (call, response) => (call.host === 'graph' ? usage.withUsage(call, withVersion(call, response)) : response),
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
