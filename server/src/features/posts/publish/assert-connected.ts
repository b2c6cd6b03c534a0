import type { Context, Transaction } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import { accounts } from '../../accounts/index.ts';
import type { TargetRow } from '../model/post.ts';

/** 403 when a copy cannot be changed because its account is not connected any more. */
export async function assertConnected(tx: Transaction, ctx: Context, live: readonly TargetRow[]): Promise<void> {
  const ids = live.map((target) => target.account_id);
  const connected = new Set((await accounts.byIds(tx, ctx.tenant.id, ids)).map(({ id }) => id));
  const gone = live.find((target) => !connected.has(target.account_id));
  if (gone === undefined) return;
  throw new ApiError(
    'reconnection_required',
    `The account on ${gone.platform} is not connected any more, so its copy cannot be changed. Nothing was changed.`,
    { resource: 'account', id: gone.account_id },
    'account.reconnection_required',
  );
}
