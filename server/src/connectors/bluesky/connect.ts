import { z } from 'zod';
import type { Connecting, Grant } from '../../core/connecting/connecting.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { lenient } from '../shared/call-platform.ts';
import { auth, claimsOf } from './auth.ts';
import { callXrpc } from './client.ts';
import { serverIn } from './identity.ts';
import { clientDocument, clientIdOf, exchange, push, REQUIRED_SCOPES, revokeLogin, SCOPES } from './oauth/oauth.ts';
import { Did, SessionTokens } from './wire.ts';

const input = z.strictObject({
  identifier: z
    .string()
    .trim()
    .min(3)
    .max(300)
    .transform((name) => name.replace(/^@/, '')),
  app_password: z.string().min(1).max(200),
  service: z
    .string()
    .max(300)
    .regex(
      /^https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?\/?$/i,
      'must be the address of a server, such as https://bsky.social',
    )
    .optional(),
});
type Input = z.output<typeof input>;

const consentInput = z.strictObject({
  handle: z
    .string()
    .trim()
    .toLowerCase()
    .max(300)
    .transform((name) => name.replace(/^@/, '').replace(/^(https:\/\/[^/]+)\/$/, '$1'))
    .refine((name) => HANDLE.test(name), 'must be a handle such as name.bsky.social, or the address of a server')
    .optional()
    .meta({ title: 'Your handle', description: 'Such as name.bsky.social. Leave it empty to log in at bsky.social' }),
});

/** A handle, a DID, or the address of a server without a path. */
const HANDLE =
  /^((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}|did:[a-z]+:[\w.:%-]{1,240}|https:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?)$/;

/**
 * By the consent page of the account's own server (https://atproto.com/specs/oauth), or by handle and app password
 * (https://docs.bsky.app/docs/api/com-atproto-server-create-session).
 */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED_SCOPES,
    pkce: true,
    pushed: { input: consentInput, clientId: clientIdOf, clientDocument, push },
    exchange,
  },
  direct: {
    input,
    server: {
      field: 'service',
      hosts: ({ service }: Input) =>
        service === undefined ? undefined : { ...auth.hosts, pds: service.replace(/\/$/, '') },
    },
    connect: logIn,
  },
  async revoke(session) {
    if (session.tokens.bound !== undefined) return await revokeLogin(session);
    const token = session.tokens.refreshToken ?? '';
    await callXrpc(session, 'read', { method: 'POST', name: 'com.atproto.server.deleteSession', token }, z.unknown());
  },
};

const LoggedIn = SessionTokens.extend({
  did: Did,
  active: lenient(z.boolean()),
  didDoc: lenient(z.object({ service: z.array(z.unknown()) })),
});

async function logIn(session: AppSession, { identifier, app_password: password }: Input): Promise<Grant> {
  const call = {
    method: 'POST',
    name: 'com.atproto.server.createSession',
    body: { json: { identifier, password } },
    token: '',
  } as const;
  const response = await callXrpc(anonymous(session), 'read', call, LoggedIn);
  if (response.active === false) throw new PlatformError('rejected', 'The account is not active.');
  const { accessJwt, refreshJwt, did, didDoc } = response;
  const expires = claimsOf(accessJwt)?.exp;
  const pds = serverIn(session, didDoc?.service ?? []);
  return compact({
    tokens: compact({
      accessToken: accessJwt,
      refreshToken: refreshJwt,
      expiresAt: expires === undefined ? undefined : new Date(expires * 1000).toISOString(),
    }),
    platformId: did,
    hosts: pds === undefined ? undefined : { ...auth.hosts, ...session.hosts, pds },
  });
}

function anonymous(session: AppSession): Session {
  return {
    ...session,
    tokens: { accessToken: '' },
    account: { id: '', platformId: '', username: '', metadata: {} },
    media: () => Promise.reject(new Error('nothing is published here')),
  };
}
