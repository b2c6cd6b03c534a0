import { closest } from '../../lib/closest.ts';

/** An instant with the wall time that names it in a zone. */
export interface WallTime {
  readonly at: Date;
  /** Date and time without an offset, as it was asked for: a time that the clocks skip stays as it is here. */
  readonly local: string;
}

/** Zones are rarely named, and the rules of Temporal cost some megabytes: they come with the first zone. */
async function temporal() {
  return (await import('temporal-polyfill')).Temporal;
}

/** Names that ICU knows although the IANA database has no such zone. */
const NOT_IANA = /^SystemV\//i;

/** The IANA name as the database spells it, whatever the case, or undefined when there is no such zone. */
export async function zoneNamed(name: string): Promise<string | undefined> {
  // An offset such as +02:00 is accepted by Temporal; it is no zone, for it has no rules.
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name) || NOT_IANA.test(name)) return undefined;
  const { ZonedDateTime } = await temporal();
  try {
    return new ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

/** Present names of places that the runtime lists under a former name only. */
const RENAMED = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'America/Nuuk'];

/** The zone that a mistyped or incomplete name most likely meant: `Europe/Berln` and `Berlin` are Europe/Berlin. */
export function likelyZone(name: string): string | undefined {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...RENAMED];
  const word = name.trim().replaceAll(' ', '_');
  const whole = closest(word, zones);
  // Abbreviations such as CEST are no misspelt cities.
  if (whole !== undefined || word.includes('/') || /^[A-Z]{2,5}$/.test(word)) return whole;
  const byCity = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  return byCity.get(closest(word, [...byCity.keys()]) ?? '');
}

/**
 * The instant of a wall time. Where the clocks skip it, it moves forward by as much as they do; where it comes twice,
 * the earlier one counts.
 */
export async function fromWallTime(local: string, zone: string): Promise<WallTime> {
  const { PlainDateTime } = await temporal();
  const plain = PlainDateTime.from(local.replace(' ', 'T')).round({
    smallestUnit: 'millisecond',
    roundingMode: 'trunc',
  });
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'compatible' });
  return { at: new Date(zoned.epochMilliseconds), local: plain.toString() };
}

/** What the clocks of a zone show at an instant, and their offset from UTC such as `+02:00`. */
export async function toWallTime(at: Date, zone: string): Promise<{ local: string; offset: string }> {
  const { Instant } = await temporal();
  const zoned = Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { local: zoned.toPlainDateTime().toString(), offset: zoned.offset };
}
