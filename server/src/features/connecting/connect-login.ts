import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../core/connector.ts';
import type { Transaction } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { refusalOf, uniqueViolationOf } from '../../db/database.ts';
import { type AccountRow, accounts, openCredentials, sealCredentials } from '../accounts/index.ts';
import { brandLimitReached, brands } from '../brands/index.ts';
import { record } from '../events/index.ts';
import { invites } from '../invites/index.ts';
import type { ConnectContext, ConnectedAccount, Destination, Login } from './connection.ts';
import { asPlatformAnswer } from './platform-answer.ts';

/** Two that connect the same account at once: the second finds what the first made. */
const TRIES_MAX = 3;

/**
 * The end of every way to an account: reads the profile, switches callbacks on, then writes account, brand, invite and
 * event in one transaction. An account that is connected already gets the new tokens and works again.
 * `consume` runs first in that transaction, so that what led here is used up with it or not at all.
 */
export async function connectLogin(
  ctx: ConnectContext,
  login: Login,
  destination: Destination,
  consume: (tx: Transaction) => Promise<void> = async () => {},
): Promise<ConnectedAccount> {
  const { connector, app, tokens, hosts, platformId } = login;
  const session = ctx.services.platforms.session(ctx.tenant, connector, {
    app,
    tokens,
    hosts,
    ...(platformId === undefined ? {} : { platformId }),
  });
  const profile = await asPlatformAnswer(connector, 'code', async () => {
    const found = await connector.auth.profile(session);
    const account = { ...session.account, platformId: found.platformId, username: found.username };
    await connector.auth.subscribe?.({ ...session, account });
    return found;
  });
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.commit(async (tx) => {
        await consume(tx);
        const row = await write(ctx, tx, login, profile, destination);
        if (destination.inviteId !== null && !(await invites.use(tx, ctx.tenant.id, destination.inviteId)))
          throw new ApiError('gone', 'This invite has expired or was used already.', {}, 'invite.expired');
        await announce(ctx, tx, row);
        return toConnected(row, ctx.tenant.mode === 'live');
      });
    } catch (error) {
      if (refusalOf(error) === 'brand_limit') throw brandLimitReached(ctx.tenant);
      if (uniqueViolationOf(error) !== 'accounts_platform_id' || attempt === TRIES_MAX) throw error;
    }
  }
}

async function write(
  ctx: ConnectContext,
  tx: Transaction,
  login: Login,
  profile: Profile,
  { brandId: wanted }: Destination,
): Promise<AccountRow> {
  const { connector, app, tokens, hosts, appSource } = login;
  const { platform, displayName } = connector;
  const { id: tenantId, plan } = ctx.tenant;
  if (wanted !== null && !(await brands.lock(tx, tenantId, wanted))) throw notFound('brand', wanted);
  const known = await accounts.lockByPlatformId(tx, tenantId, platform, profile.platformId);
  if (known !== undefined) await assertSameServer(ctx, tx, login, known.id);
  const brandId = wanted ?? known?.brand_id ?? newId('brand');
  if (await accounts.isTaken(tx, tenantId, { brandId, platform, butId: known?.id })) {
    throw new ApiError(
      'conflict',
      `This brand has another account on ${displayName} already, and a brand has one. Disconnect that one, or use another brand.`,
      { resource: 'account', field: 'brand_id' },
      'resource.conflict',
    );
  }
  const id = known?.id ?? newId('acc');
  const credentials = { tokens, app, ...(hosts === undefined ? {} : { hosts }) };
  const account = {
    id,
    brandId,
    platform,
    platformId: profile.platformId,
    name: profile.name,
    username: profile.username,
    pictureUrl: profile.pictureUrl ?? null,
    bio: profile.bio ?? null,
    metadata: { ...profile.metadata, ...(appSource === undefined ? {} : { byok_source: appSource }) },
    credentials: sealCredentials(ctx.services.vault, tenantId, id, credentials),
    appId: app.clientId,
    tokenExpiresAt: tokens.expiresAt ?? null,
    isPolled: connector.polling !== undefined,
  };
  if (known !== undefined) return accounts.reconnect(tx, tenantId, account);
  const row = await accounts.insert(tx, tenantId, account);
  // Locks the tenant's row, which comes after the account's.
  if (wanted === null)
    await brands.insert(tx, tenantId, brandId, profile.name.slice(0, 200) || displayName, plan.brandsMax);
  return row;
}

/** On platforms of many servers each counts for itself: the same number elsewhere is somebody else. */
async function assertSameServer(ctx: ConnectContext, tx: Transaction, login: Login, id: string): Promise<void> {
  if (login.connector.connecting.oauth?.server === undefined) return;
  const [access] = await accounts.accessOf(tx, ctx.tenant.id, [id]);
  const { hosts } = openCredentials(ctx.services.vault, ctx.tenant.id, id, access?.credentials ?? '');
  if (hosts === undefined || isDeepStrictEqual(hosts, { ...login.hosts })) return;
  throw new ApiError(
    'conflict',
    `An account with the same number on another ${login.connector.displayName} server is connected already.`,
    { resource: 'account', id },
    'resource.conflict',
  );
}

async function announce(ctx: ConnectContext, tx: Transaction, row: AccountRow): Promise<void> {
  await record(tx, ctx.tenant.id, [
    {
      type: 'account.connected',
      resourceId: row.id,
      accountId: row.id,
      platform: row.platform,
      summary: `Connected ${row.username} on ${row.platform}`,
      data: {
        account_id: row.id,
        brand_id: row.brand_id,
        platform: row.platform,
        platform_user_id: row.platform_id,
        username: row.username,
        display_name: row.name,
        profile_picture_url: row.picture_url ?? '',
        bio: row.bio ?? '',
        profile_url: '',
        user_email: '',
        connected_at: new Date().toISOString(),
      },
    },
  ]);
}

function toConnected(row: AccountRow, livemode: boolean): ConnectedAccount {
  return {
    account_id: row.id,
    brand_id: row.brand_id,
    platform: row.platform,
    username: row.username,
    display_name: row.name,
    ...(Object.keys(row.metadata).length === 0 ? {} : { metadata: row.metadata }),
    livemode,
  };
}
