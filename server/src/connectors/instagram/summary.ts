import type { AccountSummary } from '../../core/account-abilities.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { present } from '../meta/wire.ts';
import { readProfile } from './auth.ts';
import { call } from './client.ts';
import { toProfile } from './map.ts';
import { totals, type WireTotals } from './wire.ts';

/** The longest time that one call may ask for. */
const PERIOD_MS = 30 * 24 * 3600_000;

/** https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights */
export async function summary(session: Session): Promise<AccountSummary> {
  const profile = await readProfile(session);
  const { username, name, pictureUrl } = toProfile(profile);
  // Whole seconds are all that can be asked for; the one that runs counts.
  const end = new Date(Math.ceil(session.now().getTime() / 1000) * 1000);
  const start = new Date(end.getTime() - PERIOD_MS);
  const counted = await asked(session, { start, end, metric: 'reach,views,accounts_engaged,total_interactions' });
  const follows = await asked(session, { start, end, metric: 'follows_and_unfollows', breakdown: 'follow_type' });
  const total = (metric: string) => entryOf(counted, metric)?.value ?? 0;
  return {
    username,
    name,
    ...present({ pictureUrl }),
    counts: present({
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

interface Wish {
  readonly start: Date;
  readonly end: Date;
  readonly metric: string;
  readonly breakdown?: string;
}

async function asked(session: Session, { start, end, ...wish }: Wish): Promise<WireTotals> {
  const seconds = (time: Date) => time.getTime() / 1000;
  const period = { period: 'day', metric_type: 'total_value', since: seconds(start), until: seconds(end) };
  try {
    const path = [session.account.platformId, 'insights'];
    return await call(session, { method: 'GET', path, query: { ...wish, ...period }, answer: totals });
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

/** Who came, less who went. Accounts with fewer than 100 followers are not told. */
function netOf(follows: WireTotals): number {
  const results = entryOf(follows, 'follows_and_unfollows')?.breakdowns?.flatMap((part) => part.results ?? []) ?? [];
  const sum = (type: string) =>
    results.filter(({ dimension_values: [name] }) => name === type).reduce((all, { value }) => all + value, 0);
  return sum('FOLLOWER') - sum('NON_FOLLOWER');
}
