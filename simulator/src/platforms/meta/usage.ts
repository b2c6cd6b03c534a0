import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world/world.ts';
import { type GraphErrorFields, graphResponse } from './errors.ts';

/** A platform's limits, applied around each call. */
export interface Limits {
  before(call: Call): PlatformResponse | undefined;
  after(call: Call, answer: PlatformResponse): PlatformResponse;
  readonly throttled: PlatformErrors['throttled'];
}

/** https://developers.facebook.com/docs/graph-api/overview/rate-limiting: percentages; the estimate is in minutes. */
interface Usage {
  /** `instagram`, `pages`, `messenger` … */
  readonly type: string;
  /** Id of the business, page or Instagram account. */
  readonly asset: string | null;
  readonly rate: Rate;
  readonly retryAfterSeconds?: number;
}

function usageHeaders({ type, asset, rate, retryAfterSeconds }: Usage): Record<string, string> {
  const percent = retryAfterSeconds === undefined ? usedPercent(rate) : 100;
  const app = { call_count: percent, total_time: Math.ceil(percent / 2), total_cputime: Math.ceil(percent / 2) };
  if (asset === null) return { 'x-app-usage': JSON.stringify(app) };
  const asset_usage = {
    type,
    call_count: percent,
    total_cputime: app.total_cputime,
    total_time: app.total_time,
    estimated_time_to_regain_access: Math.ceil((retryAfterSeconds ?? 0) / 60),
  };
  return {
    'x-app-usage': JSON.stringify(app),
    'x-business-use-case-usage': JSON.stringify({ [asset]: [asset_usage] }),
  };
}

/** Which calls are counted together, how many they may be, and what is said of one too many. */
interface Counting {
  readonly callsMax: number;
  readonly seconds: number;
  readonly typeOf: (call: Call) => string;
  /** Calls with the same key are counted together; default: by account. */
  readonly assetOf?: (call: Call) => string | null;
  readonly errorOf: (call: Call, asset: string | null) => GraphErrorFields;
}

export const applicationLimit: GraphErrorFields = { message: '(#4) Application request limit reached', code: 4 };

/** Counts the calls of each asset and tells of it in the headers; the time to wait stands nowhere else. */
export function openUsage(world: World, { callsMax, seconds, typeOf, assetOf = accountOf, errorOf }: Counting) {
  const usedBy = new WeakMap<Call, Rate>();
  const unused: Rate = { limit: callsMax, remaining: callsMax, resetAt: 0, exceeded: false };
  const usageOf = (call: Call): Usage => ({
    type: typeOf(call),
    asset: assetOf(call),
    rate: usedBy.get(call) ?? unused,
  });

  const throttled: Limits['throttled'] = (call, { retryAfterSeconds }) => {
    const usage = { ...usageOf(call), retryAfterSeconds };
    const answer = graphResponse(world, { status: 429, ...errorOf(call, usage.asset) });
    return { ...answer, headers: { ...answer.headers, ...usageHeaders(usage) } };
  };

  return {
    throttled,

    /** Counts one call; the response is the rejection of one too many. */
    count(call: Call): PlatformResponse | undefined {
      const asset = assetOf(call);
      if (asset === null) return undefined;
      const rate = world.rate(`calls:${asset}`, callsMax, seconds);
      usedBy.set(call, rate);
      if (!rate.exceeded) return undefined;
      return throttled(call, { retryAfterSeconds: (rate.resetAt - world.clock.now()) / 1000 });
    },

    withUsage: (call: Call, answer: PlatformResponse): PlatformResponse => ({
      ...answer,
      headers: { ...usageHeaders(usageOf(call)), ...answer.headers },
    }),
  };
}

function accountOf({ account }: Call): string | null {
  return account?.platform_id ?? null;
}

function usedPercent({ limit, remaining }: Rate): number {
  return Math.min(100, Math.floor((100 * (limit - remaining)) / limit));
}
