import type { ServerResponse } from 'node:http';
import { ApiError } from '../../core/errors.ts';
import type { Owner } from '../../lib/fair-queue/fair-queue.ts';
import { IN_WORK } from './bounds.ts';
import { createCounts } from './counts.ts';

/** The admitted requests of each tenant whose responses have not ended. */
export interface InWork {
  /** Counts a request until its response ends. Throws 429 `too_many_requests` past the bound of its tenant or key. */
  enter(owner: Owner, response: ServerResponse): void;
}

export function createInWork(): InWork {
  const counts = createCounts();
  return {
    enter({ tenantId, actorId }, response) {
      const bounds = [
        { name: tenantId, max: IN_WORK.perTenantMax, of: 'of this workspace' },
        { name: `${tenantId} ${actorId}`, max: IN_WORK.perKeyMax, of: 'with this key' },
      ];
      const full = counts.exceeded(bounds);
      if (full !== undefined) throw tooMany(full.of, full.max);
      if (!response.closed) response.once('close', counts.add(bounds));
    },
  };
}

function tooMany(of: string, max: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `${max} requests ${of} are open at once, which is the most. Wait until one has ended.`,
    { max, resource: 'connection', retry_after: IN_WORK.retrySeconds },
    'requests.at_once_limit',
  );
}
