import type { Context, Transaction } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import { accounts } from '../../accounts/index.ts';
import type { TargetRow } from '../model/post.ts';
import { nameOf } from './copies-error.ts';

/** Those of these accounts that can be used now: connected, and not waiting to be reconnected. */
export async function activeAccounts(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const connected = await accounts.byIds(tx, tenantId, ids);
  return new Set(connected.filter(({ status }) => status === 'active').map(({ id }) => id));
}

/** The message for a copy on an account that is not usable. */
export function reconnectFirst(platform: string): string {
  return `The account on ${platform} is not connected any more, so its copy cannot be changed or deleted. Reconnect it first.`;
}

/** 403 when a copy cannot be changed because its account is not connected any more. */
export async function assertConnected(tx: Transaction, ctx: Context, live: readonly TargetRow[]): Promise<void> {
  const active = await activeAccounts(
    tx,
    ctx.tenant.id,
    live.map((target) => target.account_id),
  );
  const gone = live.find((target) => !active.has(target.account_id));
  if (gone !== undefined) throw reconnectionRequired(ctx, gone);
}

/** 403 for a copy whose account must be reconnected first. */
export function reconnectionRequired(ctx: Context, { platform, account_id: id }: TargetRow): ApiError {
  return new ApiError(
    'reconnection_required',
    `${reconnectFirst(nameOf(ctx, platform))} Nothing was changed.`,
    { resource: 'account', id },
    'account.reconnection_required',
  );
}
