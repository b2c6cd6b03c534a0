import type { FastifyReply } from 'fastify';
import type { ApiError } from '../core/errors.ts';

/** The flat error body (specification, "Error body"; contract, 2.1). */
export function errorBody(error: ApiError, requestId: string) {
  return {
    error: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.meta === undefined ? {} : { meta: error.meta }),
    ...(error.detailCode === undefined ? {} : { detail_code: error.detailCode }),
  };
}

export function answerError(reply: FastifyReply, error: ApiError, requestId: string): FastifyReply {
  const retryAfter = error.meta?.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', String(Math.ceil(retryAfter)));
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(error.status).send(errorBody(error, requestId));
}
