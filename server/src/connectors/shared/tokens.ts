import type { AppSession, Tokens } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';

/** The parts of a token response that OAuth 2 names: https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TokenFields {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Seconds from now. */
  readonly expires_in?: number | undefined;
}

type Clock = Pick<AppSession, 'now'>;

export function tokensOf(clock: Clock, { access_token, refresh_token, expires_in }: TokenFields): Tokens {
  return compact({
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: expires_in === undefined ? undefined : expiresAt(clock, expires_in),
  });
}

function expiresAt({ now }: Clock, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString();
}
