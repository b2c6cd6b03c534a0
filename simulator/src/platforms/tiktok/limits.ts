import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { rateLimited } from './errors.ts';

const windowSeconds = 60;

/** Calls a minute of each token, by path. https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^\/v2\/post\/publish\/(video|content)\/init\//, 6],
  [/^\/v2\/post\/publish\/status\/fetch\//, 30],
  [/^\/v2\/post\/publish\/creator_info\//, 20],
  [/^\/v2\/(user\/info|video\/list|video\/query)\//, 600],
];

export function checkRate(world: World, call: Call): PlatformResponse | undefined {
  const found = limits.find(([path]) => path.test(call.path));
  if (!found || call.host !== 'api' || !call.token) return undefined;
  const [path, limit] = found;
  const rate = world.rate(`${path}:${call.token.value}`, limit, windowSeconds);
  return rate.exceeded ? rateLimited((rate.resetAt - world.clock.now()) / 1000) : undefined;
}
