import { Temporal } from '@js-temporal/polyfill';
import { fromWallTime } from './wall-time.ts';

/** Every zone that the runtime knows. */
export const ZONES = Intl.supportedValuesOf('timeZone');

const YEARS = 4;
const START = Date.UTC(new Date().getUTCFullYear() - 1, 0, 1);
const END = Date.UTC(new Date().getUTCFullYear() - 1 + YEARS, 0, 1);
const DAY_MS = 86_400_000;
/** Seconds around a change of the clocks at which mistakes would show. */
const AROUND = [0, 1, 59, 60, 899, 900, 1799, 1800, 1801, 3599, 3600, 3601, 5400, 7199, 7200, 7201, 86_400];

/** Wall times of the zone, spread over four years by a seed. */
export function randomTimes(count: number, seed: number): string[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => toText(START + next() * (END - START)));
}

/** A time in which the zone keeps one offset from UTC, all in milliseconds. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** The offsets of the zone in four years, by the other implementation. */
function periodsOf(zone: string): Period[] {
  const periods: Period[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(zone);
  let from = Number.NEGATIVE_INFINITY;
  for (;;) {
    const change = at.getTimeZoneTransition('next');
    const isLast = change === null || change.epochMilliseconds > END + DAY_MS;
    const to = isLast ? Number.POSITIVE_INFINITY : change.epochMilliseconds;
    periods.push({ from, to, offset: at.offsetNanoseconds / 1_000_000 });
    if (isLast) return periods;
    at = change;
    from = to;
  }
}

/** Wall times around every change of the zone's clocks in four years, by the offset before and the one after. */
export function timesAroundChanges(zone: string): string[] {
  const [first, ...later] = periodsOf(zone);
  const times: string[] = [];
  let before = first?.offset ?? 0;
  for (const { from, offset } of later.filter((period) => period.from <= END)) {
    for (const one of [before, offset])
      for (const seconds of AROUND) for (const sign of [-1, 1]) times.push(toText(from + one + sign * seconds * 1000));
    before = offset;
  }
  return times;
}

/** Wall times whose instant differs from the one that the other implementation's offsets and the rule below give. */
export async function mismatchesOf(zone: string, times: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const periods = periodsOf(zone);
  for (const time of times) {
    const { at, local } = await fromWallTime(time, zone);
    const expected = otherInstant(Date.parse(`${time}Z`), periods);
    if (at.getTime() !== expected || local !== time)
      wrong.push(`${time} ${zone}: ${at.toISOString()} instead of ${new Date(expected).toISOString()}`);
  }
  return wrong;
}

/** The rule in other words: skipped times move forward, of doubled times the earlier one counts. */
function otherInstant(wall: number, periods: readonly Period[]): number {
  const found = periods.find(({ from, to, offset }) => wall - offset >= from && wall - offset < to);
  // A skipped time is later than all of one period and earlier than all of the next.
  const { offset } = found ?? (periods.findLast(({ to, offset }) => wall - offset >= to) as Period);
  return wall - offset;
}

function toText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
