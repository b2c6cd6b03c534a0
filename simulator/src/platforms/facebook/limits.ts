import { createHmac } from 'node:crypto';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { graphResponse } from '../meta/errors.ts';
import { applicationLimit, type Limits, openUsage } from '../meta/usage.ts';
import { unknownVersion, withVersion } from '../meta/versions.ts';

/** 4800 calls per engaged user and day for each Page; a quiet Page counts as having ten. */
const callsPerDay = 48_000;
const daySeconds = 86_400;
const messagesPerSecond = 300;

/**
 * The business-use-case limits of a Page and of its messages, each with its header.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function openLimits(world: World): Limits {
  const isMessaging = ({ operation }: Call) => operation === 'send_message' || operation === 'messages';
  const usage = openUsage(world, {
    callsMax: callsPerDay,
    seconds: daySeconds,
    typeOf: (call) => (isMessaging(call) ? 'messenger' : 'pages'),
    errorOf(call, page) {
      if (page === null) return applicationLimit;
      const code = isMessaging(call) ? 80006 : 80001;
      const place = code === 80006 ? 'Messenger account' : 'Page account';
      const help =
        'For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.';
      return {
        message: `(#${code}) There have been too many calls to this ${place}. Wait a bit and try again. ${help}`,
        code,
      };
    },
  });

  return {
    throttled: usage.throttled,

    before(call) {
      if (call.host === 'www') return undefined;
      const rejection = unknownVersion(world, call) ?? wrongProof(world, call) ?? usage.count(call);
      const account = call.account?.platform_id;
      if (rejection || account === undefined || call.operation !== 'send_message') return rejection;
      if (!world.rate(`messages:${account}`, messagesPerSecond, 1).exceeded) return undefined;
      const message = '(#613) Calls to this api have exceeded the rate limit.';
      return graphResponse(world, { message, code: 613, subcode: 2018338, status: 429 });
    },

    after: (call, answer) => (call.host === 'www' ? answer : usage.withUsage(call, withVersion(call, answer))),
  };
}

/** The proof is optional, but a wrong one is rejected. https://developers.facebook.com/docs/graph-api/guides/secure-requests */
function wrongProof(world: World, call: Call): PlatformResponse | undefined {
  const proof = call.input('appsecret_proof');
  if (proof === undefined || call.credential === undefined) return undefined;
  const right = createHmac('sha256', world.app.client_secret).update(call.credential).digest('hex');
  if (proof === right) return undefined;
  return graphResponse(world, { message: 'Invalid appsecret_proof provided in the API argument', code: 100 });
}
