import type { Transaction } from '../../db/database.ts';
import { accounts, disconnections } from '../../features/accounts/index.ts';
import { record } from '../../features/events/index.ts';
import { accessRemovedEvent } from '../removed-access.ts';
import type { ErasureJob } from './erasure.repository.ts';
import { forgetLogin } from './owner.repository.ts';

const ERASED = 'The person who connected the account had everything erased that we hold of them.';

/**
 * Ends the access that the person has given us: disconnects their accounts, and deletes the tokens. The platform is not asked,
 * because the person wants no token kept. Returns whether there was any. Lock order: posts, accounts, tenant.
 */
export async function endAccess(tx: Transaction, job: ErasureJob, accountIds: readonly string[]): Promise<boolean> {
  const { tenantId, platform } = job;
  await disconnections.lockWithPosts(tx, tenantId, accountIds);
  const connected = await accounts.byIds(tx, tenantId, accountIds);
  await disconnections.disconnect(
    tx,
    tenantId,
    connected.map(({ id }) => id),
  );
  const hadLogin = await forgetLogin(tx, job, accountIds);
  const events = connected.map(({ id: accountId }) => accessRemovedEvent({ accountId, platform }, ERASED));
  await record(tx, tenantId, events);
  return hadLogin || accountIds.length > 0;
}
