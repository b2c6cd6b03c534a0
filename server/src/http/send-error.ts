import type { FastifyReply } from 'fastify';
import type { ApiError, ErrorMeta } from '../core/errors.ts';

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

export function sendError(reply: FastifyReply, error: ApiError, requestId: string): FastifyReply {
  setRetryAfter(reply, error);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(error.status).send(errorBody(error, requestId));
}

/** Tells in a header too after how many seconds the caller may try again. */
export function setRetryAfter(reply: FastifyReply, body: { readonly meta?: ErrorMeta | undefined }): void {
  const seconds = body.meta?.retry_after;
  if (typeof seconds === 'number') reply.header('retry-after', String(Math.ceil(seconds)));
}
