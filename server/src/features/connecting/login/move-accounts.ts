import type { Transaction } from '../../../core/context.ts';
import { brands } from '../../brands/index.ts';
import { held } from '../../held/index.ts';
import { lockScheduled } from '../../posts/index.ts';

/**
 * Makes what waits of accounts follow them into a brand. Where the brand approves its posts, it also locks the scheduled posts
 * that nobody has approved, and returns them for `holdLocked`. Call it before the accounts are locked.
 */
export async function moveAccounts(
  tx: Transaction,
  tenantId: string,
  accountIds: readonly string[],
  brandId: string,
): Promise<string[]> {
  if (accountIds.length === 0) return [];
  await held.moveAccounts(tx, tenantId, accountIds, brandId);
  const brand = await brands.approvalOf(tx, tenantId, brandId);
  return brand?.approval === true ? lockScheduled(tx, tenantId, { accountIds }) : [];
}
