import { monotonicMs } from '../../core/clock.ts';
import { arrivalKeyOf, type Files } from '../../core/files.ts';
import type { Lane } from '../../core/lane.ts';
import type { Database } from '../../db/database.ts';
import * as media from './media.repository.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './storage.repository.ts';

const EVERY_MS = 5000;
const LEASE_SECONDS = 60;
const LEFT_OVERS_EVERY_MS = 3600 * 1000;
/** Longer than any upload may take. */
const LEFT_OVERS_MS_MIN = 25 * 3600 * 1000;

/** Ends uploads that nobody finished and removes files whose items were deleted; the file goes before its row. */
export function createSweepMediaLane(db: Database, files: Files): Lane<storage.Due> {
  let nextMs = 0;
  let leftOversMs = 0;
  return {
    name: 'media sweep',
    concurrency: 8,
    async claim(limit) {
      if (monotonicMs() < nextMs) return [];
      if (monotonicMs() >= leftOversMs) {
        leftOversMs = monotonicMs() + LEFT_OVERS_EVERY_MS;
        await files.storage.sweep(LEFT_OVERS_MS_MIN);
      }
      const due = await storage.claimDue(db.system, limit, LEASE_SECONDS);
      if (due.length < limit) nextMs = monotonicMs() + EVERY_MS;
      return due;
    },
    async work({ tenantId, id, status, isOpen }) {
      const own = db.tenant(tenantId);
      const failure = 'The upload was not completed in time.';
      // It may have become ready since it was claimed.
      if (status === 'pending' && !(await own.transaction((tx) => storage.fail(tx, tenantId, id, failure)))) return;
      if (status === 'ready') {
        await files.storage.remove(arrivalKeyOf({ tenantId, id }));
        await storage.cleared(own, tenantId, id);
        return;
      }
      await removeFiles(files.storage, tenantId, id);
      // It is looked at again until nothing can come to the store any more.
      if (isOpen && files.storage.copy !== undefined) return;
      await storage.cleared(own, tenantId, id);
      await media.forget(own, tenantId, id);
    },
  };
}
