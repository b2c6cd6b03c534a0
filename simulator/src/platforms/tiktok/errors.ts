import { html, json } from '../../core/calls/answer.ts';
import type { Answer, Call, PlatformErrors } from '../../core/platform.ts';

/** A rejection in TikTok's words; thrown by handlers, answered by `answering`. */
export class TikTokError extends Error {
  readonly answer: Answer;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'TikTokError';
    this.answer = errorAnswer(status, code, message);
  }
}

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
function errorAnswer(status: number, code: string, message: string, headers: Record<string, string> = {}): Answer {
  return json({ data: {}, error: { code, message, log_id: logId() } }, status, headers);
}

/** Every answer carries one; nobody looks it up here. */
export function logId(): string {
  return '20261120000000SIMULATED';
}

/** `{"data": …, "error": {"code": "ok"}}` */
export function ok(data: unknown): Answer {
  return json({ data, error: { code: 'ok', message: '', log_id: logId() } });
}

/** The flat shape of the token endpoints; its status is not documented, so 400 as OAuth 2 says. */
export function oauthError(error: string, error_description: string, status = 400): Answer {
  return json({ error, error_description, log_id: logId() }, status);
}

export function answering(handle: (call: Call) => Answer | Promise<Answer>): (call: Call) => Promise<Answer> {
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

export function rateLimited(retryAfterSeconds: number): Answer {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return errorAnswer(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.', headers);
}

/** The shape depends on the host: pages, the file store without bodies, the flat OAuth errors, the envelope. */
function inPlace(call: Call, status: number, code: string, message: string): Answer {
  if (call.host === 'www')
    return html(`<!doctype html><html lang="en"><title>TikTok</title><p>${message}</p></html>`, status);
  if (call.host === 'upload') return { status };
  return call.path.startsWith('/v2/oauth/')
    ? oauthError(status >= 500 ? 'server_error' : 'invalid_request', message, status)
    : errorAnswer(status, code, message);
}

export const platformErrors: PlatformErrors = {
  unauthorized: () =>
    errorAnswer(401, 'access_token_invalid', 'The access token is invalid or not found in the request.'),
  throttled: (call, { retryAfterSeconds }) =>
    call.host === 'api' && !call.path.startsWith('/v2/oauth/')
      ? rateLimited(retryAfterSeconds)
      : inPlace(call, 429, 'rate_limit_exceeded', 'Too many requests.'),
  serverError: (call, status) => inPlace(call, status, 'internal_error', 'Something is wrong. Please try again later.'),
  notFound: (call) => inPlace(call, 404, 'invalid_params', 'Unsupported path.'),
  malformed: (call) => inPlace(call, 400, 'invalid_params', 'The body is not valid JSON.'),
};
