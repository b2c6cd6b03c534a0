import type { FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../core/errors.ts';
import { holdsApiKey } from '../lib/api-key.ts';

/** The key of the `Authorization` header. Throws 401 without one, 400 for several or for a key in the address. */
export function bearerKey({ headers, raw, query }: FastifyRequest): string {
  const inAddress = Object.entries(query as Record<string, unknown>).find(([name, value]) =>
    holdsApiKey(`${name} ${value}`),
  );
  if (inAddress !== undefined)
    throw invalid(
      holdsApiKey(inAddress[0]) ? 'query' : inAddress[0].slice(0, 200),
      'A key must not stand in the address, because addresses are logged on their way. Rotate this key, and send it as: Authorization: Bearer <API_KEY>',
      'auth.key_in_address',
    );
  // Node keeps the first of several headers.
  if (raw.rawHeaders.filter((word, at) => at % 2 === 0 && word.toLowerCase() === 'authorization').length > 1)
    throw invalid('Authorization', 'The request has more than one Authorization header.', 'auth.several_keys');
  const { authorization } = headers;
  if (authorization === undefined) throw unauthorized('auth.missing_header');
  if (/^Bearer *$/i.test(authorization)) throw unauthorized('auth.empty_token');
  const key = keyIn(authorization);
  if (key === undefined) throw unauthorized('auth.invalid_key');
  return key;
}

/** The key in the value of the header; undefined when it has another form. */
export function keyIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

const WANTED = 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>';

export function unauthorized(detailCode: string, message: string = WANTED): ApiError {
  return new ApiError('unauthorized', message, undefined, detailCode);
}
