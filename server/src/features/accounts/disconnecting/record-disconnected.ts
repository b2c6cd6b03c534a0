import type { DisconnectedAccount } from '../../../core/connecting/platform-access.ts';
import type { Runner } from '../../../db/query.ts';
import { record } from '../../events/index.ts';

/** Records that somebody disconnected these accounts here. Locks the tenant's row: call it last. */
export async function recordDisconnected(
  tx: Runner,
  tenantId: string,
  accounts: readonly DisconnectedAccount[],
): Promise<void> {
  const events = accounts.map(({ id, platform, username }) => ({
    type: 'account.disconnected' as const,
    resourceId: id,
    accountId: id,
    platform,
    summary: `Disconnected ${username} on ${platform}`,
    data: { account_id: id, platform, reason: 'disconnected' as const },
  }));
  await record(tx, tenantId, events);
}
