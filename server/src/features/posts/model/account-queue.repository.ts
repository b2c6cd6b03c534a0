import { callOf, type Runner } from '../../../db/query.ts';
import type { NewPost } from './new-post.ts';
import { targetRecords } from './target.repository.ts';

/** The time at which an account's next target is due, and the brand that the account must still belong to. */
export interface AccountDue {
  readonly brandId: string;
  readonly dueAt: Date | 'now';
}

/** The accounts of a post that is not a draft, each with the time at which its first target is due. */
export function dueByAccount(post: NewPost): Map<string, AccountDue> {
  const dues = new Map<string, AccountDue>();
  const records = targetRecords(post);
  for (const [index, { accountId, brandId }] of post.targets.entries()) {
    const dueAt = records[index]?.due_at ?? 'now';
    const earlier = dues.get(accountId)?.dueAt;
    if (earlier === undefined || dueAt < earlier) dues.set(accountId, { brandId, dueAt });
  }
  return dues;
}

const queue = callOf('queue_accounts');

/**
 * Locks accounts in the order of their ids and puts their queues forward to these times. Aborts the transaction with the
 * reason `account` when one was disconnected or moved to another brand. An account is locked although its queue need not
 * change: a worker that empties the queue meanwhile then waits for this transaction and sees its targets.
 */
export async function queueAccounts(
  tx: Runner,
  tenantId: string,
  dues: ReadonlyMap<string, AccountDue>,
): Promise<void> {
  const { ids, brands, times } = columnsOf(dues);
  await tx.run(queue({ tenant: tenantId, ids, brands, dues: times }));
}

/** The entries as lists of equal length. */
export function columnsOf(dues: ReadonlyMap<string, AccountDue>) {
  const entries = [...dues.values()];
  return {
    ids: [...dues.keys()],
    brands: entries.map(({ brandId }) => brandId),
    times: entries.map(({ dueAt }) => dueAt),
  };
}
