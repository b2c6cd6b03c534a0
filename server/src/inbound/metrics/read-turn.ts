import {
  ACCOUNT_METRICS,
  checkedNumbers,
  DAY_METRICS,
  type DayMetrics,
  type Metrics,
  POST_METRICS,
} from '../../core/analytics/metrics.ts';
import type { Connector } from '../../core/connector.ts';
import { unless } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import {
  ACCOUNT_SECONDS,
  CORRECTED_DAYS,
  type PostReading,
  type readings,
  secondsUntilNext,
} from '../../features/analytics/index.ts';
import { compact } from '../../lib/compact.ts';

/** Posts of one turn: one call where the platform reads many at once. */
const SINGLE_POSTS_MAX = 20;
/** An account may not read these, or has none: the numbers are absent, and that is no failure. */
const WITHOUT = unless('forbidden', 'not_found', 'rejected', 'not_supported');
const DAY_MS = 24 * 3600_000;

/** How many due posts one turn reads. */
export function postsMax({ postsMetrics, metrics }: Connector): number {
  return postsMetrics?.max ?? (metrics === undefined ? 0 : SINGLE_POSTS_MAX);
}

/** Whether the platform tells any number. */
export function tellsNumbers({ metrics, postsMetrics, accountMetrics, dailyMetrics }: Connector): boolean {
  return [metrics, postsMetrics, accountMetrics, dailyMetrics].some((ability) => ability !== undefined);
}

/** The numbers that a turn has read so far. A failure keeps them. */
export interface Turn {
  account?: NonNullable<readings.ReadingResult['account']>;
  days?: readonly DayMetrics[];
  daysReadUntil?: string;
  readonly posts: PostReading[];
  readonly missing: { platformId: string; afterSeconds: number }[];
  /** The post whose reading ended the turn. */
  failedPostId?: string;
  accountAfterSeconds?: number;
  /** Names that are none of ours, and values that are no numbers. */
  ignored: number;
}

/** Reads what is due of an account into `turn`: its own numbers, its days, its posts. Throws PlatformError. */
export async function readTurn(
  connector: Connector,
  session: Session,
  job: readings.ReadingJob,
  posts: readonly readings.DuePost[],
  turn: Turn,
): Promise<void> {
  if (job.isAccountDue) await readAccount(connector, session, job, turn);
  await readPosts(connector, session, posts, turn);
}

async function readAccount(
  { accountMetrics, dailyMetrics }: Connector,
  session: Session,
  job: readings.ReadingJob,
  turn: Turn,
): Promise<void> {
  const account = accountMetrics === undefined ? undefined : await accountMetrics(session).catch(WITHOUT);
  if (account !== undefined) turn.account = checked(ACCOUNT_METRICS, account, turn);
  if (dailyMetrics !== undefined) {
    const to = dayOf(session.now().getTime());
    const days = await dailyMetrics.read(session, firstDay(dailyMetrics.daysBack, job, to), to).catch(WITHOUT);
    if (days !== undefined) {
      turn.days = days.map(({ day, metrics }) => ({ day, metrics: checked(DAY_METRICS, metrics, turn) }));
      turn.daysReadUntil = to;
    }
  }
  turn.accountAfterSeconds = ACCOUNT_SECONDS;
}

function firstDay(daysBack: number, { daysReadUntil }: readings.ReadingJob, to: string): string {
  const oldest = Date.parse(to) - daysBack * DAY_MS;
  if (daysReadUntil === null) return dayOf(oldest);
  return dayOf(Math.min(Math.max(oldest, Date.parse(daysReadUntil) - CORRECTED_DAYS * DAY_MS), Date.parse(to)));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function readPosts(
  connector: Connector,
  session: Session,
  posts: readonly readings.DuePost[],
  turn: Turn,
): Promise<void> {
  const note = ({ platformId, ageSeconds }: readings.DuePost, metrics: Metrics | undefined) => {
    const afterSeconds = secondsUntilNext(ageSeconds, connector.areReadsBilled === true);
    if (metrics === undefined) turn.missing.push({ platformId, afterSeconds: afterSeconds ?? ACCOUNT_SECONDS });
    else turn.posts.push({ platformId, metrics: checked(POST_METRICS, metrics, turn), afterSeconds });
  };
  const { postsMetrics, metrics: readOne } = connector;
  if (posts.length === 0) return;
  if (postsMetrics !== undefined) {
    const ids = posts.map(({ platformId }) => platformId);
    const found = await postsMetrics.read(session, ids);
    for (const post of posts) note(post, found.get(post.platformId));
  } else if (readOne !== undefined) {
    for (const post of posts) {
      turn.failedPostId = post.platformId;
      note(post, await readOne(session, post).catch(unless('not_found', 'rejected')));
      delete turn.failedPostId;
    }
  }
}

function checked<Name extends string>(names: readonly Name[], told: Readonly<Record<string, unknown>>, turn: Turn) {
  const { numbers, ignored } = checkedNumbers(names, compact(told));
  turn.ignored += ignored;
  return numbers;
}
