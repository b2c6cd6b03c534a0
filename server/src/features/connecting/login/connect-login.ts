import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../../core/connector.ts';
import type { Transaction } from '../../../core/context.ts';
import { ApiError, conflict, gone, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { abortReasonOf, uniqueViolationOf } from '../../../db/database.ts';
import {
  type AccountRow,
  accounts,
  decryptCredentials,
  disconnections,
  encryptCredentials,
  sharedLogins,
} from '../../accounts/index.ts';
import { brandLimitReached, brands } from '../../brands/index.ts';
import { record } from '../../events/index.ts';
import { invites } from '../../invites/index.ts';
import { holdLocked } from '../../posts/index.ts';
import { owners, workspaceGone } from '../../workspaces/index.ts';
import { assertRoom } from '../assert-room.ts';
import { connectedEvents } from '../connected-event.ts';
import type { ConnectContext, ConnectedAccount, Destination, Login } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import { moveAccounts } from './move-accounts.ts';

/** Two requests may connect the same account at once. The second finds the account of the first. So with a post that is scheduled meanwhile. */
const TRIES_MAX = 3;

/**
 * Connects an account: reads the profile, switches callbacks on, then writes account, brand, invite and
 * event in one transaction. A connected account gets the new tokens and works again.
 */
export async function connectLogin(
  ctx: ConnectContext,
  login: Login,
  destination: Destination,
  consume?: (tx: Transaction) => Promise<void>,
): Promise<ConnectedAccount> {
  const toAnswer = ([account]: readonly ConnectedAccount[]) => account as ConnectedAccount;
  return connectLogins(ctx, [login], destination, { toAnswer, consume });
}

interface Ending<Answer> {
  readonly toAnswer: (accounts: readonly ConnectedAccount[]) => Answer;
  /** Runs first in the transaction, so that the choice or invite is used up together with the connection. */
  readonly consume?: ((tx: Transaction) => Promise<void>) | undefined;
}

/** Connects several profiles of one login to one brand; all or none. */
export async function connectLogins<Answer>(
  ctx: ConnectContext,
  logins: readonly Login[],
  destination: Destination,
  { toAnswer, consume = async () => {} }: Ending<Answer>,
): Promise<Answer> {
  const arrivals = await Promise.all(
    logins.map(async (login) => ({ login, profile: await arrive(ctx, login, destination) })),
  );
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.commit(async (tx) => {
        const owner = await owners.lock(tx, ctx.tenant.workspaceId);
        if (owner === undefined) throw workspaceGone();
        await consume(tx);
        const { rows, posts } = await write(ctx, tx, arrivals, { ...destination, isLocked: owner.locks_accounts });
        if (destination.inviteId !== null && !(await invites.use(tx, ctx.tenant.id, destination.inviteId)))
          throw gone('This invite has expired or was used already.', {}, 'invite.expired');
        await record(tx, ctx.tenant.id, await connectedEvents(tx, ctx.tenant.id, rows));
        await holdLocked(tx, ctx, posts);
        return toAnswer(rows.map((row) => toConnected(row, ctx.tenant.mode === 'live', posts.length)));
      });
    } catch (error) {
      if (abortReasonOf(error) === 'brand_limit') throw await brandLimitReached(ctx.db, ctx.tenant.id);
      const isOvertaken = uniqueViolationOf(error) === 'accounts_on_server' || abortReasonOf(error) === 'approval';
      if (!isOvertaken || attempt === TRIES_MAX) throw error;
    }
  }
}

interface Arrival {
  readonly login: Login;
  readonly profile: Profile;
}

/** Reads the profile of a login and subscribes to its callbacks. */
async function arrive(ctx: ConnectContext, login: Login, { field = 'code' }: Destination): Promise<Profile> {
  const { connector, app, tokens, hosts, platformId } = login;
  const session = ctx.platforms.session(ctx.tenant, connector, {
    app,
    tokens,
    hosts,
    ...(platformId === undefined ? {} : { platformId }),
  });
  return asPlatformResponse(connector, field, async () => {
    const found = await connector.auth.profile(session);
    const account = { ...session.account, platformId: found.platformId, username: found.username };
    await connector.auth.subscribe?.({ ...session, account });
    return found;
  });
}

