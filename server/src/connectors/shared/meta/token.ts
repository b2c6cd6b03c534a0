import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session, Tokens } from '../../core/session.ts';
import { lenient } from '../platform-call.ts';
import { callGraph, type GraphApi } from './graph.ts';

export const longToken = z.object({
  access_token: z.string().min(1),
  expires_in: lenient(
    z
      .union([z.number(), z.string().regex(/^\d{1,12}$/)])
      .transform(Number)
      .pipe(z.number().positive().max(1e10)),
  ),
});

/** A token that has ended cannot be prolonged: begin early enough to be refused for days. */
export const REFRESH_AHEAD_SECONDS = 10 * 86_400;

/**
 * Prolongs a user token of 60 days, which Instagram Login and Threads allow from the age of one day on; there is no
 * refresh token. The token is the grant here, so Meta calling it invalid ends the access for good.
 */
export async function prolongToken(session: Session, api: GraphApi, grantType: string): Promise<Tokens> {
  const query = { grant_type: grantType, access_token: session.tokens.accessToken };
  const call = {
    method: 'GET',
    path: ['refresh_access_token'],
    query,
    answer: longToken,
    isUnversioned: true,
  } as const;
  const answer = await callGraph(session, api, call).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') throw error;
    throw new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  });
  if (answer.expires_in === undefined) return { accessToken: answer.access_token };
  const expiresAt = new Date(session.now().getTime() + answer.expires_in * 1000).toISOString();
  return { accessToken: answer.access_token, expiresAt };
}
