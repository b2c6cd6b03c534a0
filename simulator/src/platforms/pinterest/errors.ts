import { json, text } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** A rejection in Pinterest's words; thrown by handlers, answered by `answering`. */
export class PinterestError extends Error {
  readonly answer: PlatformResponse;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.name = 'PinterestError';
    this.answer = errorResponse(status, code, message);
  }
}

/** https://developers.pinterest.com/docs/reference/response-codes/ ; codes other than 2 are not sure. */
function errorResponse(status: number, code: number, message: string): PlatformResponse {
  return json({ code, message }, status);
}

export function answering(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof PinterestError) return error.answer;
      throw error;
    }
  };
}

export const invalid = (reason: string) => new PinterestError(400, 1, `Invalid request: ${reason}`);
export const denied = () => new PinterestError(403, 29, 'You are not permitted to access that resource.');
export const noBoard = () => new PinterestError(404, 40, 'Board not found.');
export const noPin = () => new PinterestError(404, 50, 'Pin not found.');

export function unauthorized(): PlatformResponse {
  return json({ code: 2, message: 'Authentication failed.', status: 'failure' }, 401);
}

/** 429, with the seconds to wait. */
export function throttled(limit: number, retryAfterSeconds: number): PlatformResponse {
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  return {
    ...errorResponse(429, 8, 'You have exceeded your rate limit. Try again later.'),
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': seconds,
      'retry-after': seconds,
    },
  };
}

/** The upload host is S3's: its errors are XML. */
export function storageError(status: number, code: string, message: string): PlatformResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return text(body, status, 'application/xml');
}

export const platformErrors: PlatformErrors = {
  unauthorized,
  throttled: (call, { retryAfterSeconds }) =>
    isStorage(call)
      ? storageError(503, 'SlowDown', 'Please reduce your request rate.')
      : throttled(1000, retryAfterSeconds),
  serverError: (call, status) =>
    isStorage(call)
      ? storageError(status, 'InternalError', 'We encountered an internal error. Please try again.')
      : errorResponse(status, 12, 'Something went wrong on our end. Sorry about that.'),
  notFound: (call) =>
    isStorage(call)
      ? storageError(404, 'NoSuchKey', 'The specified key does not exist.')
      : errorResponse(404, 0, 'Not found.'),
  malformed: (call) =>
    isStorage(call)
      ? storageError(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.')
      : errorResponse(400, 1, 'Invalid request: the body could not be parsed.'),
};

function isStorage({ host }: Call): boolean {
  return host === 'upload';
}
