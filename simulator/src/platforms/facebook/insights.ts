import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { seenSince } from '../../core/world/audience.ts';
import type { Account } from '../../core/world/world.ts';
import { GraphError, invalidParameter, requireScope } from '../meta/errors.ts';
import { listInput, momentInput } from '../meta/input.ts';
import { dayMs, graphTime, unixSeconds } from '../meta/time.ts';
import { edgePath } from '../meta/versions.ts';
import { nodeOf } from './access.ts';
import { allComments } from './comments/comment-node.ts';
import { pageMetrics, postMetrics, titleOf } from './insight-metrics.ts';
import { scopes } from './scopes.ts';
import { type Facebook, type PostRow, pageOf } from './store.ts';

const rangeMax = 90 * dayMs;
const followersMin = 100;

/** `GET /{page}/insights` and `/{post}/insights`. */
export function readInsights(facebook: Facebook, call: Call): PlatformResponse {
  const node = nodeOf(facebook, call, 'page', 'post');
  requireScope(call, scopes.insights);
  requireScope(call, scopes.read);
  return node.kind === 'page' ? pageInsights(facebook, call, node.account) : postInsights(facebook, call, node.row);
}

/** One value for each day, ended at eight in the morning (midnight Pacific). */
function pageInsights(facebook: Facebook, call: Call, account: Account): PlatformResponse {
  const metrics = requestedMetrics(call, pageMetrics);
  const period = call.input('period') ?? 'day';
  if (!['day', 'week', 'days_28'].includes(period))
    throw invalidParameter('Param period must be one of {day, week, days_28}');
  const now = facebook.world.clock.now();
  const until = momentInput(call, 'until') ?? now;
  const since = momentInput(call, 'since') ?? until - 2 * dayMs;
  if (since > until) throw invalidParameter('Param since must be before until');
  if (until - since > rangeMax) throw invalidParameter('There cannot be more than 90 days between since and until');
  if (pageOf(facebook, account).followers_count < followersMin) return json({ data: [] });
  const posts = facebook.store.posts.where('account', account.platform_id).filter((row) => row.place !== 'tagged');
  const firstEnd = Math.ceil((since - 8 * 3_600_000) / dayMs) * dayMs + 8 * 3_600_000;
  const data = metrics.map((name) => {
    const values: object[] = [];
    for (let end = firstEnd; end - dayMs < until; end += dayMs) {
      const day = { start: end - dayMs, end: Math.min(end, now) };
      values.push({ value: pageValue(facebook, account, name, posts, day), end_time: graphTime(end) });
    }
    const id = `${account.platform_id}/insights/${name}/${period}`;
    return { name, period, values, title: titleOf(name), description: `${titleOf(name)} of this Page.`, id };
  });
  const link = (from: number) => {
    const span = { since: String(unixSeconds(from)), until: String(unixSeconds(from + until - since)) };
    const query = new URLSearchParams({ metric: metrics.join(','), period, ...span });
    return call.url(`${edgePath(call, account.platform_id, 'insights')}?${query}`);
  };
  return json({ data, paging: { previous: link(since - (until - since)), next: link(until) } });
}

interface Day {
  readonly start: number;
  readonly end: number;
}

/** The gains of all posts on a day. */
function pageValue(facebook: Facebook, account: Account, name: string, all: PostRow[], { start, end }: Day): unknown {
  const at = (post: PostRow, metric: string, time: number) =>
    post.created_at > time ? 0 : Number(postValue(facebook, post, metric, time));
  const sum = (metric: string) =>
    all.reduce((total, post) => total + at(post, metric, end) - at(post, metric, start), 0);
  const posts = all.filter(({ created_at }) => created_at > start && created_at <= end);
  switch (name) {
    case 'page_follows':
      return pageOf(facebook, account).followers_count;
    case 'page_fan_adds_by_paid_non_paid_unique':
      return { total: 0, paid: 0, unpaid: 0 };
    case 'page_media_view':
      return sum('post_media_view');
    case 'page_total_media_view_unique':
      return sum('post_total_media_view_unique');
    case 'page_actions_post_reactions_like_total':
      return sum('post_reactions_like_total');
    case 'page_actions_post_reactions_total':
      return { like: sum('post_reactions_like_total') };
    case 'page_post_engagements':
      return posts.reduce((all, { id, liked_by }) => all + liked_by.length + allComments(facebook, id).length, 0);
    default:
      return 0;
  }
}

function postInsights(facebook: Facebook, call: Call, row: PostRow): PlatformResponse {
  const metrics = requestedMetrics(call, postMetrics);
  return json({
    data: metrics.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: postValue(facebook, row, name) }],
      title: `Lifetime ${titleOf(name)}`,
      description: `${titleOf(name)} of this post.`,
      id: `${row.id}/insights/${name}/lifetime`,
    })),
    paging: {},
  });
}

/** Numbers that hold together: what is really there, and an audience that depends on the id and on time. */
function postValue(facebook: Facebook, row: PostRow, name: string, at = facebook.world.clock.now()): unknown {
  const size = 20 + (Number(row.id.slice(-3)) % 80);
  const reach = size + seenSince(size, row.created_at, at);
  const likes = row.liked_by.length;
  const comments = allComments(facebook, row.id).length;
  switch (name) {
    case 'post_media_view':
      return reach * 2 + comments;
    case 'post_total_media_view_unique':
      return reach;
    case 'post_clicks':
      return Math.ceil(reach / 10);
    case 'post_reactions_like_total':
      return likes;
    case 'post_reactions_by_type_total':
      return likes === 0 ? {} : { like: likes };
    case 'post_activity_by_action_type':
      return { like: likes, comment: comments, share: row.shared_by.length };
    case 'post_clicks_by_type':
    case 'post_video_retention_graph':
      return {};
    case 'post_video_views':
      return row.video === null ? 0 : reach;
    case 'post_video_length':
      return row.video === null ? 0 : 5000;
    default:
      return 0;
  }
}

function requestedMetrics(call: Call, known: readonly string[]): string[] {
  const metrics = (listInput(call, 'metric') ?? []).map(String).filter(Boolean);
  if (metrics.length === 0)
    throw new GraphError({
      message: '(#3001) No metric was specified to be fetched. Please specify one or more metrics.',
      code: 3001,
      subcode: 1504028,
    });
  if (metrics.some((metric) => !known.includes(metric)))
    throw invalidParameter('The value must be a valid insights metric');
  return metrics;
}
