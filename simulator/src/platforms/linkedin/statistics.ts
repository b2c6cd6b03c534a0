import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import { illegal, invalidParameter } from './errors.ts';
import { readRange } from './notifications.ts';
import { requireAdministrated } from './people/profile.ts';
import { listIn, requiredIn, valueIn } from './restli.ts';
import type { LinkedIn, PostRow } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics */
const dayMs = 86_400_000;
const daysMax = 400;
/** Nobody looks here, so every action stands for so many looks and clicks. */
const impressionsPerAction = 12;
const viewersPerAction = 9;
const clicksPerAction = 2;

interface Period {
  readonly start: number;
  readonly end: number;
}

const always: Period = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** `GET /rest/organizationalEntityShareStatistics`; posts without any activity are left out. */
export function shareStatistics(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (requiredIn(call, 'q') !== 'organizationalEntity') throw illegal('Unknown finder');
  const organizationalEntity = requireAdministrated(linkedin, call, 'organizationalEntity');
  const shares = listIn(call, 'shares') ?? [];
  const ugcPosts = listIn(call, 'ugcPosts') ?? [];
  if (shares.some((urn) => !urn.startsWith('urn:li:share:'))) throw invalidParameter('shares must be share URNs');
  if (ugcPosts.some((urn) => !urn.startsWith('urn:li:ugcPost:')))
    throw invalidParameter('ugcPosts must be ugcPost URNs');
  const own = linkedin.store.posts.where('author', organizationalEntity);
  const periods = periodsIn(call) ?? [always];
  const element = (posts: readonly PostRow[], period: Period, name: object) => ({
    organizationalEntity,
    ...name,
    ...(period !== always && { timeRange: period }),
    totalShareStatistics: totalOf(linkedin, posts, period),
  });
  const named = [...shares, ...ugcPosts];
  const elements =
    named.length === 0
      ? periods.map((period) => element(own, period, {}))
      : own
          .filter(({ id }) => named.includes(id))
          .flatMap((post) =>
            periods
              .filter((period) => actionsOf(linkedin, post, period) > 0)
              .map((period) => element([post], period, { [post.id.split(':')[2] ?? 'share']: post.id })),
          );
  return json({ paging: { start: 0, count: 10, links: [] }, elements });
}

function totalOf(linkedin: LinkedIn, posts: readonly PostRow[], period: Period): object {
  const counts = posts.map((post) => countsOf(linkedin, post, period));
  const sum = (name: 'likes' | 'comments' | 'shares') => counts.reduce((total, one) => total + one[name], 0);
  const [likeCount, commentCount, shareCount] = [sum('likes'), sum('comments'), sum('shares')];
  const actions = likeCount + commentCount + shareCount;
  const [impressionCount, clickCount] = [actions * impressionsPerAction, actions * clicksPerAction];
  return {
    uniqueImpressionsCount: actions * viewersPerAction,
    shareCount,
    engagement: impressionCount === 0 ? 0 : (actions + clickCount) / impressionCount,
    clickCount,
    likeCount,
    impressionCount,
    commentCount,
  };
}

function countsOf({ store }: LinkedIn, post: PostRow, { start, end }: Period) {
  const count = (rows: readonly { created_at: number }[]) =>
    rows.filter(({ created_at }) => created_at >= start && created_at < end).length;
  return {
    likes: count(store.reactions.where('root', post.activity)),
    comments: count(store.comments.where('post', post.id)),
    shares: count(store.shares.where('post', post.id)),
  };
}

function actionsOf(linkedin: LinkedIn, post: PostRow, period: Period): number {
  const { likes, comments, shares } = countsOf(linkedin, post, period);
  return likes + comments + shares;
}

/** `(timeRange:(start:1,end:2),timeGranularityType:DAY)`. */
function periodsIn(call: Call): Period[] | undefined {
  const value = valueIn(call, 'timeIntervals');
  if (value === undefined) return undefined;
  const { timeRange, timeGranularityType } = value as Record<string, unknown>;
  const range = readRange(timeRange);
  if (timeGranularityType !== 'DAY' && timeGranularityType !== 'MONTH') throw invalidParameter('Unknown granularity');
  const stepMs = timeGranularityType === 'DAY' ? dayMs : 30 * dayMs;
  const steps = Math.ceil((range.end - range.start) / stepMs);
  if (steps < 1 || steps > daysMax) throw invalidParameter('Invalid timeIntervals');
  return Array.from({ length: steps }, (_, step) => ({
    start: range.start + step * stepMs,
    end: Math.min(range.end, range.start + (step + 1) * stepMs),
  }));
}

/** `GET /rest/organizationalEntityFollowerStatistics`: the followers who came in each period. */
export function followerStatistics(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (requiredIn(call, 'q') !== 'organizationalEntity') throw illegal('Unknown finder');
  const organizationalEntity = requireAdministrated(linkedin, call, 'organizationalEntity');
  const id = organizationalEntity.replace('urn:li:organization:', '');
  const account = linkedin.world.accounts.get(id);
  const now = linkedin.world.clock.now();
  const joined = (at: number) => (account ? joinedSince(id, account.created_at, Math.min(at, now)) : 0);
  const elements = (periodsIn(call) ?? [always]).map((period) => ({
    organizationalEntity,
    ...(period !== always && { timeRange: period }),
    followerGains: { organicFollowerGain: joined(period.end) - joined(period.start), paidFollowerGain: 0 },
  }));
  return json({ paging: { start: 0, count: 10, links: [] }, elements });
}
