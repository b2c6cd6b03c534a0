import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { seenSince } from '../../core/world/audience.ts';
import type { Account } from '../../core/world/world.ts';
import { invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import { listInput, momentInput } from '../meta/input.ts';
import { dayMs, graphTime } from '../meta/time.ts';
import { nodeOf, ownAccount } from './access.ts';
import { conversationOf, repliesTo } from './post-node.ts';
import { postsOf } from './posts.ts';
import { scopes } from './scopes.ts';
import { type PostRow, profileOf, type Threads } from './store.ts';

const postMetrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const;
const totalMetrics = ['likes', 'replies', 'reposts', 'quotes', 'followers_count'] as const;
const userMetrics = ['views', ...totalMetrics, 'clicks', 'follower_demographics'] as const;

/** 13 April 2024: nothing is counted before. */
const earliestSince = 1_712_991_600_000;
const followersMin = 100;

const about: Readonly<Record<string, readonly [title: string, description: string]>> = {
  views: ['Views', 'The number of times your post was viewed.'],
  likes: ['Likes', 'The number of likes on your post.'],
  replies: ['Replies', 'The number of replies on your post.'],
  reposts: ['Reposts', 'The number of times your post was reposted.'],
  quotes: ['Quotes', 'The number of times your post was quoted.'],
  shares: ['Shares', 'The number of times your post was shared.'],
};

/** `GET /{media}/insights`: https://developers.facebook.com/docs/threads/insights */
export function postInsights(threads: Threads, call: Call): PlatformResponse {
  const { row } = nodeOf(threads, call, 'post');
  requireScope(call, scopes.insights);
  const metrics = requestedMetrics(call, postMetrics);
  const values = valuesOf(threads, row);
  return json({
    data: metrics.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: values[name] }],
      title: about[name]?.[0],
      description: about[name]?.[1],
      id: `${row.id}/insights/${name}/lifetime`,
    })),
  });
}

/** `GET /{user}/threads_insights`: of yesterday and today unless it is said. */
export function userInsights(threads: Threads, call: Call): PlatformResponse {
  const account = ownAccount(threads, call);
  requireScope(call, scopes.insights);
  const metrics = requestedMetrics(call, userMetrics);
  const now = threads.world.clock.now();
  const since = momentInput(call, 'since') ?? now - dayMs;
  const until = momentInput(call, 'until') ?? now;
  if (since < earliestSince) throw invalidParameter('Param since must be greater than or equal to 1712991600');
  if (since > until) throw invalidParameter('Param since must be before until');
  return json({
    data: metrics.flatMap((name) => {
      const content = userMetric(threads, call, account, name, { since, until });
      if (content === undefined) return [];
      const id = `${account.platform_id}/insights/${name}/day`;
      return { name, period: 'day', ...content, title: name, description: about[name]?.[1] ?? `The ${name}.`, id };
    }),
  });
}

function userMetric(
  threads: Threads,
  call: Call,
  account: Account,
  name: (typeof userMetrics)[number],
  { since, until }: { since: number; until: number },
): object | undefined {
  const posts = postsOf(threads, account.platform_id);
  const within = (from: number, to: number) => posts.filter((row) => row.created_at > from && row.created_at <= to);
  const sum = (rows: PostRow[], metric: keyof Values) =>
    rows.reduce((all, row) => all + valuesOf(threads, row)[metric], 0);
  if (name === 'follower_demographics') return demographics(threads, call, account);
  if (name === 'followers_count') return { total_value: { value: profileOf(threads, account).followers_count } };
  if (name === 'clicks') {
    const links = within(since, until).flatMap(({ link_attachment }) => link_attachment ?? []);
    return { link_total_values: [...new Set(links)].map((link_url) => ({ value: 3, link_url })) };
  }
  if (name !== 'views') return { total_value: { value: sum(within(since, until), name) } };
  const now = threads.world.clock.now();
  const seenUntil = (at: number) =>
    within(0, at).reduce((all, row) => all + valuesOf(threads, row, Math.min(at, now)).views, 0);
  const values: object[] = [];
  // Days end at eight in the morning, which is midnight Pacific.
  const firstEnd = Math.ceil((since - 8 * 3_600_000) / dayMs) * dayMs + 8 * 3_600_000;
  for (let end = firstEnd; end - dayMs < until; end += dayMs)
    values.push({ value: seenUntil(end) - seenUntil(end - dayMs), end_time: graphTime(end) });
  return { values };
}

function demographics(threads: Threads, call: Call, account: Account): object | undefined {
  const breakdown = call.input('breakdown');
  if (breakdown === undefined) throw missingParameter('breakdown');
  const examples: Record<string, string> = { country: 'GB', city: 'Leeds', age: '25-34', gender: 'F' };
  const example = examples[breakdown];
  if (example === undefined) throw invalidParameter('Param breakdown must be one of {country, city, age, gender}');
  const { followers_count: value } = profileOf(threads, account);
  if (value < followersMin) return undefined;
  const results = [{ dimension_values: [example], value }];
  return { total_value: { breakdowns: [{ dimension_keys: [breakdown], results }] } };
}

type Values = Readonly<Record<(typeof postMetrics)[number], number>>;

/** Numbers that hold together: what is really there, and an audience that depends on the id and on time. */
function valuesOf(threads: Threads, row: PostRow, at = threads.world.clock.now()): Values {
  const replies = repliesTo(threads, row.id).length;
  const quotes = threads.store.posts.where('account', row.account).filter(({ quote_of }) => quote_of === row.id).length;
  const size = 20 + (Number(row.id.slice(-3)) % 80);
  const reach = size + seenSince(size, row.created_at, at);
  return {
    views: reach + conversationOf(threads, row.id).length,
    likes: row.liked_by.length,
    replies,
    reposts: row.reposted_by.length,
    quotes,
    shares: 0,
  };
}

function requestedMetrics<Name extends string>(call: Call, known: readonly Name[]): Name[] {
  const requested = (listInput(call, 'metric') ?? []).map(String).filter(Boolean);
  if (requested.length === 0) throw missingParameter('metric');
  return requested.map((metric, index) => {
    const name = known.find((candidate) => candidate === metric);
    if (!name) throw invalidParameter(`metric[${index}] must be one of the following values: ${known.join(', ')}`);
    return name;
  });
}
