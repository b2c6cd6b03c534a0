import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import type { AccountRow } from './account.ts';
import { findAccount } from './find-account.ts';

/** The account and the ability that an operation asks for. */
export interface AccountOptions {
  readonly accountId: string;
  /** The only platform that the route serves; absent: every platform with the ability. */
  readonly platform?: Platform;
  /** The ability in words, such as "stories". */
  readonly what: string;
}

/** The connected account. 404 when the caller has no such account, 501 when it is on another platform. */
export async function accountFor(
  ctx: Context,
  { accountId, platform, what }: AccountOptions,
): Promise<{ readonly account: AccountRow; readonly connector: Connector }> {
  const account = await findAccount(ctx, accountId);
  const connector = ctx.connectors[account.platform as Platform];
  if (connector === undefined || (platform !== undefined && account.platform !== platform))
    throw notSupported(account.platform, what);
  return { account, connector };
}
