import { json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import { reject } from '../google/errors.ts';

/** A rejection in YouTube's words; thrown by handlers, answered by `answering`. */
export class YoutubeError extends Error {
  readonly answer: PlatformResponse;

  constructor(code: number, reason: string, message: string, more: ErrorMore = {}) {
    super(message);
    this.name = 'YoutubeError';
    this.answer = errorResponse(code, reason, message, more);
  }
}

interface ErrorMore {
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'other';
  readonly status?: string;
  readonly details?: readonly object[];
}

/** https://developers.google.com/youtube/v3/docs/errors */
export function errorResponse(code: number, reason: string, message: string, more: ErrorMore = {}): PlatformResponse {
  const { domain = 'youtube.video', location, locationType = 'parameter', status, details } = more;
  const place = location === undefined ? {} : { location, locationType };
  const errors = [{ message: message.replace(/<[^<>]*>/g, ''), domain, reason, ...place }];
  return json({ error: { code, message, errors, ...(status && { status }), ...(details && { details }) } }, code);
}

/** Turns a thrown `YoutubeError` into its response. */
export function answering(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof YoutubeError) return error.answer;
      throw error;
    }
  };
}

export function invalid(reason: string, message: string, location?: string): YoutubeError {
  return new YoutubeError(400, reason, message, location === undefined ? {} : { location, locationType: 'other' });
}

export function missing(parameter: string): YoutubeError {
  const message = `Required parameter: ${parameter}`;
  return new YoutubeError(400, 'required', message, { domain: 'global', location: parameter });
}

export const videoNotFound = () =>
  new YoutubeError(
    404,
    'videoNotFound',
    'The video identified by the <code>videoId</code> parameter could not be found.',
    {
      location: 'videoId',
    },
  );

export const commentNotFound = (reason = 'commentNotFound') =>
  new YoutubeError(404, reason, 'The specified comment could not be found.', {
    domain: 'youtube.comment',
    location: 'id',
  });

export const forbidden = (message = 'The request is not properly authorized.') =>
  new YoutubeError(403, 'forbidden', message);

export function scopeMissing(): YoutubeError {
  return new YoutubeError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    domain: 'global',
    status: 'PERMISSION_DENIED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
      },
    ],
  });
}

export function quotaExceeded(): PlatformResponse {
  const words = 'The request cannot be completed because you have exceeded your';
  const message = `${words} <a href="/youtube/v3/getting-started#quota">quota</a>.`;
  return errorResponse(403, 'quotaExceeded', message, { domain: 'youtube.quota' });
}

const noToken =
  'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid ' +
  'authentication credential.';
const badToken =
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid ' +
  'authentication credential.';

export const platformErrors: PlatformErrors = {
  unauthorized(_call, reason) {
    const answer = errorResponse(401, 'authError', reason === 'missing' ? noToken : badToken, {
      domain: 'global',
      location: 'Authorization',
      locationType: 'header',
      status: 'UNAUTHENTICATED',
    });
    return { ...answer, headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' } };
  },
  // YouTube does not say how long to wait; this throttle was asked for with a time, so it says it.
  throttled(call, { retryAfterSeconds }) {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    if (isOAuth(call)) return { ...reject('rate_limit_exceeded', 'Rate limit exceeded.', 429), headers };
    const answer = errorResponse(403, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' });
    return { ...answer, headers };
  },
  serverError: (call, status) =>
    isOAuth(call)
      ? reject('internal_failure', 'Something went wrong.', status)
      : errorResponse(status, 'backendError', 'Backend Error', { domain: 'global' }),
  notFound: (call) =>
    isOAuth(call)
      ? reject('not_found', 'Not Found', 404)
      : errorResponse(404, 'notFound', 'Not Found', { domain: 'global' }),
  malformed: (call) =>
    isOAuth(call)
      ? reject('invalid_request', 'Bad Request')
      : errorResponse(400, 'parseError', 'Parse Error', { domain: 'global' }),
};

function isOAuth({ host }: Call): boolean {
  return host === 'oauth' || host === 'www';
}
