import type { StoredActor } from '../../../core/actor.ts';
import type { Context, Transaction } from '../../../core/context.ts';
import { hold } from '../../held/index.ts';
import * as waiting from './hold-scheduled.repository.ts';
import { byIds } from './post.repository.ts';
import { holdOfPost, seenOfRow } from './waiting.ts';

export { countUnapproved } from './hold-scheduled.repository.ts';

const AT_ONCE = 200;
/** The author of posts from before authors were noted. */
const UNKNOWN: StoredActor = { type: 'key', id: 'key_unknown', name: 'Unknown' };

/**
 * Locks the scheduled posts of accounts that nobody has approved, then the accounts, as everything does, and then looks again:
 * after the accounts are locked nothing can be scheduled on them. Returns the posts for `holdLocked`.
 */
export async function lockScheduled(tx: Transaction, tenantId: string, on: waiting.AccountsOf): Promise<string[]> {
  const ids = await waiting.lockUnapproved(tx, tenantId, on);
  await waiting.lockAccounts(tx, tenantId, on, ids);
  return ids;
}

/** Makes posts wait that `lockScheduled` has locked. */
export async function holdLocked(
  tx: Transaction,
  { tenant }: Pick<Context, 'tenant'>,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const rows = await byIds(tx, tenant.id, some);
    const authors = await waiting.authorsOf(tx, tenant.id, some);
    await waiting.toDrafts(tx, tenant.id, some);
    const request = { operation: 'create_post' };
    await hold(
      tx,
      { tenant, actor: UNKNOWN },
      rows.map((row) => ({
        ...holdOfPost(seenOfRow(row), 'brand', { ...request, isCharged: row.charged_period !== null }),
        author: row.created_by ?? UNKNOWN,
        authors: authors.get(row.id) ?? [],
      })),
    );
  }
}
