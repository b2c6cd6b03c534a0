import { z } from 'zod';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session, Tokens } from '../../../core/session.ts';
import { lenient } from '../call-platform.ts';
import { tokensOf } from '../tokens.ts';
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

/** An expired token cannot be extended. So the refresh starts early enough for days of failed attempts. */
export const REFRESH_AHEAD_SECONDS = 10 * 86_400;

/**
 * Extends a user token of 60 days, which Instagram Login and Threads allow after one day. There is no refresh token.
 * The token itself is the grant, so the access ends when Meta calls it invalid.
 */
export async function extendToken(session: Session, api: GraphApi, grantType: string): Promise<Tokens> {
  const query = { grant_type: grantType, access_token: session.tokens.accessToken };
  const call = {
    method: 'GET',
    path: ['refresh_access_token'],
    query,
    response: longToken,
    isUnversioned: true,
  } as const;
  const response = await callGraph(session, api, call).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') throw error;
    throw new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  });
  return tokensOf(session, response);
}
