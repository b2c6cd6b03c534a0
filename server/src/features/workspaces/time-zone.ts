import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { likelyZone, zoneNamed } from '../../lib/time-zone.ts';

/** The name of a time zone as input; `knownZone` checks it. */
export const TimeZoneName = z.string().min(1).max(64);

/** The zone as the IANA database spells it. 400 `timezone` for an unknown one, with the zone that `guess` returns. */
export async function knownZone(name: string, guess = likelyZone): Promise<string> {
  const zone = await zoneNamed(name);
  if (zone !== undefined) return zone;
  const likely = guess(name);
  throw invalid(
    'timezone',
    `There is no time zone ${JSON.stringify(name)}.${likely === undefined ? ' Use a name of the IANA database such as Europe/Berlin.' : ` Did you mean ${likely}?`}`,
  );
}