async function write(
  ctx: ConnectContext,
  tx: Transaction,
  arrivals: readonly Arrival[],
  { brandId: wanted, inviteId, isLocked }: Destination & { readonly isLocked: boolean },
): Promise<{ readonly rows: AccountRow[]; readonly posts: readonly string[] }> {
  const [{ login, profile }] = arrivals as readonly [Arrival, ...Arrival[]];
  const { connector, shared } = login;
  const { platform, displayName } = connector;
  const { id: tenantId } = ctx.tenant;
  if (wanted !== null && !(await brands.lock(tx, tenantId, wanted))) throw notFound('brand', wanted);
  const ids = arrivals.map((arrival) => arrival.profile.platformId);
  const moving = wanted === null ? [] : await accounts.brandsOf(tx, tenantId, platform, ids);
  const movingIds = (await onSameServer(ctx, tx, login, moving)).map(({ id }) => id);
  const posts = wanted === null ? [] : await moveAccounts(tx, tenantId, movingIds, wanted);
  const namesakes = await accounts.lockByPlatformIds(tx, tenantId, platform, ids);
  const known = await onSameServer(ctx, tx, login, namesakes);
  if (inviteId !== null) await assertInvited(tx, tenantId, inviteId, known, displayName);
  if (isLocked && wanted !== null) assertOfBrand(known, wanted, displayName);
  const brandId = wanted ?? known[0]?.brand_id ?? newId('brand');
  const loginId = shared === undefined ? undefined : await sharedLogins.save(tx, ctx.vault, tenantId, shared);
  await assertRoom(tx, tenantId, connector, { brandId, known, loginId, count: arrivals.length });
  const rows: AccountRow[] = [];
  for (const arrival of arrivals) {
    const before = known.find((row) => row.platform_id === arrival.profile.platformId);
    const account = toRow(ctx, arrival, { id: before?.id ?? newId('acc'), brandId, loginId });
    rows.push(await accounts[before === undefined ? 'insert' : 'reconnect'](tx, tenantId, account));
  }
  if (known.some(({ login_id: id }) => id !== null && id !== loginId)) await sharedLogins.removeUnused(tx, tenantId);
  // Locks the tenant's row, which comes after the account's.
  if (wanted === null && known.length === 0)
    await brands.insert(tx, tenantId, brandId, profile.name.slice(0, 200) || displayName);
  return { rows, posts };
}

/** 409 `account_already_linked` for an account of another brand, where the owner keeps accounts with their brands. */
function assertOfBrand(known: readonly AccountRow[], brandId: string, displayName: string): void {
  if (known.every((row) => row.brand_id === brandId)) return;
  throw new ApiError(
    'account_already_linked',
    `Another brand of this workspace has this ${displayName} account. Disconnect it there first, or set lock_accounts_to_brand to false.`,
    { resource: 'account', field: 'brand_id' },
    'account.already_linked',
  );
}

/** An invite that connects an account again is for that account only. */
async function assertInvited(
  tx: Transaction,
  tenantId: string,
  inviteId: string,
  known: readonly AccountRow[],
  displayName: string,
): Promise<void> {
  const invite = await invites.byId(tx, tenantId, inviteId);
  if (invite === undefined || invite.account_id === null) return;
  if (known.some(({ id }) => id === invite.account_id)) return;
  throw conflict(
    `This link is for the account ${invite.account_name ?? ''} on ${displayName}, and you logged in with another one.`,
    { resource: 'invite' },
    'invite.different_account',
  );
}

function toRow(
  ctx: ConnectContext,
  { login, profile }: Arrival,
  { id, brandId, loginId }: { readonly id: string; readonly brandId: string; readonly loginId: string | undefined },
) {
  const { connector, app, tokens, hosts, appSource } = login;
  const credentials = { tokens, app, ...(hosts === undefined ? {} : { hosts }) };
  return {
    id,
    brandId,
    loginId,
    platform: connector.platform,
    platformId: profile.platformId,
    server: serverOf(login),
    name: profile.name,
    username: profile.username,
    pictureUrl: profile.pictureUrl ?? null,
    bio: profile.bio ?? null,
    metadata: { ...profile.metadata, ...(appSource === undefined ? {} : { byok_source: appSource }) },
    credentials: encryptCredentials(ctx.vault, ctx.tenant.id, id, credentials),
    appId: app.clientId,
    tokenExpiresAt: tokens.expiresAt ?? null,
    isPolled: connector.polling !== undefined,
  };
}

/** The server on which the ids of accounts are unique; empty where the whole platform is. */
function serverOf({ connector, hosts = {} }: Login): string {
  return connector.connecting.oauth?.server === undefined ? '' : Object.values(hosts).join(' ');
}

/**
 * The accounts that live on the server of the login. On another server, the same number is another account. Their access
 * names it, also for those from before `server` was stored; simulated accounts name none.
 */
async function onSameServer<Row extends Pick<AccountRow, 'id'>>(
  ctx: ConnectContext,
  tx: Transaction,
  login: Login,
  known: readonly Row[],
): Promise<readonly Row[]> {
  if (login.connector.connecting.oauth?.server === undefined || known.length === 0) return known;
  const held = await disconnections.accessOf(
    tx,
    ctx.tenant.id,
    known.map(({ id }) => id),
  );
  const elsewhere = held.filter(({ id, credentials }) => {
    const { hosts } = decryptCredentials(ctx.vault, ctx.tenant.id, id, credentials);
    return hosts !== undefined && !isDeepStrictEqual(hosts, { ...login.hosts });
  });
  return known.filter((row) => elsewhere.every(({ id }) => id !== row.id));
}

function toConnected(row: AccountRow, livemode: boolean, heldCount: number): ConnectedAccount {
  return {
    account_id: row.id,
    brand_id: row.brand_id,
    platform: row.platform,
    username: row.username,
    display_name: row.name,
    ...(Object.keys(row.metadata).length === 0 ? {} : { metadata: row.metadata }),
    ...(heldCount === 0 ? {} : { held_count: heldCount }),
    livemode,
  };
}
