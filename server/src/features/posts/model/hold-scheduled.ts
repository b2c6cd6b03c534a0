import type { Context, Transaction } from '../../../core/context.ts';
import { hold } from '../../held/index.ts';
import * as waiting from './hold-scheduled.repository.ts';
import { byIds } from './post.repository.ts';
import { holdOfPost, seenOfRow } from './waiting.ts';

const AT_ONCE = 200;

/**
 * Makes the scheduled posts of a brand wait that nobody has approved, and returns their number. It locks posts before accounts,
 * as everything does, and then looks again: after the accounts are locked nothing can be scheduled on them.
 */
export async function holdScheduled(
  tx: Transaction,
  ctx: Pick<Context, 'tenant' | 'actor'>,
  brandId: string,
): Promise<number> {
  const { id: tenantId } = ctx.tenant;
  const ids = await waiting.lockUnapproved(tx, tenantId, brandId);
  await waiting.lockAccounts(tx, tenantId, brandId, ids);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const rows = await byIds(tx, tenantId, some);
    await waiting.toDrafts(tx, tenantId, some);
    const request = { operation: 'create_post' };
    await hold(
      tx,
      ctx,
      rows.map((row) => ({
        ...holdOfPost(seenOfRow(row), 'brand', { ...request, isCharged: row.charged_period !== null }),
        author: row.created_by ?? undefined,
      })),
    );
  }
  return ids.length;
}
