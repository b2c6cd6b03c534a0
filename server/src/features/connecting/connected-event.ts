import type { NewEvent } from '../../core/event.ts';
import type { AccountRow } from '../accounts/index.ts';

/** `account.connected`, for an account that works from now on. */
export function connectedEvent(row: AccountRow): NewEvent {
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
      connected_at: new Date().toISOString(),
    },
  };
}
