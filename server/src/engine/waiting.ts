import { waitingChanged } from '../core/observing/channels.ts';
import type { Transaction } from '../db/database.ts';

/**
 * Tells, after the commit, that actions which waited ended or changed without being sent. Every statement that does so to
 * rows of `actions` calls it, so that a restore of an earlier database sends nothing that was taken back.
 */
export function tellWaiting(
  tx: Transaction,
  change: 'withdrawn' | 'edited',
  tenantId: string,
  rows: readonly { readonly id: string }[],
): void {
  if (rows.length === 0) return;
  const actionIds = rows.map(({ id }) => id);
  tx.afterCommit(() => waitingChanged.publish({ tenantId, actionIds, change }));
}
