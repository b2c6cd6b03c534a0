import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, conflict } from '../../core/errors.ts';
import { held } from '../held/index.ts';
import { holdLocked, lockScheduled } from '../posts/index.ts';
import * as brands from './brand.repository.ts';

const ALONE =
  'The only one who may approve posts of this brand is the only one who writes them, and nobody approves their own. Send a review link to somebody else (POST /v1/reviews), give another person can_approve, or set self_approval.';

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
 * nothing. Returns how many it holds, and what may not have been meant. The locks of posts come first: a post that was scheduled meanwhile makes it start again.
 */
export async function setApproval(
  ctx: Context,
  tx: Transaction,
  brandId: string,
  { approval, self_approval: selfApproval }: ApprovalChange,
): Promise<{ readonly heldCount: number; readonly warnings: readonly string[] }> {
  const warnings = approval === true ? await warningsOf(ctx, tx, brandId, selfApproval) : [];
  const posts = approval === true ? await lockScheduled(tx, ctx.tenant.id, { brandId }) : [];
  await holdLocked(tx, ctx, posts);
  await brands.setApproval(tx, ctx.tenant.id, brandId, { approval, selfApproval });
  return { heldCount: posts.length, warnings };
}

/** 409 when nobody could approve. Warns when the only person who could is the only author, too; a key counts as its maker. */
async function warningsOf(
  { tenant }: Context,
  tx: Transaction,
  brandId: string,
  selfApproval: boolean | undefined,
): Promise<string[]> {
  const all = await held.reaching(tx, { tenantId: tenant.id, workspaceId: tenant.workspaceId }, brandId);
  if (!all.some(({ approves }) => approves))
    throw conflict(
      'Nobody may approve posts of this brand. Give a person or a key can_approve first.',
      { field: 'approval', resource: 'brand', id: brandId },
      'brand.no_approver',
    );
  if (selfApproval ?? (await brands.approvalOf(tx, tenant.id, brandId))?.self_approval) return [];
  const makers = await held.makersOf(
    tx,
    tenant.id,
    all.flatMap(({ id }) => (id.startsWith('key_') ? id : [])),
  );
  const personsOf = (some: readonly held.Reaching[]) => new Set(some.map(({ id }) => makers.get(id) ?? id));
  const [approver, ...others] = personsOf(all.filter(({ approves }) => approves));
  const authors = personsOf(all.filter(({ writes }) => writes));
  const isAlone = others.length === 0 && [...authors].every((author) => author === approver);
  return isAlone ? [ALONE] : [];
}
