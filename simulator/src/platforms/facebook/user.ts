import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { sendDeauthorization } from '../meta/callbacks.ts';
import { GraphError, missingParameter, requireScope } from '../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { compare, listResponse } from '../meta/paging.ts';
import { unixSeconds } from '../meta/time.ts';
import { edgePath } from '../meta/versions.ts';
import { grantOf, nodeOf } from './access.ts';
import { grantBehind, revokeUser } from './grants.ts';
import { pageType } from './page-node.ts';
import { allScopes, scopes } from './scopes.ts';
import { type Facebook, pageOf, type UserRow } from './store.ts';

const dataAccessSeconds = 90 * 86_400;

export function readUser({ world }: Facebook, call: Call, row: UserRow): PlatformResponse {
  const url = world.media.sample('avatar.png');
  const type: NodeType<UserRow> = {
    name: 'User',
    defaults: ['name', 'id'],
    fields: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      first_name: ({ name }) => name.split(' ')[0],
      last_name: ({ name }) => name.split(' ').at(-1),
      email: () => undefined,
      picture: () => ({ data: { height: 50, is_silhouette: false, url, width: 50 } }),
    },
  };
  return json(project(type, row, requestedFields(call)));
}

/** `GET /me/accounts`: the Pages of the login, with their tokens. */
export function listPages(facebook: Facebook, call: Call): PlatformResponse {
  const { grant } = nodeOf(facebook, call, 'user');
  requireScope(call, scopes.list);
  const rows = grant.pages
    .flatMap((id) => facebook.world.accounts.get(id) ?? [])
    .map((account) => ({ account, order: account.platform_id }))
    .sort((a, b) => compare(a.order, b.order));
  const type = pageType(facebook, call, grant);
  const choices = requestedFields(call);
  const map = ({ account }: { account: Account }) =>
    project(
      { ...type, defaults: ['access_token', 'category', 'category_list', 'name', 'id', 'tasks'] },
      account,
      choices,
    );
  const path = edgePath(call, call.param('node'), 'accounts');
  return json(listResponse(call, { rows, direction: 'oldest first', map, limitMax: 100, path }));
}

export function listPermissions(facebook: Facebook, call: Call): PlatformResponse {
  nodeOf(facebook, call, 'user');
  const granted = call.token?.scopes ?? [];
  return json({ data: granted.map((permission) => ({ permission, status: 'granted' })) });
}

/** `DELETE /{user}/permissions`: the app is gone for every Page of this user. */
export function revokePermissions(facebook: Facebook, call: Call): PlatformResponse {
  const id = call.param('node');
  const grant = grantOf(facebook, call) ?? (call.token ? grantBehind(facebook, call.token) : undefined);
  if (!grant || (id !== 'me' && id !== grant.user)) nodeOf(facebook, call, 'user');
  if (grant) call.effect(() => revokeUser(facebook, grant.user));
  return json({ success: true });
}

/** The owner of the Page takes the app away in Facebook's settings: it ends for all their Pages, and the app is told. */
export function removeApp(facebook: Facebook, account: Account): void {
  const { world, store } = facebook;
  const { owner } = pageOf(facebook, account);
  world.effect(() => {
    revokeUser(facebook, owner);
    const pages = store.pages.all().filter((page) => page.owner === owner);
    for (const page of pages) for (const { value } of world.tokens.of(page.account)) world.tokens.revoke(value);
    sendDeauthorization(world, account.platform_id, owner);
  });
}

/** `GET /debug_token`, asked with a token of the app or `APPID|SECRET`. */
export function debugToken(facebook: Facebook, call: Call): PlatformResponse {
  const { world } = facebook;
  const { client_id: app_id, client_secret, name: application } = world.app;
  if (!call.token && call.credential !== `${app_id}|${client_secret}`)
    throw new GraphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 });
  const input = call.input('input_token');
  if (!input) throw missingParameter('input_token');
  const token = world.tokens.find(input);
  const now = world.clock.now();
  const isExpired = token?.expires_at != null && token.expires_at <= now;
  if (!token || token.revoked || isExpired) {
    const [message, subcode] = !token
      ? ['Invalid OAuth access token.', undefined]
      : token.revoked
        ? ['Error validating access token: The user has not authorized application.', 458]
        : ['Error validating access token: Session has expired.', 463];
    const error = { code: 190, message, ...(subcode !== undefined && { subcode }) };
    return json({ data: { app_id, error, is_valid: false, scopes: [] } });
  }
  const grant = grantBehind(facebook, token);
  const isPage = token.account !== null;
  return json({
    data: {
      app_id,
      type: isPage ? 'PAGE' : 'USER',
      application,
      data_access_expires_at: unixSeconds(token.issued_at) + dataAccessSeconds,
      expires_at: token.expires_at === null ? 0 : unixSeconds(token.expires_at),
      is_valid: true,
      ...(token.note !== 'short' && { issued_at: unixSeconds(token.issued_at) }),
      ...(isPage && { profile_id: token.account }),
      scopes: token.scopes,
      granular_scopes: allScopes
        .filter((scope) => scope.startsWith('pages_') && token.scopes.includes(scope))
        .map((scope) => ({ scope, target_ids: grant?.pages ?? [] })),
      user_id: grant?.user,
    },
  });
}
