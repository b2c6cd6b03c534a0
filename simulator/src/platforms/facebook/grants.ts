import type { Account, Token, TokenPair } from '../../core/world/world.ts';
import { allScopes } from './scopes.ts';
import type { Facebook, GrantRow } from './store.ts';

const shortSeconds = 5400;
const longSeconds = 60 * 86_400;

/** A user token for the Pages that were chosen. Inside an effect. */
export function grantPages(
  { world, store }: Facebook,
  options: { user: string; pages: readonly string[]; scopes: readonly string[]; life: 'short' | 'long' },
): { value: string; expiresInSeconds: number } {
  const { user, pages, scopes, life } = options;
  const expiresInSeconds = life === 'short' ? shortSeconds : longSeconds;
  const value = world.ids.text('EAAG', 170);
  world.tokens.issue({ kind: 'access', account: null, value, scopes, expiresInSeconds, note: life });
  store.grants.put(value, { token: value, user, pages, page_tokens: {} });
  return { value, expiresInSeconds };
}

/**
 * The Page's token of a login, the same every time: without an end when the user token is long-lived, else for as long
 * as that one. https://developers.facebook.com/docs/facebook-login/guides/access-tokens
 */
export function pageToken({ world, store }: Facebook, granted: GrantRow, page: string): string {
  const grant = store.grants.get(granted.token) ?? granted;
  const known = grant.page_tokens[page];
  if (known !== undefined) return known;
  const user = world.tokens.find(grant.token);
  const value = world.ids.text('EAAGp', 170);
  world.effect(() => {
    world.tokens.issue({
      kind: 'access',
      account: page,
      value,
      scopes: user?.scopes ?? [],
      note: 'page',
      ...(user?.note === 'short' && {
        expiresInSeconds: ((user.expires_at ?? world.clock.now()) - world.clock.now()) / 1000,
      }),
    });
    store.grants.put(grant.token, { ...grant, page_tokens: { ...grant.page_tokens, [page]: value } });
  });
  return value;
}

/** The token that a connected Page has in daily use: it does not expire. */
export function connect(facebook: Facebook, account: Account): TokenPair {
  const { platform_id } = account;
  return facebook.world.effect(() => {
    const user = userOf(facebook, platform_id);
    const { value } = grantPages(facebook, { user, pages: [platform_id], scopes: allScopes, life: 'long' });
    const grant = facebook.store.grants.get(value);
    if (!grant) throw new Error('The login was not kept.');
    return { access_token: pageToken(facebook, grant, platform_id) };
  });
}

export function userOf({ store }: Facebook, page: string): string {
  return store.pages.get(page)?.owner ?? '';
}

/** The login that a user token or a Page token comes from. */
export function grantBehind({ store }: Facebook, token: Token): GrantRow | undefined {
  const own = store.grants.get(token.value);
  if (own || token.account === null) return own;
  const page = token.account;
  return store.grants.all().find((row) => row.page_tokens[page] === token.value);
}

/** The user takes the app away: every token of every login of theirs dies, those of Pages too. Inside an effect. */
export function revokeUser({ world, store }: Facebook, user: string): void {
  for (const grant of store.grants.where('user', user))
    for (const token of [grant.token, ...Object.values(grant.page_tokens)]) world.tokens.revoke(token);
}
