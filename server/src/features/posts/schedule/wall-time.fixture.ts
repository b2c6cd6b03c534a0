import { Temporal } from '@js-temporal/polyfill';
import { fromWallTime } from './wall-time.ts';

/** Every zone that the runtime knows. */
export const ZONES = Intl.supportedValuesOf('timeZone');

const YEARS = 4;
const START = Date.UTC(new Date().getUTCFullYear() - 1, 0, 1);
const END = Date.UTC(new Date().getUTCFullYear() - 1 + YEARS, 0, 1);
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

/** Wall times around every change of the zone's clocks in four years, by the offset before and the one after. */
export function timesAroundChanges(zone: string): string[] {
  const times: string[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(zone);
  for (;;) {
    const change = at.getTimeZoneTransition('next');
    if (change === null || change.epochMilliseconds > END) return times;
    const offsets = [change.subtract({ seconds: 1 }).offsetNanoseconds, change.offsetNanoseconds];
    for (const offset of offsets)
      for (const seconds of AROUND)
        for (const sign of [-1, 1])
          times.push(toText(change.epochMilliseconds + offset / 1_000_000 + sign * seconds * 1000));
    at = change;
  }
}

/** Wall times whose instant differs from the one of another implementation or of the rule below. */
export async function mismatchesOf(zone: string, times: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const time of times) {
    const { at, local } = await fromWallTime(time, zone);
    const expected = otherInstant(time, zone);
    if (at.getTime() !== expected || local !== time)
      wrong.push(`${time} ${zone}: ${at.toISOString()} instead of ${new Date(expected).toISOString()}`);
  }
  return wrong;
}

/** The rule in other words: skipped times move forward, of doubled times the earlier one counts. */
function otherInstant(time: string, zone: string): number {
  const plain = Temporal.PlainDateTime.from(time);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isSkipped = !earlier.toPlainDateTime().equals(plain);
  return (isSkipped ? plain.toZonedDateTime(zone, { disambiguation: 'later' }) : earlier).epochMilliseconds;
}

function toText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
