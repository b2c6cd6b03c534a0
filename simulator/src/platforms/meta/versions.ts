import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { graphResponse } from './errors.ts';

/** Fastify path segment of a Graph version, so that `/v25.0/me` and `/me/media` can be told apart. */
export const versionSegment = '/:version(^v\\d+\\.\\d+$)';

const oldest = 21;
const newest = 26;
const appDefault = 'v25.0';

/**
 * The version that serves a call: an ended one is served by the oldest that lives, none by the app's default.
 * https://developers.facebook.com/docs/graph-api/changelog. Null for one that does not exist yet.
 */
export function servedVersion(call: Call): string | null {
  const asked = call.param('version');
  if (asked === '') return appDefault;
  const major = Number(asked.slice(1).split('.')[0]);
  if (major > newest) return null;
  return major < oldest ? `v${oldest}.0` : asked;
}

/** Rejects a call of a version that does not exist yet. */
export function unknownVersion(world: World, call: Call): PlatformResponse | undefined {
  if (servedVersion(call) !== null) return undefined;
  return graphResponse(world, { message: `Unknown path components: /${call.param('version')}`, code: 2500 });
}

/** Every answer names the version that served it. */
export function withVersion(call: Call, answer: PlatformResponse): PlatformResponse {
  const version = servedVersion(call);
  return version === null ? answer : { ...answer, headers: { 'facebook-api-version': version, ...answer.headers } };
}

/** Path of an edge, for paging links: `/v25.0/1784…/media`. */
export function edgePath(call: Call, id: string, edge: string): string {
  return `/${servedVersion(call) ?? appDefault}/${id}/${edge}`;
}
