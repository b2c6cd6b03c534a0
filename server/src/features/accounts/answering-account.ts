import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import * as accounts from './account.repository.ts';
import type { AccountRow } from './account.ts';

/** The account of an item of the inbox and its connector, without a call. 404 when it is not connected any more. */
export async function accountOfItem(
  ctx: Context,
  accountId: string,
): Promise<{ readonly account: AccountRow; readonly connector: Connector }> {
  const account = await accounts.byId(ctx.db, ctx.tenant.id, accountId);
  if (account === undefined) throw notFound('account', accountId, 'account_id');
  const connector = ctx.connectors[account.platform as Platform];
  if (connector === undefined) throw notSupported(account.platform, 'this');
  return { account, connector };
}

/** 403 when the account has lost its access to the platform. */
export function assertActive({ id, status }: AccountRow): void {
  if (status === 'active') return;
  throw new ApiError(
    'reconnection_required',
    'The account must be reconnected first.',
    { resource: 'account', id },
    'account.reconnection_required',
  );
}
