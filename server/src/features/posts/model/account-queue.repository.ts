import { sql } from 'kysely';
import { callOf, type Runner } from '../../../db/query.ts';
import { assertDirect, type Sender } from '../../outcomes/index.ts';
import { type TargetsOfPost, targetRecords } from './target.repository.ts';

/**
 * The time at which an account's next target is due, and the brand that the connected account must still belong to;
 * undefined: the account may be disconnected, and its target then fails with that reason.
 */
export interface AccountDue {
  readonly brandId?: string;
  readonly dueAt: Date | 'now';
}

/** The accounts of a post that is not a draft, each with the time at which its first target is due. */
export function dueByAccount(post: TargetsOfPost): Map<string, AccountDue> {
  const dues = new Map<string, AccountDue>();
  const records = targetRecords(post);
  for (const [index, { accountId, brandId }] of post.targets.entries()) {
    const dueAt = records[index]?.due_at ?? 'now';
    const earlier = dues.get(accountId)?.dueAt;
    if (earlier === undefined || dueAt < earlier) dues.set(accountId, { brandId, dueAt });
  }
  return dues;
}

const queue = callOf('queue_posts');

/**
 * Makes posts due: everything of a post that will be published passes here or, for one new post, `insertPost`. Locks
 * accounts in the order of their ids and puts their queues forward to these times. Aborts the transaction with the reason
 * `account` when one was disconnected or moved to another brand, `approval` when its brand approves its posts and this one is not. An account is locked although its queue need not change:
 * a worker that empties the queue meanwhile then waits for this transaction and sees its targets.
 */
export async function queueAccounts(
  tx: Runner,
  ctx: Sender,
  dues: ReadonlyMap<string, AccountDue>,
  isApproved = false,
): Promise<void> {
  assertDirect(ctx);
  const { ids, brands, times } = columnsOf(dues);
  await tx.run(queue({ tenant: ctx.tenant.id, ids, brands, dues: times, is_approved: isApproved }));
}

/** Makes unpublished targets due now. */
export async function queueTargets(
  tx: Runner,
  ctx: Sender,
  actionIds: readonly string[],
  isApproved: boolean,
): Promise<void> {
  const due = await tx.run(sql<{ account_id: string }>`
    update actions set status = 'publishing', due_at = now(), scheduled_at = null, scheduled_local = null, updated_at = now()
    where tenant_id = ${ctx.tenant.id} and id = any (${actionIds}) and status <> 'published'
    returning account_id`);
  await queueAccounts(tx, ctx, new Map(due.map(({ account_id }) => [account_id, { dueAt: 'now' }])), isApproved);
}

/** The entries as lists of equal length. */
export function columnsOf(dues: ReadonlyMap<string, AccountDue>) {
  const entries = [...dues.values()];
  return {
    ids: [...dues.keys()],
    brands: entries.map(({ brandId = null }) => brandId),
    times: entries.map(({ dueAt }) => dueAt),
  };
}
