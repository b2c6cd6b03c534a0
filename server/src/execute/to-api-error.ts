import { StorageError } from '@hubbub/file-storage';
import { ApiError, type ErrorCode, outOfRoom } from '../core/errors.ts';
import { abortReasonOf, isConnectionLoss, isStatementStopped } from '../db/database.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import { KEY_TAKEN } from './idempotency.repository.ts';

/** Seconds after which a request whose statement was stopped may be tried again. */
const STOPPED_RETRY_SECONDS = 5;

/** Translates any error for the caller. An unforeseen one is a 500 without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (abortReasonOf(error) === KEY_TAKEN) {
    return new ApiError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running.', {
      field: 'Idempotency-Key',
      retry_after: 1,
    });
  }
  if (isOutOfRoom(error)) return outOfRoom(error);
  if (isStatementStopped(error)) {
    const text =
      'The database did not finish this request in time, so it was stopped. Narrow it, for example to an account or a shorter time, or try again later.';
    const stopped = new ApiError('unavailable', text, { retry_after: STOPPED_RETRY_SECONDS });
    stopped.cause = error;
    return stopped;
  }
  const isStorage = error instanceof StorageError;
  const isBusy = isStorage || isConnectionLoss(error) || isOverload(error);
  const code: ErrorCode = isBusy ? 'unavailable' : 'internal_error';
  const message = isStorage
    ? 'The storage of files cannot be used right now. Try again in a moment.'
    : isBusy
      ? 'The service is busy. Try again in a moment.'
      : 'Something went wrong on our side. The request id helps to find it.';
  const wrapped = new ApiError(code, message, isBusy ? { retry_after: 1 } : undefined);
  wrapped.cause = error;
  return wrapped;
}

/** Deadlocks, locks that were not free in time, too many connections. The transaction left nothing behind. */
function isOverload(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code !== undefined && /^(40|53|55P03)/.test(code);
}
