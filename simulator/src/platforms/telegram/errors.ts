import { json } from '../../core/calls/response.ts';
import type { PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** A rejection of the Bot API, thrown by handlers: https://core.telegram.org/bots/api#making-requests */
export class TelegramError extends Error {
  readonly status: number;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, description: string, parameters?: Readonly<Record<string, unknown>>) {
    super(description);
    this.name = 'TelegramError';
    this.status = status;
    this.parameters = parameters;
  }
}

export const badRequest = (description: string, parameters?: Readonly<Record<string, unknown>>) =>
  new TelegramError(400, `Bad Request: ${description}`, parameters);
export const forbidden = (description: string) => new TelegramError(403, `Forbidden: ${description}`);

export function failure(status: number, description: string, parameters?: object): PlatformResponse {
  return json({ ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }, status);
}

export function tooMany(retryAfterSeconds: number): PlatformResponse {
  return {
    ...failure(429, `Too Many Requests: retry after ${retryAfterSeconds}`, { retry_after: retryAfterSeconds }),
    headers: { 'retry-after': String(retryAfterSeconds) },
  };
}

export const errors: PlatformErrors = {
  unauthorized(call, reason) {
    const isToken = /^\/(file\/)?bot\d+:[\w-]+\//.test(call.path);
    return reason !== 'missing' && isToken ? failure(401, 'Unauthorized') : failure(404, 'Not Found');
  },
  throttled: (_call, { retryAfterSeconds }) => tooMany(retryAfterSeconds),
  serverError: (_call, status) => failure(status, status === 502 ? 'Bad Gateway' : 'Internal Server Error'),
  notFound: () => failure(404, 'Not Found'),
  malformed: () => failure(400, 'Bad Request: unable to parse the request body'),
};
