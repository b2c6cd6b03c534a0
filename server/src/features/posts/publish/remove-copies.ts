import type { Connectors, Context, Transaction } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import type { Platform } from '../../../core/platforms.ts';
import { actions } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { throttledSeconds, throttleMessage } from '../../accounts/index.ts';
import type { TargetRow } from '../model/post.ts';
import { THROTTLED } from './edit-and-remove.action.ts';
import { settledBatch } from './settled-batch.ts';
import type { RemoveInput } from './stored-input.ts';

/** The message for a copy that was declared published without its id. */
const UNKNOWN_ID = 'It is not known under which id it was published there; delete it on the platform.';

export type RemovalOutcome = 'deleted' | 'not_supported' | 'failed';

export interface Removal {
  readonly platform: string;
  readonly account_id: string;
  readonly outcome: RemovalOutcome;
  readonly message?: string;
}

/** A removal with the facts that decide the response to the whole request. */
export interface Removed extends Removal {
  /** The code of the failure. */
  readonly code?: string;
  /** The pause that the platform asked for before. */
  readonly retryAfterSeconds?: number;
}

export function toRemoval({ platform, account_id, outcome, message }: Removed): Removal {
  return compact({ platform, account_id, outcome, message });
}

/** Whether the target's platform lets its copy be removed. */
export function isRemovable(connectors: Connectors, target: TargetRow): boolean {
  return connectors[target.platform as Platform]?.removal !== undefined;
}

/**
 * Copies with unknown ids, and copies on accounts with a long throttle. Their removal is not queued: the caller is told
 * at once and they stay as they are.
 */
export async function unremovableCopies(
  tx: Transaction,
  ctx: Context,
  targets: readonly TargetRow[],
): Promise<Map<TargetRow, Removed>> {
  const accountIds = targets.map((target) => target.account_id);
  const seconds = await throttledSeconds(tx, ctx.tenant.id, accountIds);
  const unremovable = targets.flatMap((target): [TargetRow, Removed][] => {
    const { platform, account_id, platform_id } = target;
    const failed = { platform, account_id, outcome: 'failed' } as const;
    if (platform_id === null) return [[target, { ...failed, message: UNKNOWN_ID }]];
    const wait = seconds.get(account_id);
    if (wait === undefined) return [];
    return [[target, { ...failed, message: throttleMessage(wait), code: THROTTLED, retryAfterSeconds: wait }]];
  });
  return new Map(unremovable);
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
    for (const [index, platformId] of parts.reverse().entries()) {
      await actions.insert(tx, ctx.tenant.id, {
        id: ids[index],
        accountId: target.account_id,
        platform: target.platform,
        kind: 'remove',
        postId,
        parentId: target.id,
        batch,
        input: { platformId, ...input },
      });
    }
  }
  return batch;
}

/** Waits for a batch, at most ten seconds. Removals that are not settled by then go on and count as failed here. */
export async function removalsOf(ctx: Context, postId: string, batch: string): Promise<Removed[]> {
  return summarise(await settledBatch(ctx, postId, batch));
}

function summarise(results: readonly actions.BatchResult[]): Removed[] {
  const byTarget = Map.groupBy(results, (result) => result.parent_id);
  return [...byTarget.values()].map((parts) => {
    const [first] = parts as [actions.BatchResult, ...actions.BatchResult[]];
    const failed = parts.find(({ status }) => status !== 'published');
    const where = { platform: first.platform, account_id: first.account_id };
    if (failed === undefined) return { ...where, outcome: 'deleted' };
    const { message = 'The platform has not answered yet; the removal goes on.', code } = (failed.error ?? {}) as {
      message?: string;
      code?: string;
    };
    return { ...where, outcome: 'failed', ...compact({ message, code }) };
  });
}
