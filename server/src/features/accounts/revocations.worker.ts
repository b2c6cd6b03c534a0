import type { PlatformAccess } from '../../core/connecting/platform-access.ts';
import type { Observer } from '../../core/observing/observer.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import * as revocations from './revocation.repository.ts';

const CONCURRENCY = 8;

const RETRY_SECONDS = 30;
const RETRY_SECONDS_MAX = 6 * 3600;

/**
 * Revokes access on platforms that no request revokes: of deleted workspaces, after a process died, and where the platform
 * did not answer.
 */
export function createRevocationsWorker(
  db: Database,
  revoke: PlatformAccess['revoke'],
  observer: Observer,
): Worker<revocations.Revocation> {
  return {
    name: 'revocations',
    concurrency: CONCURRENCY,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => revocations.claim(db.system, claim),
    async work(revocation) {
      const { tenantId, world, failures, ...account } = revocation;
      const error = await revoke({ id: tenantId, world }, account).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      if (error === undefined) return revocations.remove(db.system, tenantId, [account]);
      const afterSeconds = Math.min(RETRY_SECONDS * 2 ** Math.min(failures, 20), RETRY_SECONDS_MAX);
      if (!(await revocations.postpone(db.system, revocation, { afterSeconds, reason: error.message }))) return;
      const facts = { tenant_id: tenantId, account_id: account.id, platform: account.platform, attempts: failures + 1 };
      observer.changed({ of: 'revocation', state: 'given_up', facts });
    },
  };
}
