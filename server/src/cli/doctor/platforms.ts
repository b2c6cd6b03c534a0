import type { Context } from '../../core/context.ts';
import { type Finding, ok, wrong } from './finding.ts';

const DAYS_AHEAD = 90;
const DAY_MS = 86_400_000;

/** Versions of platform APIs that end soon, out of what the connectors declare. */
export function checkVersions(connectors: Context['connectors'], now: Date): Finding {
  const ends = Object.values(connectors).flatMap(({ displayName, version: { name, sunsetAt } }) =>
    sunsetAt === undefined
      ? []
      : [{ what: `${displayName} ${name}`, sunsetAt, inMs: Date.parse(sunsetAt) - now.getTime() }],
  );
  const soon = ends.filter(({ inMs }) => inMs < DAYS_AHEAD * DAY_MS);
  if (soon.length > 0)
    return wrong(
      'platform versions',
      soon.map(({ what, sunsetAt, inMs }) => `${what} ${inMs < 0 ? 'ended' : 'ends'} on ${sunsetAt}`).join('; '),
      'Update Hubbub to a release that speaks newer ones.',
    );
  const next = ends.map(({ sunsetAt }) => sunsetAt).sort()[0];
  return ok('platform versions', next === undefined ? 'none has an announced end' : `none ends before ${next}`);
}
