import { closest } from './closest.ts';

/** Temporal costs some megabytes and zones are rare, so it is loaded with the first zone. */
export async function temporal() {
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
