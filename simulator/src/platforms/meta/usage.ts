import type { Answer, Call, PlatformErrors } from '../../core/platform.ts';
import type { Rate, World } from '../../core/world.ts';
import { type GraphErrorFields, graphAnswer } from './errors.ts';

/** What a platform's limits do around each call. */
export interface Limits {
  before(call: Call): Answer | undefined;
  after(call: Call, answer: Answer): Answer;
  readonly throttled: PlatformErrors['throttled'];
}

/** https://developers.facebook.com/docs/graph-api/overview/rate-limiting: percentages; the estimate is in minutes. */
export interface Usage {
  /** `instagram`, `pages`, `messenger` … */
  readonly type: string;
  /** Id of the business, page or Instagram account. */
  readonly asset: string | null;
  readonly rate: Rate;
  readonly retryAfterSeconds?: number;
}

export function usageHeaders({ type, asset, rate, retryAfterSeconds }: Usage): Record<string, string> {
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

/** Refused because of a limit: the error in the body, the time to wait only in the usage header. */
export function throttledAnswer(world: World, error: GraphErrorFields, usage: Usage): Answer {
  const answer = graphAnswer(world, { status: 429, ...error });
  return { ...answer, headers: { ...answer.headers, ...usageHeaders(usage) } };
}

function usedPercent({ limit, remaining }: Rate): number {
  return Math.min(100, Math.floor((100 * (limit - remaining)) / limit));
}
