import { invalid } from '../../../core/errors.ts';
import { Instant, toInstant } from '../../../core/instant.ts';
import { knownZone, TimeZoneName } from '../../workspaces/index.ts';
import { fromWallTime, toWallTime, type WallTime } from './wall-time.ts';

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;
const DAYS_AHEAD_MAX = 730;

/** The time at which a post is due: an instant, or wall time in the post's `timezone`. */
export const ScheduledAt = Instant.meta({
  wire: { type: 'string', format: 'date-time' },
  description: 'Without an offset it is wall time in `timezone`, or UTC when the post has none',
});

export const PostZone = TimeZoneName.meta({
  description: 'IANA zone of a scheduled_at without offset, such as Europe/Berlin',
});

/** A due time. `local` is the wall time that the caller sent together with a zone. */
export interface Schedule {
  readonly at: Date;
  readonly local: string | null;
}

/** Whether a time has an offset. The day of a date-only value looks like one, so short texts have none. */
function hasOffset(text: string): boolean {
  return text.length > 10 && OFFSET.test(text);
}

/** The zone by its IANA name; null when none was given. 400 `timezone` for an unknown zone, with a guess. */
export async function toZone(
  name: string | undefined,
  guess?: (name: string) => string | undefined,
): Promise<string | null> {
  return name === undefined ? null : knownZone(name, guess);
}

/**
 * The due time of a post or target, or null when none was given. It must lie in the future, at most two years ahead. An
 * offset beside a zone must be the zone's offset at that time.
 */
export async function toSchedule(
  text: string | undefined,
  zone: string | null,
  field: string,
  now: () => Promise<Date>,
): Promise<Schedule | null> {
  if (text === undefined) return null;
  const schedule =
    zone === null
      ? { at: toInstant(text) as Date, local: null }
      : hasOffset(text)
        ? await agreed(text, zone, field)
        : await fromWallTime(text, zone);
  assertAhead(schedule.at, field, await now());
  return schedule;
}

async function agreed(text: string, zone: string, field: string): Promise<WallTime> {
  const at = toInstant(text) as Date;
  const shown = await toWallTime(at, zone);
  const { local } = await fromWallTime(text.replace(OFFSET, ''), 'UTC');
  if (shown.local === local) return { at, local };
  throw invalid(
    field,
    `${field} ${text} carries an offset that ${zone} does not have then; the clocks there show ${shown.local}${shown.offset}. Send the wall time without an offset, or leave timezone out.`,
  );
}

function assertAhead(at: Date, field: string, now: Date): void {
  if (at.getTime() <= now.getTime())
    throw invalid(field, `${field} must lie in the future; ${at.toISOString()} has passed.`);
  if (at.getTime() > now.getTime() + DAYS_AHEAD_MAX * 86_400_000)
    throw invalid(field, `${field} may lie at most two years ahead.`);
}

/** The times of a post or target as it is stored. */
interface Timed {
  readonly scheduled_at: Date | string | null;
  readonly scheduled_local: string | null;
}

interface TimeChanges {
  readonly scheduled_at?: string | null | undefined;
  readonly timezone?: string | undefined;
}

/**
 * The zone and times of a scheduled post after a change, as a request would send them. A new time with an offset drops the
 * zone. A new zone keeps the wall times.
 */
export async function mergeTimes(post: Timed & { readonly timezone: string | null }, changes: TimeChanges) {
  const isInstant = typeof changes.scheduled_at === 'string' && hasOffset(changes.scheduled_at);
  const zone = changes.timezone !== undefined || isInstant ? await toZone(changes.timezone) : post.timezone;
  return {
    timezone: zone ?? undefined,
    /** A stored time that stays; undefined when there is none. */
    async kept({ scheduled_at: at, scheduled_local: local }: Timed): Promise<string | undefined> {
      if (at === null) return undefined;
      return toText({ at: new Date(at), local }, post.timezone, zone);
    },
  };
}

/** A text that `toSchedule` reads in the next zone. In the same zone it gives the same instant. */
async function toText({ at, local }: Schedule, zone: string | null, next: string | null): Promise<string> {
  if (next === null) return at.toISOString();
  if (local !== null && (next !== zone || (await fromWallTime(local, next)).at.getTime() === at.getTime()))
    return local;
  const shown = await toWallTime(at, next);
  return `${shown.local}${shown.offset}`;
}
