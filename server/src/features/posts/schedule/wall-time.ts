import { closest } from '../../../lib/closest.ts';

/** An instant and its wall time in a zone. */
export interface WallTime {
  readonly at: Date;
  /** Date and time without an offset, as the caller sent it, also when the clocks skip that time. */
  readonly local: string;
}

/** Temporal costs some megabytes and zones are rare, so it is loaded with the first zone. */
async function temporal() {
  return (await import('temporal-polyfill')).Temporal;
}

/** Names that ICU knows but the IANA database does not. */
const NOT_IANA = /^SystemV\//i;

/** The zone's name as the IANA database spells it, or undefined when there is no such zone. Ignores case. */
export async function zoneNamed(name: string): Promise<string | undefined> {
  // Temporal accepts offsets such as +02:00 as zones; we do not.
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name) || NOT_IANA.test(name)) return undefined;
  const { ZonedDateTime } = await temporal();
  try {
    return new ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

/** Current names of zones that the runtime lists only under a former name. */
const RENAMED = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'America/Nuuk'];

/** The most likely zone for a mistyped or incomplete name: Europe/Berlin for `Europe/Berln` and `Berlin`. */
export function likelyZone(name: string): string | undefined {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...RENAMED];
  const word = name.trim().replaceAll(' ', '_');
  const whole = closest(word, zones);
  // Abbreviations such as CEST are not misspelt cities.
  if (whole !== undefined || word.includes('/') || /^[A-Z]{2,5}$/.test(word)) return whole;
  const byCity = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  return byCity.get(closest(word, [...byCity.keys()]) ?? '');
}

/**
 * The instant of a wall time. A time that the clocks skip moves forward by the size of the gap. Of a time that comes
 * twice, the earlier one counts.
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

/** The wall time of an instant in a zone, and the zone's offset from UTC, such as `+02:00`. */
export async function toWallTime(at: Date, zone: string): Promise<{ local: string; offset: string }> {
  const { Instant } = await temporal();
  const zoned = Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { local: zoned.toPlainDateTime().toString(), offset: zoned.offset };
}
