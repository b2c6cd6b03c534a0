import type { Context } from '../../core/context.ts';
import { notFound, notSupported } from '../../core/errors.ts';
import { actions } from '../../engine/index.ts';
import { type AccountOptions, accountFor } from '../accounts/index.ts';
import { outcomeOf, performAction } from '../outcomes/index.ts';
import { type ChangeInput, changeOf, StoredChange } from './changes.ts';

/** A change that was made: the id of its object (empty on a dry run), and the facts for the response. */
export interface Changed<Facts> {
  readonly platformId: string;
  readonly facts: Facts;
}

/**
 * Changes something on an account's platform and waits for the outcome. The change is an action, so it happens once
 * under one idempotency key, even after a crash. Throws 404, 501 and 403 before it queues anything.
 */
export async function changeAccount<Facts extends Readonly<Record<string, unknown>>>(
  ctx: Context,
  options: AccountOptions,
  change: ChangeInput & { readonly answer: Facts },
): Promise<Changed<Facts>> {
  const { account, connector } = await accountFor(ctx, options);
  const { effect, isCreation } = changeOf(change.change);
  if (effect(connector) === undefined) throw notSupported(account.platform, options.what);
  return performAction(ctx, {
    account,
    actions: [{ kind: 'change', input: { ...change } }],
    isIdempotent: isCreation !== true,
    preview: { platformId: '', facts: change.answer },
    response: (id) => changedBy<Facts>(ctx, id),
  });
}

/** Waits for the change that an earlier request with the same idempotency key queued. */
export async function changedBy<Facts>(ctx: Context, actionId: string | null): Promise<Changed<Facts>> {
  const queued = await actions.result(ctx.db, ctx.tenant.id, actionId ?? '');
  if (queued === undefined) throw notFound('action', actionId ?? '');
  const { change, answer } = StoredChange.parse(queued.input);
  const { platform_id: platformId } = await outcomeOf(ctx, actionId ?? '', changeOf(change).what);
  return { platformId: platformId ?? '', facts: answer as Facts };
}
