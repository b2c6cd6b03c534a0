import type { DisconnectedAccount } from '../../../core/connecting/platform-access.ts';
import type { Transaction } from '../../../core/context.ts';
import * as revocations from '../revocation.repository.ts';
import * as disconnections from './disconnection.repository.ts';

/**
 * Disconnects accounts and notes their access, which the revocations worker revokes on the platforms. A caller that
 * revokes it itself says how many seconds it has for that.
 */
export async function disconnectAccounts(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  ownSeconds = 0,
): Promise<DisconnectedAccount[]> {
  // First, so that no token refresh in between is left out.
  await disconnections.lockWithPosts(tx, tenantId, ids);
  const held = await revocations.add(tx, tenantId, ids, ownSeconds);
  await disconnections.disconnect(tx, tenantId, ids);
  return held;
}
