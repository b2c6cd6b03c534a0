import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import type { Account, Token, TokenPair } from '../../core/world/world.ts';
import { makeJwt } from './oauth/jwt.ts';
import { didDocument } from './people.ts';
import type { Store } from './store.ts';
import { me, procedure, query, required, XrpcError } from './xrpc.ts';

const accessSeconds = 2 * 3600;
const refreshSeconds = 90 * 24 * 3600;
/** A refresh token that was used is still taken for this long, so that a lost response costs no session. */
const graceSeconds = 2 * 3600;
/** Every account has this password, which may do everything, … */
const mainPassword = 'simulated';
/** … and this app password, with the privilege to read messages. */
export const firstAppPassword = 'simu-late-dapp-pass';

const fullScope = 'com.atproto.access';
/** https://docs.bsky.app/docs/api/com-atproto-server-create-session and its neighbours */
export function sessionRoutes(store: Store): Route[] {
  const server = 'com.atproto.server';
  const open = { operation: 'token', auth: 'none' } as const;
  return [
    procedure(`${server}.createSession`, open, (call) => createSession(store, call)),
    procedure(`${server}.refreshSession`, { operation: 'refresh_token', auth: 'none' }, (call) =>
      refreshSession(store, call),
    ),
    procedure(`${server}.deleteSession`, { operation: 'other', auth: 'none' }, (call) => deleteSession(store, call)),
    query(`${server}.getSession`, { operation: 'profile' }, (call) => json(about(call, accountOf(store, me(call))))),
  ];
}

const scopes = new Map([
  [mainPassword, fullScope],
  [firstAppPassword, 'com.atproto.appPassPrivileged'],
]);

function createSession(store: Store, call: Call): PlatformResponse {
  const identifier = required(call, 'identifier').toLowerCase();
  const password = required(call, 'password');
  const profile = store.profile(identifier);
  const scope = profile?.isBusiness ? scopes.get(password) : undefined;
  if (!profile || scope === undefined)
    throw new XrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password');
  const account = accountOf(store, profile.did);
  const pair = call.effect(() => issuePair(store, account, scope, newFamily(store)));
  return json({ ...shownPair(pair), ...about(call, account) });
}

function about(call: Call, { platform_id: did, username: handle }: Account) {
  return {
    did,
    didDoc: didDocument(call, { did, handle, name: '', picture_url: '', created_at: 0, isBusiness: true }),
    handle,
    email: `${handle.split('.')[0]}@example.com`,
    emailConfirmed: true,
    emailAuthFactor: false,
    active: true,
  };
}

function refreshSession(store: Store, call: Call): PlatformResponse {
  const token = refreshToken(store, call);
  const account = accountOf(store, token.account ?? '');
  const [scope = fullScope] = token.scopes;
  const pair = call.effect(() => {
    retire(store, token);
    return issuePair(store, account, scope, token.note ?? '');
  });
  return json({ ...shownPair(pair), ...about(call, account) });
}

/** Remembers the first use; from then on the grace runs. */
function retire(store: Store, token: Token): void {
  if (!store.usedTokens.get(token.value)) store.usedTokens.put(token.value, { at: store.world.clock.now() });
}

function refreshToken(store: Store, call: Call): Token {
  const { clock, tokens } = store.world;
  if (call.credential === undefined) throw new XrpcError(401, 'AuthMissing', 'Authentication Required');
  const token = tokens.find(call.credential);
  if (!token) throw new XrpcError(400, 'InvalidToken', 'Token could not be verified');
  if (token.kind !== 'refresh' || token.note?.startsWith('oauth'))
    throw new XrpcError(400, 'InvalidToken', 'Invalid token type');
  const usedAt = store.usedTokens.get(token.value)?.at;
  const isUsedUp = usedAt !== undefined && usedAt + graceSeconds * 1000 <= clock.now();
  if (token.revoked || isUsedUp) throw new XrpcError(400, 'ExpiredToken', 'Token has been revoked');
  if (!call.token) throw new XrpcError(400, 'ExpiredToken', 'Token has expired');
  return token;
}

/** Ends the session: its refresh tokens work no more, its access token lives on until it expires. */
function deleteSession(store: Store, call: Call): PlatformResponse {
  const { note, account } = refreshToken(store, call);
  call.effect(() => {
    for (const token of store.world.tokens.of(account ?? ''))
      if (token.note === note && token.kind === 'refresh') store.world.tokens.revoke(token.value);
  });
  return { status: 200 };
}

/** Tokens for the control API: a session of the account's first app password. */
export function connect(store: Store, account: Account): TokenPair {
  return store.world.effect(() => issuePair(store, account, 'com.atproto.appPassPrivileged', newFamily(store)));
}

const newFamily = (store: Store) => store.world.ids.text('session ', 16);

function issuePair({ world }: Store, { platform_id: did }: Account, scope: string, family: string): TokenPair {
  const options = { account: did, scopes: [scope], note: family };
  const access = { scope, sub: did, aud: 'did:web:bsky.social' };
  const refresh = { scope: 'com.atproto.refresh', sub: did, aud: 'did:web:bsky.social' };
  const accessJwt = makeJwt(world, 'at+jwt', access, accessSeconds);
  const refreshJwt = makeJwt(world, 'refresh+jwt', refresh, refreshSeconds);
  world.tokens.issue({ ...options, kind: 'access', value: accessJwt, expiresInSeconds: accessSeconds });
  world.tokens.issue({ ...options, kind: 'refresh', value: refreshJwt, expiresInSeconds: refreshSeconds });
  return { access_token: accessJwt, refresh_token: refreshJwt, expires_in_seconds: accessSeconds };
}

function shownPair({ access_token: accessJwt, refresh_token: refreshJwt }: TokenPair) {
  return { accessJwt, refreshJwt };
}

function accountOf(store: Store, did: string): Account {
  const account = store.world.accounts.get(did);
  if (!account) throw new XrpcError(400, 'AccountNotFound', 'Account not found');
  return account;
}
