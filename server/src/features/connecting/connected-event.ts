import type { Transaction } from '../../core/context.ts';
import type { NewEvent } from '../../core/event.ts';
import type { AccountRow } from '../accounts/index.ts';
import { nowOf } from '../clock/index.ts';

/** `account.connected`, for accounts that work from now on. */
export async function connectedEvents(
  tx: Transaction,
  tenantId: string,
  rows: readonly AccountRow[],
): Promise<NewEvent[]> {
  if (rows.length === 0) return [];
  const at = await nowOf(tx, tenantId);
  return rows.map((row) => connectedEvent(row, at));
}

function connectedEvent(row: AccountRow, at: Date): NewEvent {
  return {
    type: 'account.connected',
    resourceId: row.id,
    accountId: row.id,
    platform: row.platform,
    summary: `Connected ${row.username} on ${row.platform}`,
    data: {
      account_id: row.id,
      brand_id: row.brand_id,
      platform: row.platform,
      platform_user_id: row.platform_id,
      username: row.username,
      display_name: row.name,
      profile_picture_url: row.picture_url ?? '',
      bio: row.bio ?? '',
      profile_url: '',
      user_email: '',
      connected_at: at.toISOString(),
    },
  };
}
