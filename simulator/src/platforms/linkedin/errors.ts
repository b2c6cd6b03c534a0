import { html, json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
interface RestErrorFields {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly serviceErrorCode?: number;
}

/** Thrown by handlers; `guarded` turns it into the error envelope. */
export class RestError extends Error {
  readonly fields: RestErrorFields;

  constructor(fields: RestErrorFields) {
    super(fields.message);
    this.name = 'RestError';
    this.fields = fields;
  }
}

export function restResponse({ status, serviceErrorCode, code, message }: RestErrorFields): PlatformResponse {
  return json({ status, ...(serviceErrorCode !== undefined && { serviceErrorCode }), code, message }, status);
}

export function guarded(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof RestError) return restResponse(error.fields);
      throw error;
    }
  };
}

export function illegal(message: string): RestError {
  return new RestError({ status: 400, code: 'ILLEGAL_ARGUMENT', message });
}

export function missingField(name: string): RestError {
  const message = `${name} :: field is required but not found and has no default value`;
  return new RestError({ status: 400, code: 'MISSING_FIELD', message });
}

export function tooLong(name: string, lengthMax: number): RestError {
  const message = `${name} :: length exceeds the maximum allowed (${lengthMax})`;
  return new RestError({ status: 400, code: 'FIELD_LENGTH_TOO_LONG', message });
}

export function wrongUrn(name: string, urn: string): RestError {
  return new RestError({ status: 400, code: 'INVALID_URN_TYPE', message: `${name} :: invalid URN ${urn}` });
}

export function invalidParameter(message: string): RestError {
  return new RestError({ status: 400, code: 'PARAM_INVALID', message });
}

export function accessDenied(what: string): RestError {
  return new RestError({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Not enough permissions to access: ${what}`,
  });
}

export function notFound(what: string): RestError {
  return new RestError({ status: 404, code: 'RESOURCE_NOT_FOUND', message: `Could not find entity: ${what}` });
}

const unauthorized = {
  missing: { serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  invalid: { serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  revoked: {
    serviceErrorCode: 65601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  },
  expired: {
    serviceErrorCode: 65602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  },
};

const serverMessages: Readonly<Record<number, string>> = {
  500: 'Unable to obtain activity',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Token endpoints speak OAuth, the consent page shows a page, everything else has the envelope. */
export const platformErrors: PlatformErrors = {
  unauthorized: (_call, reason) => restResponse({ status: 401, ...unauthorized[reason] }),
  throttled,
  serverError(call, status) {
    const message = serverMessages[status] ?? 'Internal Server Error';
    if (isOAuth(call)) return oauthError(status, 'server_error', message);
    return restResponse({
      status,
      code: status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR',
      message,
    });
  },
  notFound(call) {
    if (call.host === 'www') return html('<!doctype html><title>LinkedIn</title><p>Page not found</p>', 404);
    return restResponse({ status: 404, code: 'RESOURCE_NOT_FOUND', message: `No virtual resource found` });
  },
  malformed(call) {
    const message = 'Invalid or unparsable request body';
    if (isOAuth(call)) return oauthError(400, 'invalid_request', message);
    return restResponse({ status: 400, code: 'ILLEGAL_ARGUMENT', message });
  },
};

/** LinkedIn never says how long to wait: day limits end at 00:00 UTC, the one for comments after a minute or more. */
export function throttled(call: Call): PlatformResponse {
  const message =
    call.operation === 'reply'
      ? 'Comment create throttled'
      : 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.';
  if (isOAuth(call)) return oauthError(429, 'too_many_requests', message);
  return restResponse({ status: 429, code: 'TOO_MANY_REQUESTS', message });
}

export function oauthError(status: number, error: string, description: string): PlatformResponse {
  return json({ error, error_description: description }, status);
}

function isOAuth(call: Call): boolean {
  return call.host === 'www' && call.path.startsWith('/oauth/');
}
