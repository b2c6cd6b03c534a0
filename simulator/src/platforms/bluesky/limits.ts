import type { Call, OpenPlatform, PlatformResponse } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world/world.ts';
import { failure } from './xrpc.ts';

/** https://docs.bsky.app/docs/advanced-guides/rate-limits . The real limit per address counts per account here. */
const overall = { limit: 3000, seconds: 300 };
const pointsPerHour = { limit: 5000, seconds: 3600 };
const pointsPerDay = { limit: 35_000, seconds: 24 * 3600 };
const sessionsPerMinutes = { limit: 30, seconds: 300 };
const sessionsPerDay = { limit: 300, seconds: 24 * 3600 };

const points: Readonly<Record<string, number>> = {
  'com.atproto.repo.createRecord': 3,
  'com.atproto.repo.putRecord': 2,
  'com.atproto.repo.deleteRecord': 1,
};

type Counted = Rate & { readonly seconds: number };

/** Counts every call; the window with the least left is told in the headers. */
export function rateLimits(world: World): Required<Pick<OpenPlatform, 'before' | 'after'>> {
  const shown = new WeakMap<Call, Counted>();
  const count = (key: string, { limit, seconds }: { limit: number; seconds: number }, uses = 1): Counted => {
    let rate = world.rate(key, limit, seconds);
    for (let use = 1; use < uses; use += 1) rate = world.rate(key, limit, seconds);
    return { ...rate, seconds };
  };

  return {
    before(call) {
      const name = nameOf(call);
      if (name === undefined) return undefined;
      const who = call.account?.platform_id ?? 'anyone';
      const counted = [count(`${who} ${call.host}`, overall)];
      const cost = costOf(name, call);
      if (cost > 0) counted.push(count(`${who} hour`, pointsPerHour, cost), count(`${who} day`, pointsPerDay, cost));
      if (name === 'com.atproto.server.createSession') {
        const identifier = (call.input('identifier') ?? '').toLowerCase();
        counted.push(count(`${identifier} sessions`, sessionsPerMinutes), count(`${identifier} daily`, sessionsPerDay));
      }
      const tightest = counted.reduce((a, b) => (b.exceeded && !a.exceeded ? b : b.remaining < a.remaining ? b : a));
      shown.set(call, tightest);
      return tightest.exceeded ? failure(429, 'RateLimitExceeded', 'Rate Limit Exceeded') : undefined;
    },

    after(call, answer): PlatformResponse {
      // The clock can be advanced: with `date` a client sees what time the reset is counted from.
      const date = { date: new Date(world.clock.now()).toUTCString() };
      const rate = shown.get(call);
      const headers = rate ? rateHeaders(rate.limit, rate.remaining, rate.resetAt, rate.seconds) : {};
      return { ...answer, headers: { ...date, ...headers, ...answer.headers } };
    },
  };
}

function nameOf(call: Call): string | undefined {
  return /^\/xrpc\/([\w.]+)/.exec(call.path)?.[1];
}

function costOf(name: string, call: Call): number {
  if (name !== 'com.atproto.repo.applyWrites') return points[name] ?? 0;
  const writes = Array.isArray(call.body.writes) ? (call.body.writes as ({ $type?: unknown } | null)[]) : [];
  return writes.reduce((sum, write) => {
    const type = String(write?.$type);
    return sum + (type.endsWith('#create') ? 3 : type.endsWith('#update') ? 2 : 1);
  }, 0);
}

export function rateHeaders(
  limit: number,
  remaining: number,
  resetAt: number,
  seconds: number,
): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    'ratelimit-policy': `${limit};w=${seconds}`,
  };
}
