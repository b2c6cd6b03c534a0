import type { AccountSummary } from '../../core/account-abilities.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { readProfile } from './auth.ts';
import { call } from './client.ts';
import { toProfile } from './map.ts';
import { totals, type WireTotals } from './wire.ts';

/** The longest period that one call may ask for. */
const PERIOD_MS = 30 * 24 * 3600_000;

/** https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights */
export async function summary(session: Session): Promise<AccountSummary> {
  const profile = await readProfile(session);
  const { username, name, pictureUrl } = toProfile(profile);
  // Instagram accepts whole seconds only. The current second counts.
  const end = new Date(Math.ceil(session.now().getTime() / 1000) * 1000);
  const start = new Date(end.getTime() - PERIOD_MS);
  const counted = await readTotals(session, { start, end, metric: 'reach,views,accounts_engaged,total_interactions' });
  const follows = await readTotals(session, { start, end, metric: 'follows_and_unfollows', breakdown: 'follow_type' });
  const total = (metric: string) => entryOf(counted, metric)?.value ?? 0;
  return {
    username,
    name,
    ...compact({ pictureUrl }),
    counts: compact({
      followers: profile.followers_count,
      following: profile.follows_count,
      posts: profile.media_count,
    }),
    period: {
      start,
      end,
      reach: total('reach'),
      views: total('views'),
      interactions: total('total_interactions'),
      accountsEngaged: total('accounts_engaged'),
      netFollows: netOf(follows),
    },
  };
}

interface Query {
  readonly start: Date;
  readonly end: Date;
  readonly metric: string;
  readonly breakdown?: string;
}

async function readTotals(session: Session, { start, end, ...metric }: Query): Promise<WireTotals> {
  const seconds = (time: Date) => time.getTime() / 1000;
  const period = { period: 'day', metric_type: 'total_value', since: seconds(start), until: seconds(end) };
  try {
    const path = [session.account.platformId, 'insights'];
    return await call(session, { method: 'GET', path, query: { ...metric, ...period }, response: totals });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'forbidden') throw error;
    throw new PlatformError('forbidden', error.message, {
      ...error.facts,
      reason: 'insights_scope_missing',
      remedy: 'Connect the account again and grant the right to read its insights.',
    });
  }
}

function entryOf({ data }: WireTotals, metric: string) {
  return data.find(({ value }) => value.name === metric)?.value.total_value;
}

/** New followers less lost followers. Instagram omits it for accounts with fewer than 100 followers. */
function netOf(follows: WireTotals): number {
  const results = entryOf(follows, 'follows_and_unfollows')?.breakdowns?.flatMap((part) => part.results ?? []) ?? [];
  const sum = (type: string) =>
    results.filter(({ dimension_values: [name] }) => name === type).reduce((all, { value }) => all + value, 0);
  return sum('FOLLOWER') - sum('NON_FOLLOWER');
}
