import { html, json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** A rejection in TikTok's words; thrown by handlers, answered by `answering`. */
export class TikTokError extends Error {
  readonly answer: PlatformResponse;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'TikTokError';
    this.answer = errorResponse(status, code, message);
  }
}

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): PlatformResponse {
  return json({ data: {}, error: { code, message, log_id: logId() } }, status, headers);
}

/** Every answer carries one; nobody looks it up here. */
export function logId(): string {
  return '20261120000000SIMULATED';
}

/** `{"data": …, "error": {"code": "ok"}}` */
export function ok(data: unknown): PlatformResponse {
  return json({ data, error: { code: 'ok', message: '', log_id: logId() } });
}

/** The flat shape of the token endpoints; its status is not documented, so 400 as OAuth 2 says. */
export function oauthError(error: string, error_description: string, status = 400): PlatformResponse {
  return json({ error, error_description, log_id: logId() }, status);
}

export function answering(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof TikTokError) return error.answer;
      throw error;
    }
  };
}

export const invalid = (message: string) => new TikTokError(400, 'invalid_params', message);
export const notAuthorized = (scope: string) =>
  new TikTokError(401, 'scope_not_authorized', `The user did not authorize the scope required: ${scope}.`);

export function rateLimited(retryAfterSeconds: number): PlatformResponse {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return errorResponse(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.', headers);
}

/** The shape depends on the host: pages, the file store without bodies, the flat OAuth errors, the envelope. */
function inPlace(call: Call, status: number, code: string, message: string): PlatformResponse {
  if (call.host === 'www')
    return html(`<!doctype html><html lang="en"><title>TikTok</title><p>${message}</p></html>`, status);
  if (call.host === 'upload') return { status };
  return call.path.startsWith('/v2/oauth/')
    ? oauthError(status >= 500 ? 'server_error' : 'invalid_request', message, status)
    : errorResponse(status, code, message);
}

export const platformErrors: PlatformErrors = {
  unauthorized: () =>
    errorResponse(401, 'access_token_invalid', 'The access token is invalid or not found in the request.'),
  throttled: (call, { retryAfterSeconds }) =>
    call.host === 'api' && !call.path.startsWith('/v2/oauth/')
      ? rateLimited(retryAfterSeconds)
      : inPlace(call, 429, 'rate_limit_exceeded', 'Too many requests.'),
  serverError: (call, status) => inPlace(call, status, 'internal_error', 'Something is wrong. Please try again later.'),
  notFound: (call) => inPlace(call, 404, 'invalid_params', 'Unsupported path.'),
  malformed: (call) => inPlace(call, 400, 'invalid_params', 'The body is not valid JSON.'),
};
