import { monotonicMs } from '../../core/clock.ts';
import type { Files } from '../../core/files.ts';
import type { Lane } from '../../core/lane.ts';
import type { Database } from '../../db/database.ts';
import * as media from './media.repository.ts';
import { keyOf } from './media.ts';
import * as storage from './storage.repository.ts';

const EVERY_MS = 5000;
const LEASE_SECONDS = 60;

/** Ends uploads that nobody finished and removes files whose items were deleted; the file goes before its row. */
export function createSweepMediaLane(db: Database, files: Files): Lane<storage.Due> {
  let nextMs = 0;
  return {
    name: 'media sweep',
    concurrency: 8,
    async claim(limit) {
      if (monotonicMs() < nextMs) return [];
      const due = await storage.claimDue(db.system, limit, LEASE_SECONDS);
      if (due.length < limit) nextMs = monotonicMs() + EVERY_MS;
      return due;
    },
    async work({ tenantId, id, status }) {
      const own = db.tenant(tenantId);
      if (status === 'pending')
        await own.transaction((tx) => storage.fail(tx, tenantId, id, 'The upload was not completed in time.'));
      await files.storage.remove(keyOf(tenantId, id));
      if (status === 'removing') await media.forget(own, tenantId, id);
    },
  };
}
