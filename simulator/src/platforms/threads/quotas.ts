import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { requireScope } from '../meta/errors.ts';
import { ofLastDay } from '../meta/time.ts';
import { ownAccount } from './access.ts';
import { quotaUsedUp } from './errors.ts';
import { scopes } from './scopes.ts';
import type { QuotaKind, Threads } from './store.ts';

/** Rolling windows of 24 hours for each profile. https://developers.facebook.com/docs/threads/overview: rate limits */
const quotas: Readonly<Record<QuotaKind, { total: number; prefix: string; what: string }>> = {
  post: { total: 250, prefix: '', what: 'posts' },
  reply: { total: 1000, prefix: 'reply_', what: 'replies' },
  delete: { total: 100, prefix: 'delete_', what: 'deletions' },
};

export function checkQuota(threads: Threads, account: string, kind: QuotaKind): void {
  const { total, what } = quotas[kind];
  if (usedToday(threads, account, kind) >= total) throw quotaUsedUp(what);
}

/** Inside the effect that uses it. */
export function countUse({ world, store }: Threads, account: string, kind: QuotaKind): void {
  store.uses.put(world.ids.snowflake(), { account, kind, created_at: world.clock.now() });
}

/** Nothing counts while the setting `rate_limits` is off. */
function usedToday({ world, store }: Threads, account: string, kind: QuotaKind): number {
  if (!world.settings.rate_limits) return 0;
  const rows = ofLastDay(store.uses.where('account', account), world.clock.now());
  return rows.filter((row) => row.kind === kind).length;
}

/** `GET /{user}/threads_publishing_limit`. */
export function readQuotas(threads: Threads, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(threads, call);
  requireScope(call, scopes.publish);
  const requested = call.inputs('fields').join(',').split(',').filter(Boolean);
  const facts: Record<string, unknown> = {};
  for (const [kind, { total, prefix }] of Object.entries(quotas) as [QuotaKind, (typeof quotas)[QuotaKind]][]) {
    facts[`${prefix}quota_usage`] = usedToday(threads, platform_id, kind);
    facts[`${prefix}config`] = { quota_total: total, quota_duration: 86_400 };
  }
  const names = requested.length > 0 ? requested.map((name) => name.trim().replace(/\{.*/, '')) : ['quota_usage'];
  return json({ data: [Object.fromEntries(names.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])))] });
}
