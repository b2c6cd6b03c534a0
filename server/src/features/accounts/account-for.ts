import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { notFound, notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import * as accounts from './account.repository.ts';
import type { AccountRow } from './account.ts';

/** The account and the ability that an operation asks for. */
export interface AccountWish {
  readonly accountId: string;
  /** The only platform that the route serves; absent: every platform with the ability. */
  readonly platform?: Platform;
  /** The ability in words, such as "stories". */
  readonly what: string;
}

/** The connected account. 404 when the caller has no such account, 501 when it is on another platform. */
export async function accountFor(
  ctx: Context,
  { accountId, platform, what }: AccountWish,
): Promise<{ readonly account: AccountRow; readonly connector: Connector }> {
  const account = await accounts.byId(ctx.db, ctx.tenant.id, accountId);
  const { brandIds } = ctx.caller;
  const isOutside = brandIds.length > 0 && !brandIds.includes(account?.brand_id ?? '');
  if (account === undefined || isOutside) throw notFound('account', accountId);
  const connector = ctx.connectors[account.platform as Platform];
  if (connector === undefined || (platform !== undefined && account.platform !== platform))
    throw notSupported(account.platform, what);
  return { account, connector };
}
