import type { Database } from '../../../db/database.ts';
import { accounts, disconnectAccounts } from '../../accounts/index.ts';
import { cancelSubscription } from '../../billing/index.ts';
import * as deletions from './deletion.repository.ts';

const BATCH = 100;

/**
 * Cancels the subscription of a deleted workspace and disconnects its accounts: nothing is published any more. The worker
 * of revocations then ends the access on the platforms. A repeated call continues. Ends when the workspace is taken back.
 */
export async function stopWorkspace(db: Database, workspaceId: string): Promise<void> {
  for (const tenantId of await deletions.tenantIds(db.system, workspaceId)) {
    for (let stopped = BATCH; stopped === BATCH; ) {
      stopped = await db.tenant(tenantId).transaction(async (tx) => {
        if (!(await deletions.lockDeleted(tx, workspaceId))) return 0;
        await cancelSubscription(tx, tenantId);
        const ids = await accounts.connectedIds(tx, tenantId, BATCH);
        await disconnectAccounts(tx, tenantId, ids);
        return ids.length;
      });
    }
  }
  await deletions.noteStopped(db.system, workspaceId);
}
