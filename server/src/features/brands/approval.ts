import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, conflict } from '../../core/errors.ts';
import { held } from '../held/index.ts';
import { holdLocked, lockScheduled } from '../posts/index.ts';
import * as brands from './brand.repository.ts';

export interface ApprovalChange {
  readonly approval?: boolean | undefined;
  readonly self_approval?: boolean | undefined;
}

/** 403 without the right to change how a brand approves (`can_approve`). */
export function assertMaySetApproval({ actor }: Pick<Context, 'actor'>): void {
  if (actor.canApprove && actor.sending === 'direct') return;
  throw new ApiError(
    'permission_denied',
    'How a brand approves its posts can be changed by somebody who may approve (can_approve).',
    { field: 'approval' },
    'held.not_approver',
  );
}

/**
 * Changes how a brand approves. Turning approval on holds its scheduled posts that nobody has approved; turning it off releases
 * nothing. Returns how many it holds. The locks of posts come first: a post that was scheduled meanwhile makes it start again.
 */
export async function setApproval(
  ctx: Context,
  tx: Transaction,
  brandId: string,
  { approval, self_approval: selfApproval }: ApprovalChange,
): Promise<number> {
  if (
    approval === true &&
    !(await held.hasApprover(tx, { tenantId: ctx.tenant.id, workspaceId: ctx.tenant.workspaceId }, brandId))
  )
    throw conflict(
      'Nobody may approve posts of this brand. Give a person or a key can_approve first.',
      { field: 'approval', resource: 'brand', id: brandId },
      'brand.no_approver',
    );
  const posts = approval === true ? await lockScheduled(tx, ctx.tenant.id, { brandId }) : [];
  await holdLocked(tx, ctx, posts);
  await brands.setApproval(tx, ctx.tenant.id, brandId, { approval, selfApproval });
  return posts.length;
}
