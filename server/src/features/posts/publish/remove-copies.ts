import type { Connectors, Context, Transaction } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../../core/platforms.ts';
import { throttledSeconds, throttleMessage } from '../accounts/index.ts';
import { actions } from '../actions/index.ts';
import { type RemoveInput, THROTTLED } from './live-changes.ts';
import type { TargetRow } from './post.ts';

/** Of a copy that was declared published without it. */
const UNKNOWN_ID = 'It is not known under which id it was published there; delete it on the platform.';
const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

export type RemovalOutcome = 'deleted' | 'not_supported' | 'failed';

export interface Removal {
  readonly platform: string;
  readonly account_id: string;
  readonly outcome: RemovalOutcome;
  readonly message?: string;
}

/** A removal with what decides about the answer to the whole request. */
export interface Removed extends Removal {
  /** Why it failed. */
  readonly code?: string;
  /** Known when the platform had said so before. */
  readonly retryAfterSeconds?: number;
}

export function toRemoval({ platform, account_id, outcome, message }: Removed): Removal {
  return { platform, account_id, outcome, ...(message === undefined ? {} : { message }) };
}

/** Whether the copy of a target can be taken down. */
export function isRemovable(connectors: Connectors, target: TargetRow): boolean {
  return connectors[target.platform as Platform]?.removal !== undefined;
}

/**
 * The copies whose ids nobody knows, and those on accounts that their platforms take nothing from for longer than anybody
 * waits. They are not queued: the caller is told at once and the copies stay as they are.
 */
export async function refusedCopies(
  tx: Transaction,
  ctx: Context,
  targets: readonly TargetRow[],
): Promise<Map<TargetRow, Removed>> {
  const accountIds = targets.map((target) => target.account_id);
  const seconds = await throttledSeconds(tx, ctx.tenant.id, accountIds);
  const refused = targets.flatMap((target): [TargetRow, Removed][] => {
    const { platform, account_id, platform_id } = target;
    const failed = { platform, account_id, outcome: 'failed' } as const;
    if (platform_id === null) return [[target, { ...failed, message: UNKNOWN_ID }]];
    const wait = seconds.get(account_id);
    if (wait === undefined) return [];
    return [[target, { ...failed, message: throttleMessage(wait), code: THROTTLED, retryAfterSeconds: wait }]];
  });
  return new Map(refused);
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
    // What is due at the same time is done in the order of ids.
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

/** Waits for a batch, at most ten seconds; what has not ended by then goes on and counts as failed here. */
export async function removalsOf(ctx: Context, postId: string, batch: string): Promise<Removed[]> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
    if (results.every(({ status }) => status !== 'publishing') || performance.now() > deadline)
      return summarise(results);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
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
    return { ...where, outcome: 'failed', message, ...(code === undefined ? {} : { code }) };
  });
}
