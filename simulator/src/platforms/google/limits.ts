import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { errorInfo, errorResponse } from './errors.ts';

/** https://developers.google.com/my-business/content/limits: calls of an app to each API, and edits of one profile. */
const callsPerMinute = 300;
const editsPerMinute = 10;

const apis = ['accounts', 'information', 'business', 'notifications', 'verifications', 'performance'];

/** Google says that a quota is used up, but not for how long. */
export function limitCalls(world: World, call: Call): PlatformResponse | undefined {
  const { host, account } = call;
  if (!apis.includes(host)) return undefined;
  if (world.rate(`calls:${host}`, callsPerMinute, 60).exceeded)
    return usedUp('Queries', 'Queries per minute', callsPerMinute);
  if (host !== 'business' || !isEdit(call) || !account) return undefined;
  const edits = world.rate(`edits:${account.platform_id}`, editsPerMinute, 60);
  return edits.exceeded ? usedUp('Edits', 'Edits per minute per profile', editsPerMinute) : undefined;
}

function isEdit({ method, path }: Call): boolean {
  return method !== 'GET' && !/:batchGetReviews(\?|$)/.test(path);
}

function usedUp(metric: string, limit: string, value: number): PlatformResponse {
  const message = `Quota exceeded for quota metric '${metric}' and limit '${limit}' of service 'mybusiness.googleapis.com'.`;
  const info = errorInfo('RATE_LIMIT_EXCEEDED', {
    quota_metric: metric,
    quota_limit: limit,
    quota_limit_value: String(value),
  });
  return errorResponse('RESOURCE_EXHAUSTED', message, [info]);
}
