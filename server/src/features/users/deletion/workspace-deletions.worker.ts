import type { FileStorage } from '../../../core/files.ts';
import type { Worker } from '../../../core/worker.ts';
import type { Database } from '../../../db/database.ts';
import * as deletions from './deletion.repository.ts';
import { purgeWorkspace } from './purge-workspace.ts';
import { stopWorkspace } from './stop-workspace.ts';

/** Ends what the deletion of a workspace began before its process died, and purges workspaces when their time is up. */
export function createWorkspaceDeletionsWorker(
  db: Database,
  storage: FileStorage,
  removeWorld: (worldId: string) => Promise<void>,
): Worker<deletions.Deletion> {
  return {
    name: 'workspace-deletions',
    concurrency: 2,
    claim: ({ limit, leaseSeconds }) => deletions.claim(db.system, limit, leaseSeconds),
    renew: ({ workspaceId }, leaseSeconds) => deletions.renew(db.system, workspaceId, leaseSeconds),
    work({ workspaceId, isPurge }, { signal, stopping }) {
      if (!isPurge) return stopWorkspace(db, workspaceId);
      const mayGoOn = () => !signal.aborted && stopping?.aborted !== true;
      return purgeWorkspace(db, { storage, removeWorld }, workspaceId, mayGoOn);
    },
  };
}
