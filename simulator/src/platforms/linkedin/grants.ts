import type { Call } from '../../core/platform.ts';
import type { Account, Token, TokenPair } from '../../core/world/world.ts';
import { accessDenied } from './errors.ts';
import { usualScopes } from './scopes.ts';
import { type GrantRow, idOf, type LinkedIn, urnOf } from './store.ts';

const accessSeconds = 60 * 86_400;
const refreshSeconds = 365 * 86_400;

interface TokenOptions {
  readonly account: string;
  readonly scopes: readonly string[];
  readonly grant: GrantRow;
  /** The one that was used, which is handed out again. */
  readonly refreshToken?: Token;
  readonly isPartner?: boolean;
}

/**
 * The body of a token answer. Refresh tokens are for approved partners only, so that both lives are seen: the consent
 * page of the app for members leads to none, the one for pages and the control API do.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
 */
export function issueTokens(linkedin: LinkedIn, options: TokenOptions) {
  const { account, scopes, grant, refreshToken, isPartner = linkedin.kind === 'organization' } = options;
  const { world, store } = linkedin;
  const access_token = world.ids.text('AQX', 160);
  const issue = (id: string, value: string) =>
    world.tokens.issue({
      kind: 'access',
      account: id,
      value,
      scopes,
      expiresInSeconds: accessSeconds,
      note: access_token,
    });
  issue(account, access_token);
  for (const id of grant.organizations) if (id !== account) issue(id, tokenFor(access_token, id));
  store.grants.put(access_token, grant);

  const refresh = refreshToken ?? (isPartner ? newRefreshToken(linkedin, account, scopes) : undefined);
  if (refresh) store.grants.put(refresh.value, grant);
  return {
    access_token,
    expires_in: accessSeconds,
    ...(refresh && {
      refresh_token: refresh.value,
      refresh_token_expires_in: refreshToken ? secondsLeft(linkedin, refreshToken) : refreshSeconds,
    }),
    scope: scopes.join(','),
    token_type: 'Bearer',
    ...(scopes.includes('openid') && { id_token: idToken(linkedin, grant.member) }),
  };
}

function newRefreshToken({ world }: LinkedIn, account: string, scopes: readonly string[]): Token {
  const value = world.ids.text('AQW', 160);
  return world.tokens.issue({ kind: 'refresh', account, value, scopes, expiresInSeconds: refreshSeconds });
}

function secondsLeft({ world }: LinkedIn, { expires_at }: Token): number {
  return Math.floor(((expires_at ?? 0) - world.clock.now()) / 1000);
}

/** Tokens for the control API. */
export function connect(linkedin: LinkedIn, { platform_id }: Account): TokenPair {
  const grant = {
    member: memberOf(linkedin, platform_id),
    organizations: linkedin.kind === 'member' ? [] : [platform_id],
  };
  const scopes = usualScopes(linkedin.kind);
  const { access_token, refresh_token, expires_in } = linkedin.world.effect(() =>
    issueTokens(linkedin, { account: platform_id, scopes, grant, isPartner: true }),
  );
  return { access_token, expires_in_seconds: expires_in, ...(refresh_token !== undefined && { refresh_token }) };
}

/** The member behind an account. */
export function memberOf({ store, kind }: LinkedIn, account: string): string {
  return kind === 'member' ? account : (store.organizations.get(account)?.owner ?? '');
}

/** A login with another set of scopes ends the tokens of the earlier one. */
export function endOtherScopes({ world }: LinkedIn, account: string, scopes: readonly string[]): void {
  const wanted = [...scopes].sort().join();
  for (const token of world.tokens.of(account))
    if (!token.revoked && [...token.scopes].sort().join() !== wanted) world.tokens.revoke(token.value);
}

/**
 * One token reaches every page of its login. So that calls, faults and ledger name the page that a call is about, each
 * further page has an inner token of its own, which never leaves the simulator.
 */
export function tokenFor(accessToken: string, organization: string): string {
  return `${accessToken}:${organization}`;
}

export function grantOf({ store }: LinkedIn, call: Call): GrantRow {
  return store.grants.get(call.token?.note ?? '') ?? { member: '', organizations: [] };
}

export function hasScope(call: Call, ...anyOf: readonly string[]): boolean {
  return anyOf.some((scope) => call.token?.scopes.includes(scope));
}

type Right = 'write' | 'write comments' | 'read' | 'read comments' | 'administer';

const rights: Readonly<Record<Right, Readonly<Record<'person' | 'organization', readonly string[]>>>> = {
  write: { person: ['w_member_social'], organization: ['w_organization_social'] },
  'write comments': {
    person: ['w_member_social', 'w_member_social_feed'],
    organization: ['w_organization_social', 'w_organization_social_feed'],
  },
  read: { person: ['r_member_social'], organization: ['r_organization_social'] },
  'read comments': {
    person: ['r_member_social', 'r_member_social_feed'],
    organization: ['r_organization_social', 'r_organization_social_feed'],
  },
  administer: { person: [], organization: ['rw_organization_admin', 'r_organization_admin'] },
};

/** Rejects unless the login stands for this author and has the scope. */
export function requireRight(linkedin: LinkedIn, call: Call, right: Right, urn: string): void {
  const person = linkedin.kind === 'member' && isMember(linkedin, call, urn);
  const organization = isOrganizationOf(linkedin, call, urn);
  const scopes = person ? rights[right].person : organization ? rights[right].organization : [];
  if (!hasScope(call, ...scopes)) throw accessDenied(`${call.method} ${call.path.split(/[?(]/)[0]} as ${urn}`);
}

function isMember(linkedin: LinkedIn, call: Call, urn: string): boolean {
  return urn === urnOf('member', grantOf(linkedin, call).member);
}

export function isOrganizationOf(linkedin: LinkedIn, call: Call, urn: string): boolean {
  return urn.startsWith('urn:li:organization:') && grantOf(linkedin, call).organizations.includes(idOf(urn));
}

/** The form of a real one; nobody can check its signature. */
function idToken({ world, store }: LinkedIn, member: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const claims = { iss: 'https://www.linkedin.com/oauth', aud: world.app.client_id, sub: member };
  const times = { iat: issuedAt, exp: issuedAt + 3_600 };
  const name = store.members.get(member)?.name ?? '';
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ ...claims, ...times, name })}.${world.ids.text('', 86)}`;
}
