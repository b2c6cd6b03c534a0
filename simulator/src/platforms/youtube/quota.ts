import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { quotaExceeded } from './errors.ts';

/**
 * https://developers.google.com/youtube/v3/determine_quota_cost, as of September 2026 (before, an upload cost 1600 units).
 * A project begins with 10,000 units; this one was given more, as it is asked for comments every two seconds.
 */
const unitsPerDay = 100_000;
const uploadsPerDay = 100;
const changeUnits = 50;
const captionsUnits = { list: 50, download: 200 };
const daySeconds = 24 * 3600;

/**
 * The quotas of a day. Here each channel has those of a project of its own, so that the accounts of a test do not use
 * up each other's. Chunks of an upload cost nothing.
 */
export function limitCalls(world: World, call: Call): PlatformResponse | undefined {
  const { host, method, path, account } = call;
  if (host !== 'api' || !account) return undefined;
  const isUpload = path.startsWith('/upload/youtube/v3/videos');
  if (isUpload && method === 'PUT') return undefined;
  if (isUpload) {
    const uploads = world.rate(`uploads:${account.platform_id}`, uploadsPerDay, daySeconds);
    return uploads.exceeded ? quotaExceeded() : undefined;
  }
  let isExceeded = false;
  const cost = costOf(method, path);
  for (let unit = 0; unit < cost; unit += 1)
    isExceeded = world.rate(`units:${account.platform_id}`, unitsPerDay, daySeconds).exceeded;
  return isExceeded ? quotaExceeded() : undefined;
}

function costOf(method: string, path: string): number {
  if (path === '/youtube/v3/captions') return captionsUnits.list;
  if (path.startsWith('/youtube/v3/captions/')) return captionsUnits.download;
  return method === 'GET' ? 1 : changeUnits;
}
