import { json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** https://cloud.google.com/apis/design/errors */
type Status =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DEADLINE_EXCEEDED';

const codes: Readonly<Record<Status, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** A rejection in Google's words; thrown by handlers, answered by `answering`. */
export class GoogleError extends Error {
  readonly answer: PlatformResponse;

  constructor(status: Status, message: string, details: readonly object[] = []) {
    super(message);
    this.name = 'GoogleError';
    this.answer = errorResponse(status, message, details);
  }
}

export function errorResponse(
  status: Status,
  message: string,
  details: readonly object[] = [],
  code = codes[status],
): PlatformResponse {
  return json({ error: { code, message, status, ...(details.length > 0 && { details }) } }, code);
}

/** Turns a thrown `GoogleError` into its response. */
export function answering(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof GoogleError) return error.answer;
      throw error;
    }
  };
}

/** 400 as the v4 API says it; what is in `details` there is not sure. */
export function invalidField(field: string, message: string, value?: string): GoogleError {
  const error = { code: 3, field, message, ...(value !== undefined && { value }) };
  return new GoogleError('INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    { '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError', errorDetails: [error] },
  ]);
}

/** 400 as the v1 APIs say it. */
export function badRequest(field: string, description: string): GoogleError {
  return new GoogleError('INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ]);
}

export const notFound = () => new GoogleError('NOT_FOUND', 'Requested entity was not found.');

export const denied = () => new GoogleError('PERMISSION_DENIED', 'The caller does not have permission');

export function scopeMissing(): GoogleError {
  return new GoogleError('PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
    errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', {}),
  ]);
}

export function errorInfo(reason: string, metadata: Readonly<Record<string, string>>) {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata };
}

/** The OAuth hosts have the flat envelope of RFC 6749. */
export function reject(error: string, description: string, status = 400): PlatformResponse {
  return json({ error, error_description: description }, status);
}

const noToken =
  'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid ' +
  'authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';
const badToken = noToken.replace(
  'is missing required authentication credential',
  'had invalid authentication credentials',
);

const serverStatus: Readonly<Record<number, Status>> = { 503: 'UNAVAILABLE', 504: 'DEADLINE_EXCEEDED' };

export const platformErrors: PlatformErrors = {
  unauthorized(_call, reason) {
    const isMissing = reason === 'missing';
    const answer = errorResponse('UNAUTHENTICATED', isMissing ? noToken : badToken);
    const challenge = `Bearer realm="https://accounts.google.com/"${isMissing ? '' : ', error="invalid_token"'}`;
    return { ...answer, headers: { 'www-authenticate': challenge } };
  },
  // Google as a rule does not say how long to wait; this throttle was asked for with a time, so it says it.
  throttled(call, { retryAfterSeconds }) {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    if (isOAuth(call)) return { ...reject('rate_limit_exceeded', 'Rate limit exceeded.', 429), headers };
    const wait = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` };
    const info = errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' });
    return { ...errorResponse('RESOURCE_EXHAUSTED', 'Quota exceeded.', [info, wait]), headers };
  },
  serverError(call, status) {
    if (isOAuth(call)) return reject('internal_failure', 'Something went wrong.', status);
    const name = serverStatus[status] ?? 'INTERNAL';
    const message = name === 'UNAVAILABLE' ? 'The service is currently unavailable.' : 'Internal error encountered.';
    return errorResponse(name, message, [], status);
  },
  notFound: (call) =>
    isOAuth(call) ? reject('not_found', 'Not Found', 404) : errorResponse('NOT_FOUND', 'Method not found.'),
  malformed: (call) =>
    isOAuth(call)
      ? reject('invalid_request', 'Bad Request')
      : errorResponse('INVALID_ARGUMENT', 'Invalid JSON payload received.'),
};

function isOAuth({ host }: Call): boolean {
  return host === 'oauth' || host === 'www';
}
