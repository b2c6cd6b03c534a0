const DAY_MS = 86_400_000;
/** Zones change their offset at full quarters of an hour only. */
const QUARTER_MS = 900_000;

export interface WallClock {
  /** The time that clocks of the zone show, as if it were UTC. */
  readonly shownMs: (instant: Date) => number;
  /** `2026-01-31` */
  readonly day: (instant: Date) => string;
  /** `31 Jan 2026, 14:05` */
  readonly minute: (instant: Date) => string;
}

/** `31 Jan 2026` for `2026-01-31`. */
export function shortDay(day: string): string {
  return mediumDay.format(new Date(`${day}T00:00:00Z`));
}

/** Clocks of an IANA zone; of UTC when the machine does not know the zone. */
export function wallClock(zone: string): WallClock {
  const format = formatOf(zone);
  let quarter = Number.NaN;
  let offset = 0;
  const shownMs = (instant: Date) => {
    const ms = instant.getTime();
    const now = Math.floor(ms / QUARTER_MS);
    if (now !== quarter) {
      quarter = now;
      offset = shownBy(format, now * QUARTER_MS) - now * QUARTER_MS;
    }
    return ms + offset;
  };
  return {
    shownMs,
    day: (instant) => new Date(shownMs(instant)).toISOString().slice(0, 10),
    minute: (instant) => shortMinute.format(new Date(shownMs(instant))),
  };
}

const mediumDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const shortMinute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric';
  const parts = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone: 'UTC' });
  }
}

function shownBy(format: Intl.DateTimeFormat, ms: number): number {
  const of: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) of[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Days since Excel's day 0, by the clock of the zone. */
export function excelSerial(shownMs: number): number {
  return shownMs / DAY_MS + 25_569;
}
