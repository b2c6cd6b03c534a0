import type { Context } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import { type AccountWish, accountFor, assertNotThrottled } from '../accounts/index.ts';
import { actions, outcomeOf, queueAction } from '../actions/index.ts';
import { CHANGES, type ChangeInput } from './changes.ts';

/** What was changed: its id on the platform (empty on a dry run), and what the caller is to be told. */
export interface Changed<Said> {
  readonly platformId: string;
  readonly answer: Said;
}

/**
 * Changes something on an account's platform: an action like every other, so that it is made once under one
 * idempotency key whatever is killed. Waits for it. 404, 501 and 403 before anything is queued.
 */
export async function changeAccount<Said extends Readonly<Record<string, unknown>>>(
  ctx: Context,
  wish: AccountWish,
  change: ChangeInput & { readonly answer: Said },
): Promise<Changed<Said>> {
  const { account, connector } = await accountFor(ctx, wish);
  if (CHANGES[change.change].effect(connector) === undefined) throw notSupported(account.platform, wish.what);
  if (account.status !== 'active')
    throw new ApiError(
      'reconnection_required',
      'The account must be reconnected first.',
      { resource: 'account', id: account.id },
      'account.reconnection_required',
    );
  await assertNotThrottled(ctx.db, ctx.tenant.id, [account.id]);
  const action = { accountId: account.id, platform: account.platform, kind: 'change', input: { ...change } } as const;
  const id = await queueAction(ctx, action);
  if (id === undefined) return { platformId: '', answer: change.answer };
  return await changedBy<Said>(ctx, id);
}

/** The same for a repeated idempotency key: the change that it made, or still makes. */
export async function changedBy<Said>(ctx: Context, actionId: string | null): Promise<Changed<Said>> {
  const queued = await actions.result(ctx.db, ctx.tenant.id, actionId ?? '');
  if (queued === undefined) throw notFound('action', actionId ?? '');
  const { change, answer } = queued.input as unknown as ChangeInput;
  const { platform_id: platformId } = await outcomeOf(ctx, actionId ?? '', CHANGES[change].what);
  return { platformId: platformId ?? '', answer: answer as Said };
}
