import type { Call } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world.ts';
import { graphAnswer } from '../meta/errors.ts';
import { type Limits, throttledAnswer, usageHeaders } from '../meta/usage.ts';
import { servedVersion } from '../meta/versions.ts';

/** Calls of management for an active WABA, and messages of a number: of all, and to one person. */
const callsPerHour = 5000;
const messagesPerSecond = 80;
const pair = { messages: 45, seconds: 270 };

/**
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/throughput and
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World, wabaOf: (call: Call) => string | null): Limits {
  const usedBy = new WeakMap<Call, Rate>();
  const unused: Rate = { limit: callsPerHour, remaining: callsPerHour, resetAt: 0, exceeded: false };
  const usageOf = (call: Call) => ({ type: 'whatsapp', asset: wabaOf(call), rate: usedBy.get(call) ?? unused });

  const throttled: Limits['throttled'] = (call, { retryAfterSeconds }) => {
    const usage = { ...usageOf(call), retryAfterSeconds };
    if (usage.asset === null)
      return throttledAnswer(world, { message: '(#4) Application request limit reached', code: 4 }, usage);
    if (call.operation === 'send_message')
      return throttledAnswer(
        world,
        {
          message: '(#130429) Rate limit hit',
          code: 130429,
          details: 'Cloud API message throughput has been reached.',
        },
        usage,
      );
    const message =
      '(#80008) There have been too many calls to this WhatsApp Business account. Wait a bit and try again.';
    return throttledAnswer(world, { message, code: 80008 }, usage);
  };

  return {
    throttled,

    before(call) {
      if (call.host !== 'graph') return undefined;
      if (servedVersion(call) === null)
        return graphAnswer(world, { message: `Unknown path components: /${call.param('version')}`, code: 2500 });
      const waba = wabaOf(call);
      if (waba === null) return undefined;
      if (call.operation === 'send_message') return tooFast(world, call);
      const rate = world.rate(`calls:${waba}`, callsPerHour, 3600);
      usedBy.set(call, rate);
      if (!rate.exceeded) return undefined;
      return throttled(call, { retryAfterSeconds: (rate.resetAt - world.clock.now()) / 1000 });
    },

    after(call, answer) {
      if (call.host !== 'graph') return answer;
      const version = servedVersion(call);
      const headers = {
        ...usageHeaders(usageOf(call)),
        ...(version !== null && { 'facebook-api-version': version }),
        ...answer.headers,
      };
      return { ...answer, headers };
    },
  };
}

function tooFast(world: World, call: Call) {
  const number = call.param('node');
  if (world.rate(`messages:${number}`, messagesPerSecond, 1).exceeded)
    return graphAnswer(world, {
      message: '(#130429) Rate limit hit',
      code: 130429,
      details: 'Cloud API message throughput has been reached.',
      status: 429,
    });
  const person = call.input('to') ?? call.input('recipient');
  if (person === undefined || !world.rate(`pair:${number}:${person}`, pair.messages, pair.seconds).exceeded)
    return undefined;
  return graphAnswer(world, {
    message: '(#131056) (Business Account, Consumer Account) pair rate limit hit',
    code: 131056,
    details:
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    status: 429,
  });
}
