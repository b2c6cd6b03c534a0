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
  // Temporal takes far longer to reject a name.
  if (!isIcuZone(name)) return undefined;
  const { ZonedDateTime } = await temporal();
  try {
    return new ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

/** A bound for spellings of the same names. */
const REMEMBERED_MAX = 1000;
const icuZones = new Set<string>();

function isIcuZone(name: string): boolean {
  if (icuZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (icuZones.size < REMEMBERED_MAX) icuZones.add(name);
  return true;
}

/** Current names of zones that the runtime lists only under a former name. */
const RENAMED = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'America/Nuuk'];

/**
 * The most likely zone for a mistyped or incomplete name: Europe/Berlin for `Europe/Berln` and `Berlin`. It takes some
 * milliseconds.
 */
export function likelyZone(name: string): string | undefined {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...RENAMED];
  const word = name.trim().replaceAll(' ', '_');
  const whole = closest(word, zones);
  // Abbreviations such as CEST are not misspelt cities.
  if (whole !== undefined || word.includes('/') || /^[A-Z]{2,5}$/.test(word)) return whole;
  const byCity = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  return byCity.get(closest(word, [...byCity.keys()]) ?? '');
}

/** Guesses as `likelyZone` does, for the first few names only, so that many mistyped ones cost little. */
export function fewGuesses(namesMax: number): (name: string) => string | undefined {
  const guesses = new Map<string, string | undefined>();
  return (name) => {
    if (guesses.size < namesMax && !guesses.has(name)) guesses.set(name, likelyZone(name));
    return guesses.get(name);
  };
}
