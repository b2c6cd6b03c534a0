import { arrivalKeyOf, type Files } from '../../core/files.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import * as media from './media.repository.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './upload/storage.repository.ts';

const LEASE_SECONDS = 60;
const REMAINS_INTERVAL_MS = 3600 * 1000;
/** Longer than any upload may last. */
const REMAINS_AGE_MS = 25 * 3600 * 1000;

/** Fails unfinished uploads and removes the files of deleted items. A file is removed before its row. */
export function createMediaCleanupWorker(db: Database, files: Files): Worker<storage.Due> {
  let nextRemainsMs = 0;
  return {
    name: 'media-cleanup',
    concurrency: 8,
    ownerOf: ({ tenantId }) => tenantId,
    async claim(claim) {
      if (performance.now() >= nextRemainsMs) {
        nextRemainsMs = performance.now() + REMAINS_INTERVAL_MS;
        await files.storage.removeUnfinished(REMAINS_AGE_MS);
      }
      return storage.claim(db.system, { ...claim, leaseSeconds: LEASE_SECONDS });
    },
    async work({ tenantId, id, status, isOpen }) {
      const own = db.tenant(tenantId);
      const failure = 'The upload was not completed in time.';
      // The item may have become ready since the claim.
      if (status === 'pending' && !(await own.transaction((tx) => storage.fail(tx, tenantId, id, failure)))) return;
      if (status === 'ready') {
        await files.storage.remove(arrivalKeyOf({ tenantId, id }));
        await storage.clearDue(own, tenantId, id);
        return;
      }
      await removeFiles(files.storage, tenantId, id);
      // It stays due until the store accepts no more uploads.
      if (isOpen && files.storage.copy !== undefined) return;
      await storage.clearDue(own, tenantId, id);
      await media.deleteRemoved(own, tenantId, id);
    },
  };
}
