import type { Context } from '../../core/context.ts';
import { type Finding, ok, wrong } from './finding.ts';

const DAYS_AHEAD = 90;
const DAY_MS = 86_400_000;

/** Versions of platform APIs that end soon, as the connectors declare them. */
export function checkVersions(connectors: Context['connectors'], now: Date): Finding {
  const ends = Object.values(connectors).flatMap(({ displayName, version: { name, sunsetAt } }) =>
    sunsetAt === undefined
      ? []
      : [{ release: `${displayName} ${name}`, sunsetAt, inMs: Date.parse(sunsetAt) - now.getTime() }],
  );
  const soon = ends.filter(({ inMs }) => inMs < DAYS_AHEAD * DAY_MS);
  if (soon.length > 0)
    return wrong(
      'platform versions',
      soon.map(({ release, sunsetAt, inMs }) => `${release} ${inMs < 0 ? 'ended' : 'ends'} on ${sunsetAt}`).join('; '),
      'Update Hubbub to a release with newer versions.',
    );
  const next = ends.map(({ sunsetAt }) => sunsetAt).sort()[0];
  return ok('platform versions', next === undefined ? 'none has an announced end' : `none ends before ${next}`);
}
