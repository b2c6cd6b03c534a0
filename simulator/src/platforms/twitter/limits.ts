import type { Call, OpenPlatform, PlatformResponse, Route } from '../../core/platform.ts';
import type { Rate } from '../../core/world/world.ts';
import { tooMany } from './problems.ts';
import type { Store } from './store.ts';

/** Calls per 15 minutes for a user and for an app's own token, and per day: https://docs.x.com/x-api/fundamentals/rate-limits */
interface Limits {
  readonly user?: number;
  readonly app?: number;
  readonly userDay?: number;
  readonly appDay?: number;
}

const quarterHour = 15 * 60;
const day = 24 * 3600;
const otherwise: Limits = { user: 300, app: 300 };
const upload: Limits = { user: 1875 };
const readMessages: Limits = { user: 15 };
const sendMessage: Limits = { user: 15, userDay: 1440, appDay: 1440 };

const limitsOf: Readonly<Record<string, Limits>> = {
  'POST /2/tweets': { user: 100, appDay: 10_000 },
  'DELETE /2/tweets/:id': { user: 50 },
  'PUT /2/tweets/:id/hidden': { user: 50 },
  'GET /2/tweets': { user: 5000, app: 3500 },
  'GET /2/tweets/:id': { user: 5000, app: 3500 },
  'GET /2/tweets/search/recent': { user: 300, app: 450 },
  'GET /2/users/me': { user: 75 },
  'GET /2/users/:id/mentions': { user: 300, app: 450 },
  'GET /2/users/:id/tweets': { user: 900, app: 10_000 },
  'GET /2/dm_events': readMessages,
  'GET /2/dm_conversations/:id/dm_events': readMessages,
  'GET /2/dm_conversations/with/:participant_id/dm_events': readMessages,
  'POST /2/dm_conversations/with/:participant_id/messages': sendMessage,
  'GET /2/media/upload': { user: 1000, appDay: 100_000 },
  'POST /2/media/upload': { user: 500 },
  'POST /2/media/upload/initialize': upload,
  'POST /2/media/upload/:id/append': upload,
  'POST /2/media/upload/:id/finalize': upload,
};

interface Counted {
  readonly window: Rate;
  readonly userDay?: Rate;
  readonly appDay?: Rate;
}

/** Counts every call, says so in the headers of its response, and rejects what is too much. */
export function rateLimits(store: Store, routes: readonly Route[]): Required<Pick<OpenPlatform, 'before' | 'after'>> {
  const { world } = store;
  const counted = new WeakMap<Call, Counted>();
  const matchers = routes
    .filter(({ host, path }) => host === 'api' && !path.includes('oauth2'))
    .map(({ method, path }) => ({
      name: `${method} ${path}`,
      method,
      isFixed: !path.includes(':'),
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    }))
    .sort((a, b) => Number(b.isFixed) - Number(a.isFixed));
  const nameOf = (call: Call) => {
    const [path = ''] = call.path.split('?');
    return matchers.find(({ method, pattern }) => method === call.method && pattern.test(path))?.name;
  };

  return {
    before(call) {
      const name = nameOf(call);
      if (name === undefined) return undefined;
      const limits = limitsOf[name] ?? otherwise;
      const account = call.account?.platform_id;
      const perWindow = (account === undefined ? limits.app : limits.user) ?? 300;
      const count: Counted = {
        window: world.rate(`${account ?? 'app'} ${name}`, perWindow, quarterHour),
        ...(limits.userDay && account ? { userDay: world.rate(`${account} day ${name}`, limits.userDay, day) } : {}),
        ...(limits.appDay ? { appDay: world.rate(`app day ${name}`, limits.appDay, day) } : {}),
      };
      counted.set(call, count);
      const spent = [count.window, count.userDay, count.appDay].filter((rate) => rate?.exceeded);
      if (spent.length === 0) return undefined;
      return tooMany(Math.max(...spent.map((rate) => rate?.resetAt ?? 0)));
    },

    after(call, answer) {
      const name = nameOf(call);
      // A client that computes with our reset times can see in `date` what time it is here: the clock can be advanced.
      const date = { date: new Date(world.clock.now()).toUTCString() };
      if (name === undefined) return withHeaders(answer, date);
      const count = counted.get(call);
      const limit = limitsOf[name]?.user ?? 300;
      const untouched: Rate = {
        limit,
        remaining: limit,
        resetAt: world.clock.now() + quarterHour * 1000,
        exceeded: false,
      };
      return withHeaders(answer, {
        ...date,
        ...rateHeaders('x-rate-limit', count?.window ?? untouched),
        ...(count?.userDay ? rateHeaders('x-user-limit-24hour', count.userDay) : {}),
        ...(count?.appDay ? rateHeaders('x-app-limit-24hour', count.appDay) : {}),
      });
    },
  };
}

function rateHeaders(prefix: string, { limit, remaining, resetAt }: Rate): Record<string, string> {
  return {
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(remaining),
    [`${prefix}-reset`]: String(Math.ceil(resetAt / 1000)),
  };
}

/** Headers that the response sets itself stay, above all those of a throttled one. */
function withHeaders(answer: PlatformResponse, headers: Record<string, string>): PlatformResponse {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}
