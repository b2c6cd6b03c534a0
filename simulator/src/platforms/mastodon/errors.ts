import { json } from '../../core/calls/response.ts';
import type { PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import { throttledHeaders } from './limits.ts';
import type { Store } from './store.ts';

export function failure(status: number, error: string): PlatformResponse {
  return json({ error }, status);
}

export const notFound = () => failure(404, 'Record not found');

/** 422, e.g. `invalid("Text can't be blank")`. */
export const invalid = (what: string) => failure(422, `Validation failed: ${what}`);

/** https://docs.joinmastodon.org/entities/Error/ ; OAuth errors are in oauth-routes.ts. */
export function errors(store: Store): PlatformErrors {
  return {
    unauthorized(call, reason) {
      switch (reason) {
        case 'revoked':
          return failure(401, 'The access token was revoked');
        case 'expired':
          return failure(401, 'The access token expired');
        default:
          // A good token of an app, on an address that needs a person.
          return failure(
            401,
            call.token ? 'This method requires an authenticated user' : 'The access token is invalid',
          );
      }
    },
    throttled: (_call, { retryAfterSeconds }) =>
      json({ error: 'Too many requests' }, 429, throttledHeaders(store.world.clock.now() + retryAfterSeconds * 1000)),
    serverError: (_call, status) =>
      failure(
        status,
        status === 503 ? 'Service Unavailable' : 'There was a problem on our end. Please try again later.',
      ),
    notFound: () => failure(404, 'Not found'),
    malformed: () => failure(400, 'Error occurred while parsing request parameters'),
  };
}
