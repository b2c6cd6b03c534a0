import { createHmac } from 'node:crypto';
import type { Answer, Call } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world.ts';
import { graphAnswer } from '../meta/errors.ts';
import { type Limits, throttledAnswer, usageHeaders } from '../meta/usage.ts';
import { servedVersion } from '../meta/versions.ts';

/** 4800 calls per engaged user and day for each Page; a quiet Page counts as having ten. */
const callsPerDay = 48_000;
const daySeconds = 86_400;
const messagesPerSecond = 300;

/**
 * The business-use-case limits of a Page and of its messages, each with its header.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World): Limits {
  const usedBy = new WeakMap<Call, Rate>();
  const unused: Rate = { limit: callsPerDay, remaining: callsPerDay, resetAt: 0, exceeded: false };
  const isMessaging = ({ operation }: Call) => operation === 'send_message' || operation === 'messages';
  const usageOf = (call: Call) => ({
    type: isMessaging(call) ? 'messenger' : 'pages',
    asset: call.account?.platform_id ?? null,
    rate: usedBy.get(call) ?? unused,
  });

  const throttled: Limits['throttled'] = (call, { retryAfterSeconds }) => {
    const usage = { ...usageOf(call), retryAfterSeconds };
    const help =
      'For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.';
    if (usage.asset === null)
      return throttledAnswer(world, { message: '(#4) Application request limit reached', code: 4 }, usage);
    const code = isMessaging(call) ? 80006 : 80001;
    const place = code === 80006 ? 'Messenger account' : 'Page account';
    const message = `(#${code}) There have been too many calls to this ${place}. Wait a bit and try again. ${help}`;
    return throttledAnswer(world, { message, code }, usage);
  };

  return {
    throttled,

    before(call) {
      if (call.host === 'www') return undefined;
      if (servedVersion(call) === null)
        return graphAnswer(world, { message: `Unknown path components: /${call.param('version')}`, code: 2500 });
      const wrong = wrongProof(world, call);
      if (wrong) return wrong;
      const account = call.account?.platform_id;
      if (account === undefined) return undefined;
      const rate = world.rate(`calls:${account}`, callsPerDay, daySeconds);
      usedBy.set(call, rate);
      if (rate.exceeded) return throttled(call, { retryAfterSeconds: (rate.resetAt - world.clock.now()) / 1000 });
      if (call.operation !== 'send_message' || !world.rate(`messages:${account}`, messagesPerSecond, 1).exceeded)
        return undefined;
      const message = '(#613) Calls to this api have exceeded the rate limit.';
      return graphAnswer(world, { message, code: 613, subcode: 2018338, status: 429 });
    },

    after(call, answer) {
      if (call.host === 'www') return answer;
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

/** The proof is optional, but a wrong one is refused. https://developers.facebook.com/docs/graph-api/guides/secure-requests */
function wrongProof(world: World, call: Call): Answer | undefined {
  const proof = call.input('appsecret_proof');
  if (proof === undefined || call.credential === undefined) return undefined;
  const right = createHmac('sha256', world.app.client_secret).update(call.credential).digest('hex');
  if (proof === right) return undefined;
  return graphAnswer(world, { message: 'Invalid appsecret_proof provided in the API argument', code: 100 });
}
