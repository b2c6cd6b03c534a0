import type { Context, Transaction } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { actions, Failure } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { accounts, throttledSeconds, throttleMessage } from '../../accounts/index.ts';
import { errorCodeOf, notEnded, queueWithin } from '../../outcomes/index.ts';
import type { TargetRow } from '../model/post.ts';
import { activeAccounts, reconnectFirst } from './assert-connected.ts';
import { type FailedCopy, nameOf } from './copies-error.ts';
import { THROTTLED } from './edit-and-remove.action.ts';
import { settledBatch } from './settled-batch.ts';
import type { RemoveInput } from './stored-input.ts';

/** The message for a copy that was declared published without its id. */
const UNKNOWN_ID = 'It is not known under which id it was published there; delete it on the platform.';

type RemovalOutcome = 'deleted' | 'not_supported' | 'failed';

export interface Removal {
  readonly platform: string;
  readonly account_id: string;
  readonly outcome: RemovalOutcome;
  readonly message?: string;
}

/** A removal with the facts that decide the response to the whole request. Failed ones have a code. */
export interface Removed extends Removal, Partial<Pick<FailedCopy, 'code' | 'retryAfterSeconds'>> {}

export function toRemoval({ platform, account_id, outcome, message }: Removed): Removal {
  return compact({ platform, account_id, outcome, message });
}

/**
 * Copies on platforms that take nothing down, copies with unknown ids, and copies on accounts that are disconnected or
 * throttled for long. Their removal is not queued: the caller is told at once and they stay as they are.
 */
export async function unremovableCopies(
  tx: Transaction,
  ctx: Context,
  targets: readonly TargetRow[],
): Promise<Map<TargetRow, Removed>> {
  const accountIds = targets.map((target) => target.account_id);
  const paused = await throttledSeconds(tx, ctx.tenant.id, accountIds);
  const active = await activeAccounts(tx, ctx.tenant.id, accountIds);
  const reasonOf = ({
    platform,
    platform_id,
    account_id,
  }: TargetRow): Omit<Removed, 'platform' | 'account_id'> | undefined => {
    const name = nameOf(ctx, platform);
    if (ctx.connectors[platform as Platform]?.removal === undefined)
      return {
        outcome: 'not_supported',
        message: `${name} does not let posts be deleted; delete it there.`,
        code: 'not_supported',
      };
    if (platform_id === null) return { outcome: 'failed', message: UNKNOWN_ID, code: 'conflict' };
    if (!active.has(account_id))
      return { outcome: 'failed', message: reconnectFirst(name), code: 'reconnection_required' };
    const wait = paused.get(account_id);
    if (wait === undefined) return undefined;
    return { outcome: 'failed', message: throttleMessage(wait), code: THROTTLED, retryAfterSeconds: wait };
  };
  return new Map(
    targets.flatMap((target): [TargetRow, Removed][] => {
      const reason = reasonOf(target);
      return reason === undefined
        ? []
        : [[target, { platform: target.platform, account_id: target.account_id, ...reason }]];
    }),
  );
}

/** Queues the removal of these copies with all parts of their threads, the last part first. Returns the batch. */
export async function queueRemovals(
  tx: Transaction,
  ctx: Context,
  postId: string,
  targets: readonly TargetRow[],
  input: Omit<RemoveInput, 'platformId'>,
): Promise<string> {
  const batch = newId('act');
  // Accounts are locked in the order of their ids.
  for (const target of [...targets].sort((a, b) => (a.account_id < b.account_id ? -1 : 1))) {
    const parts = [target.platform_id as string, ...((target.metadata.thread_post_ids as string[] | undefined) ?? [])];
    // Actions that are due at the same time run in the order of their ids.
    const ids = parts.map(() => newId('act')).sort();
    await queueWithin(
      tx,
      ctx,
      parts.reverse().map((platformId, index) => ({
        id: ids[index],
        accountId: target.account_id,
        platform: target.platform,
        kind: 'remove',
        postId,
        parentId: target.id,
        batch,
        input: { platformId, ...input },
      })),
    );
  }
  return batch;
}

/** Waits for a batch, at most ten seconds. Removals that are not settled by then go on and count as failed here. */
export async function removalsOf(ctx: Context, postId: string, batch: string): Promise<Removed[]> {
  const removed = summarise(ctx, await settledBatch(ctx, postId, batch));
  const throttled = removed.filter(({ code }) => code === THROTTLED).map((copy) => copy.account_id);
  if (throttled.length === 0) return removed;
  const paused = await accounts.pausedSeconds(ctx.db, ctx.tenant.id, throttled);
  return removed.map((copy) => ({ ...copy, retryAfterSeconds: paused.get(copy.account_id) }));
}

function summarise(ctx: Context, results: readonly actions.BatchResult[]): Removed[] {
  const byTarget = Map.groupBy(results, (result) => result.parent_id);
  return [...byTarget.values()].map((parts) => {
    const [first] = parts as [actions.BatchResult, ...actions.BatchResult[]];
    const failed = parts.find(({ status }) => status !== 'published');
    const where = { platform: first.platform, account_id: first.account_id };
    if (failed === undefined) return { ...where, outcome: 'deleted' };
    if (failed.error === null)
      return {
        ...where,
        outcome: 'failed',
        message: notEnded(ctx, 'removal'),
        code: 'platform_timeout',
      };
    const { message, code } = failed.error as unknown as Failure;
    return { ...where, outcome: 'failed', message, code: errorCodeOf(code) };
  });
}
