import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Rate } from '../../core/world/world.ts';
import type { Store } from './store.ts';

/** https://docs.joinmastodon.org/api/rate-limits/ ; status creation as in the server's code. */
const limits = {
  any: { uses: 300, seconds: 5 * 60 },
  upload: { uses: 30, seconds: 30 * 60 },
  delete: { uses: 30, seconds: 30 * 60 },
  create: { uses: 300, seconds: 3 * 60 * 60 },
} as const;

const rates = new WeakMap<Call, Rate>();

/** Counts the call in every window that it belongs to; true when one of them is full. The tightest is shown in the headers. */
export function isLimited(store: Store, call: Call): boolean {
  const who = call.account?.platform_id ?? 'anyone';
  const names: (keyof typeof limits)[] = ['any'];
  if (call.method === 'POST' && call.path.startsWith('/api/v2/media')) names.push('upload');
  if (call.method === 'POST' && /^\/api\/v1\/statuses\/?(\?|$)/.test(call.path)) names.push('create');
  if (call.method === 'DELETE' && call.path.startsWith('/api/v1/statuses/')) names.push('delete');
  const used = names.map((name) => store.world.rate(`${who}:${name}`, limits[name].uses, limits[name].seconds));
  const shown = used.find(({ exceeded }) => exceeded) ?? used.at(-1);
  if (shown) rates.set(call, shown);
  return used.some(({ exceeded }) => exceeded);
}

export function withRateHeaders(call: Call, answer: PlatformResponse): PlatformResponse {
  const rate = rates.get(call);
  if (!rate) return answer;
  const headers = rateHeaders(rate.limit, rate.remaining, rate.resetAt);
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

export function throttledHeaders(resetAt: number): Record<string, string> {
  return rateHeaders(limits.any.uses, 0, resetAt);
}

function rateHeaders(limit: number, remaining: number, resetAt: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': new Date(resetAt).toISOString().replace('Z', '000Z'),
  };
}

/** The seconds from now until the window of this call starts anew. */
export function secondsUntilReset(store: Store, call: Call): number {
  const rate = rates.get(call);
  return rate ? Math.max(1, Math.ceil((rate.resetAt - store.world.clock.now()) / 1000)) : 60;
}
