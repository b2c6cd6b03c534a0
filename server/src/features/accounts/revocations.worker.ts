import { monotonicMs } from '../../core/clock.ts';
import type { PlatformAccess } from '../../core/platform-access.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import * as revocations from './revocation.repository.ts';

const INTERVAL_MS = 1000;
const CONCURRENCY = 8;

/** Revokes access on platforms that no request revokes: of deleted workspaces, and after a process died. */
export function createRevocationsWorker(
  db: Database,
  revoke: PlatformAccess['revoke'],
): Worker<revocations.Revocation> {
  let nextMs = 0;
  return {
    name: 'revocations',
    concurrency: CONCURRENCY,
    async claim(limit, leaseSeconds) {
      if (monotonicMs() < nextMs) return [];
      const due = await revocations.claim(db.system, limit, leaseSeconds);
      if (due.length < limit) nextMs = monotonicMs() + INTERVAL_MS;
      return due;
    },
    async work({ tenantId, world, ...account }) {
      await revoke({ id: tenantId, world }, account);
      await revocations.remove(db.tenant(tenantId), tenantId, [account]);
    },
  };
}
