import type { Call } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { graphResponse } from '../meta/errors.ts';
import { applicationLimit, type Limits, openUsage } from '../meta/usage.ts';
import { unknownVersion, withVersion } from '../meta/versions.ts';

/** Calls of management for an active WABA, and messages of a number: of all, and to one person. */
const callsPerHour = 5000;
const messagesPerSecond = 80;
const pair = { messages: 45, seconds: 270 };

const throughputReached = {
  message: '(#130429) Rate limit hit',
  code: 130429,
  details: 'Cloud API message throughput has been reached.',
};

/**
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/throughput and
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World, wabaOf: (call: Call) => string | null): Limits {
  const usage = openUsage(world, {
    callsMax: callsPerHour,
    seconds: 3600,
    typeOf: () => 'whatsapp',
    assetOf: wabaOf,
    errorOf(call, waba) {
      if (waba === null) return applicationLimit;
      if (call.operation === 'send_message') return throughputReached;
      const message =
        '(#80008) There have been too many calls to this WhatsApp Business account. Wait a bit and try again.';
      return { message, code: 80008 };
    },
  });

  return {
    throttled: usage.throttled,

    before(call) {
      if (call.host !== 'graph') return undefined;
      const rejection = unknownVersion(world, call);
      if (rejection || wabaOf(call) === null) return rejection;
      return call.operation === 'send_message' ? tooFast(world, call) : usage.count(call);
    },

    after: (call, response) => (call.host === 'graph' ? usage.withUsage(call, withVersion(call, response)) : response),
  };
}

function tooFast(world: World, call: Call) {
  const number = call.param('node');
  if (world.rate(`messages:${number}`, messagesPerSecond, 1).exceeded)
    return graphResponse(world, { ...throughputReached, status: 429 });
  const person = call.input('to') ?? call.input('recipient');
  if (person === undefined || !world.rate(`pair:${number}:${person}`, pair.messages, pair.seconds).exceeded)
    return undefined;
  return graphResponse(world, {
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
    code: 131056,
    details:
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    status: 429,
  });
}
