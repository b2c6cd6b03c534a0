import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account } from '../../../core/world/world.ts';
import { invalidParameter, missingParameter } from '../../meta/errors.ts';
import { graphTime, momentOf, unixSeconds } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { dayMs, type Instagram, type MediaRow, profileOf } from '../store.ts';
import { demographicMetrics, everyUserMetric, seriesMetrics, titleOf, totalMetrics } from './insight-metrics.ts';
import { mediaValues, requestedMetrics } from './media-insights.ts';

interface Range {
  readonly since: number;
  readonly until: number;
}

const rangeMax = 30 * dayMs;
/** Below this Instagram gives no demographics. */
const followersMin = 100;

export function userInsights(instagram: Instagram, call: Call, account: Account): PlatformResponse {
  const metrics = requestedMetrics(call, everyUserMetric);
  const metricType = call.input('metric_type') ?? 'time_series';
  const period = call.input('period');
  if (period === undefined) throw missingParameter('period');
  const range = rangeOf(instagram, call);
  const data = metrics.flatMap((name) => {
    if (demographicMetrics.includes(name)) return demographics(instagram, call, account, { name, metricType, period });
    if (period !== 'day') throw incompatible(name, `period ${period}`);
    if (metricType === 'time_series') return series(instagram, account, name, range);
    return total(instagram, call, account, name, range);
  });
  const link = (since: number) =>
    call.url(
      `${edgePath(call, account.platform_id, 'insights')}?${new URLSearchParams({
        metric: metrics.join(','),
        metric_type: metricType,
        period,
        since: String(unixSeconds(since)),
        until: String(unixSeconds(since + range.until - range.since)),
      })}`,
    );
  const length = range.until - range.since;
  return json({ data, paging: { previous: link(range.since - length), next: link(range.until) } });
}

function rangeOf({ world }: Instagram, call: Call): Range {
  const read = (name: string, otherwise: number) => {
    const value = call.input(name);
    const ms = value === undefined ? otherwise : momentOf(value);
    if (Number.isNaN(ms)) throw invalidParameter(`Param ${name} must be a unix timestamp or a date`);
    return ms;
  };
  const until = read('until', world.clock.now());
  const since = read('since', until - dayMs);
  if (since > until) throw invalidParameter('Param since must be before until');
  if (until - since > rangeMax)
    throw invalidParameter('There cannot be more than 30 days (2592000 s) between since and until');
  return { since, until };
}

function total(instagram: Instagram, call: Call, account: Account, name: string, range: Range): object {
  if (!totalMetrics.includes(name)) throw incompatible(name, 'metric type total_value');
  const value = valueIn(instagram, account, name, range);
  const keys = (call.input('breakdown') ?? '').split(',').filter(Boolean);
  const values: Record<string, string> = { media_product_type: 'POST', follow_type: 'FOLLOWER' };
  const results = value === 0 ? [] : [{ dimension_values: keys.map((key) => values[key] ?? 'UNKNOWN'), value }];
  const total_value = { value, ...(keys.length > 0 && { breakdowns: [{ dimension_keys: keys, results }] }) };
  return { ...head(name, 'day'), total_value, id: insightId(account, name, 'day') };
}

/** One value for each day, ended at eight in the morning (midnight Pacific). */
function series(instagram: Instagram, account: Account, name: string, { since, until }: Range): object {
  if (!seriesMetrics.includes(name)) throw incompatible(name, 'metric type time_series');
  const values: object[] = [];
  const firstEnd = Math.ceil((since - 8 * 3_600_000) / dayMs) * dayMs + 8 * 3_600_000;
  for (let end = firstEnd; end <= until; end += dayMs)
    values.push({
      value: valueIn(instagram, account, name, { since: end - dayMs, until: end }),
      end_time: graphTime(end),
    });
  return { ...head(name, 'day'), values, id: insightId(account, name, 'day') };
}

function demographics(
  instagram: Instagram,
  call: Call,
  account: Account,
  { name, metricType, period }: { name: string; metricType: string; period: string },
): object[] {
  if (metricType !== 'total_value' || period !== 'lifetime') throw incompatible(name, `period ${period}`);
  const breakdown = call.input('breakdown');
  if (breakdown === undefined) throw missingParameter('breakdown');
  const { followers_count } = profileOf(instagram, account);
  if (followers_count < followersMin) return [];
  const examples: Record<string, string> = { age: '25-34', city: 'Leeds, England', country: 'GB', gender: 'F' };
  const example = examples[breakdown];
  if (example === undefined)
    throw invalidParameter('breakdown must be one of the following values: age, city, country, gender');
  const results = [{ dimension_values: [example], value: followers_count }];
  const total_value = { breakdowns: [{ dimension_keys: [breakdown], results }] };
  return [{ ...head(name, period), total_value, id: insightId(account, name, period) }];
}

/** The gains of all posts in that time, and the comments written in it. */
function valueIn(instagram: Instagram, { platform_id }: Account, name: string, { since, until }: Range): number {
  const isInside = ({ created_at }: { created_at: number }) => created_at > since && created_at <= until;
  const posts = instagram.store.media.where('account', platform_id).filter(({ parent }) => parent === null);
  const now = instagram.world.clock.now();
  const seen = (post: MediaRow, at: number) =>
    post.created_at > at ? 0 : (mediaValues(instagram, post, Math.min(at, now))[name] ?? 0);
  if (name === 'reach' || name === 'views')
    return posts.reduce((sum, post) => sum + seen(post, until) - seen(post, since), 0);
  const comments = posts
    .flatMap(({ id }) => instagram.store.comments.where('media_id', id))
    .filter((comment) => isInside(comment) && comment.from_id !== platform_id);
  if (name === 'accounts_engaged') return new Set(comments.map(({ from_id }) => from_id)).size;
  return name === 'comments' || name === 'total_interactions' ? comments.length : 0;
}

function head(name: string, period: string) {
  return { name, period, title: titleOf(name), description: `${titleOf(name)} of this account.` };
}

function insightId({ platform_id }: Account, name: string, period: string): string {
  return `${platform_id}/insights/${name}/${period}`;
}

function incompatible(metric: string, what: string) {
  return invalidParameter(`Incompatible metrics (${metric}) with ${what}`);
}
