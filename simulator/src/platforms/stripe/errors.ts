import { json } from '../../core/calls/response.ts';
import type { PlatformErrors, PlatformResponse } from '../../core/platform.ts';

/** A rejection in Stripe's words: https://docs.stripe.com/api/errors. */
export class StripeError extends Error {
  readonly answer: PlatformResponse;

  constructor(status: number, error: { type: string; message: string; code?: string; param?: string }) {
    super(error.message);
    this.name = 'StripeError';
    this.answer = json({ error }, status);
  }
}

const invalidType = 'invalid_request_error';

export function missing(param: string): StripeError {
  return new StripeError(400, {
    type: invalidType,
    code: 'parameter_missing',
    param,
    message: `Missing required param: ${param}.`,
  });
}

export function invalid(param: string, message: string): StripeError {
  return new StripeError(400, { type: invalidType, param, message });
}

/** The status is 404 for the thing in the path, 400 for one in a parameter. */
export function noSuch(kind: string, id: string, status: 400 | 404 = 404): StripeError {
  return new StripeError(status, {
    type: invalidType,
    code: 'resource_missing',
    param: status === 404 ? 'id' : kind,
    message: `No such ${kind}: '${id}'`,
  });
}

export function declined(): StripeError {
  return new StripeError(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });
}

export function otherParameters(key: string): StripeError {
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with: '${key}'.`,
  });
}

const envelope = (status: number, type: string, message: string) => new StripeError(status, { type, message }).answer;

export const unauthorized = (): PlatformResponse =>
  envelope(
    401,
    invalidType,
    'You did not provide an API key of this account. Send it as: Authorization: Bearer sk_test_…',
  );

export const platformErrors: PlatformErrors = {
  unauthorized,
  throttled: (_call, { retryAfterSeconds }) => ({
    ...envelope(429, 'rate_limit_error', 'Too many requests. Please slow down.'),
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  serverError: (_call, status) => envelope(status, 'api_error', 'An error occurred on our side.'),
  notFound: ({ method, path }) => envelope(404, invalidType, `Unrecognized request URL (${method}: ${path}).`),
  malformed: () => envelope(400, invalidType, 'The body of the request could not be read.'),
};
