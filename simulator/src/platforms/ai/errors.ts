import { json } from '../../core/calls/response.ts';
import type { PlatformErrors, PlatformResponse } from '../../core/platform.ts';

const INVALID = 'invalid_request_error';

function envelope(status: number, type: string, message: string, code: string | null = null): PlatformResponse {
  return json({ error: { message, type, param: null, code } }, status);
}

/** A request that cannot be answered, with the field at fault. */
export function rejection(message: string, param: string): PlatformResponse {
  return json({ error: { message, type: INVALID, param, code: null } }, 400);
}

export const unauthorized = (): PlatformResponse =>
  envelope(401, INVALID, 'No API key was given. Send it as: Authorization: Bearer KEY.', 'invalid_api_key');

export const platformErrors: PlatformErrors = {
  unauthorized,
  throttled: (_call, { retryAfterSeconds }) => ({
    ...envelope(429, 'requests', 'The limit of requests is reached.', 'rate_limit_exceeded'),
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  serverError: (_call, status) => envelope(status, 'server_error', 'The server had an error.'),
  notFound: ({ method, path }) => envelope(404, INVALID, `There is no ${method} ${path}.`, 'unknown_url'),
  malformed: () => envelope(400, INVALID, 'The body of the request could not be read.'),
};
