import type { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppCredentials, PlatformResponse, Session, Tokens } from '../../core/session.ts';
import { callPlatform, type Purpose } from './call-platform.ts';
import { type TokenFields, tokensOf } from './tokens.ts';

/** Headers or form fields by which an app authenticates. */
export interface ClientProof {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

export function inForm({ clientId, clientSecret }: AppCredentials): ClientProof {
  return { form: { client_id: clientId, client_secret: clientSecret } };
}

export function inHeader({ clientId, clientSecret }: AppCredentials): ClientProof {
  return { headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } };
}

interface Grant {
  readonly url: string;
  readonly client: ClientProof;
  /** `effect` where a refresh token works once: a lost response is then `unknown`. */
  readonly purpose: Purpose;
  readonly response: z.ZodType<TokenFields>;
  readonly rejection: (response: PlatformResponse) => PlatformError | undefined;
}

/**
 * The refresh grant of OAuth 2: https://www.rfc-editor.org/rfc/rfc6749#section-6. The refresh token stays the same unless
 * the response has a new one.
 */
export async function refreshGrant(session: Session, { url, client, ...call }: Grant): Promise<Tokens> {
  const { refreshToken } = session.tokens;
  if (refreshToken === undefined)
    throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client.form };
  const request = { method: 'POST', url, headers: client.headers ?? {}, body: { form } } as const;
  const { value } = await callPlatform(session, { ...call, request });
  return { refreshToken, ...tokensOf(session, value) };
}
