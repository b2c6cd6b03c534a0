import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Site } from './session-cookie.ts';

/** Whether a request of the operation changes something, by any method. */
export function changesSomething({ http, changes }: Pick<AnyOperation, 'http' | 'changes'>): boolean {
  return http.method !== 'get' || changes === true;
}

/**
 * Throws 403 unless a page of this service sends the request. Browsers send cookies also with requests of other pages, and
 * `Origin` with every request that changes something.
 */
export function assertOwnOrigin({ headers, protocol }: FastifyRequest, { publicUrl }: Site): void {
  const own = publicUrl === undefined ? `${protocol}://${headers.host}` : new URL(publicUrl).origin;
  if (headers.origin === own) return;
  throw new ApiError(
    'permission_denied',
    `With the cookie of a session, requests that change something come from pages of this service. Their Origin is ${own}.`,
    { field: 'Origin' },
    'auth.foreign_origin',
  );
}
