import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session, Tokens } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callXrpc } from './client.ts';
import { hosts } from './hosts.ts';
import { renew } from './oauth/oauth.ts';
import { Claims, ProfileView, SessionTokens } from './wire.ts';

/** The lifetime of an access token that does not state its own. */
const ACCESS_SECONDS = 2 * 3600;

export const auth: Auth = {
  hosts,
  refresh,
  profile,
};

/**
 * A refresh token works once, so one caller refreshes at a time and the new pair is stored before it is used. After a
 * lost response the old pair may be gone: `unknown`. https://docs.bsky.app/docs/api/com-atproto-server-refresh-session
 */
async function refresh(session: Session): Promise<Tokens> {
  if (session.tokens.bound !== undefined) return await renew(session);
  const { refreshToken } = session.tokens;
  if (!refreshToken) throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const call = { method: 'POST', name: 'com.atproto.server.refreshSession', token: refreshToken } as const;
  const { accessJwt, refreshJwt } = await callXrpc(session, 'effect', call, SessionTokens).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') throw error;
    throw new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  });
  const expiresSeconds = claimsOf(accessJwt)?.exp ?? Math.floor(session.now().getTime() / 1000) + ACCESS_SECONDS;
  return {
    accessToken: accessJwt,
    refreshToken: refreshJwt,
    expiresAt: new Date(expiresSeconds * 1000).toISOString(),
  };
}

/** The claims of a session token; undefined for a token of another kind. */
export function claimsOf(token: string) {
  try {
    return Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  } catch {
    return undefined;
  }
}

async function profile(session: Session): Promise<Profile> {
  const actor = claimsOf(session.tokens.accessToken)?.sub ?? session.account.platformId;
  const call = { method: 'GET', name: 'app.bsky.actor.getProfile', parameters: { actor } } as const;
  const { did, handle, displayName, avatar, description } = await callXrpc(session, 'read', call, ProfileView);
  return compact({
    platformId: did,
    username: handle,
    name: displayName || handle,
    pictureUrl: avatar,
    bio: description || undefined,
    metadata: { url: `https://bsky.app/profile/${did}` },
  });
}
