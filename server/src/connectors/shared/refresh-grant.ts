import type { z } from 'zod';
import { PlatformError } from '../core/platform-error.ts';
import type { AppCredentials, PlatformAnswer, Session, Tokens } from '../core/session.ts';
import { callPlatform, type Purpose } from './platform-call.ts';

/** How an app says who it is. */
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
  /** `effect` where using a refresh token uses it up: a lost answer is then `unknown`. */
  readonly purpose: Purpose;
  readonly answer: z.ZodType<{
    access_token: string;
    refresh_token?: string | undefined;
    expires_in?: number | undefined;
  }>;
  readonly refusal: (answer: PlatformAnswer) => PlatformError | undefined;
}

/** The refresh grant of OAuth 2: https://www.rfc-editor.org/rfc/rfc6749#section-6. A token that is not renewed stays. */
export async function refreshGrant(session: Session, { url, client, ...call }: Grant): Promise<Tokens> {
  const { refreshToken } = session.tokens;
  if (refreshToken === undefined)
    throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client.form };
  const request = { method: 'POST', url, headers: client.headers ?? {}, body: { form } } as const;
  const { value } = await callPlatform(session, { ...call, request });
  const { access_token, refresh_token = refreshToken, expires_in } = value;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    ...(expires_in === undefined
      ? {}
      : { expiresAt: new Date(session.now().getTime() + expires_in * 1000).toISOString() }),
  };
}
