import { z } from 'zod';
import { ourId } from '../../core/ids.ts';
import { PlatformName } from '../../core/platforms.ts';
import type { AccountStatus } from '../../db/column-types.ts';

export const Account = z
  .object({
    id: ourId('acc'),
    platform: PlatformName,
    name: z.string(),
    username: z.string(),
    brand_id: z.string(),
    status: z.enum(['active', 'reconnect_required']),
    reconnect_reason: z.string().optional().meta({ description: 'Why it must be connected again, as a sentence' }),
    profile_picture_url: z.string().optional(),
    bio: z.string().optional(),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Facts of the platform, such as counts of followers' }),
    login_id: z.string().optional().meta({ description: 'The login that it shares with other pages' }),
    page_name: z.string().optional().meta({ description: 'The page behind the account, on platforms with pages' }),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Account',
    example: { profile_picture_url: 'https://example.com/harbour-cafe.jpg', bio: 'Coffee and cake by the water' },
  });

export interface AccountRow {
  id: string;
  brand_id: string;
  platform: string;
  platform_id: string;
  name: string;
  username: string;
  picture_url: string | null;
  bio: string | null;
  metadata: Record<string, unknown>;
  status: AccountStatus;
  reconnect_reason: string | null;
  login_id: string | null;
  created_at: Date;
}

export function toAccount(row: AccountRow, livemode: boolean): z.infer<typeof Account> {
  return {
    id: row.id,
    platform: row.platform as z.infer<typeof Account>['platform'],
    name: row.name,
    username: row.username,
    brand_id: row.brand_id,
    status: row.status,
    ...(row.status === 'reconnect_required' && row.reconnect_reason !== null
      ? { reconnect_reason: row.reconnect_reason }
      : {}),
    ...(row.picture_url === null ? {} : { profile_picture_url: row.picture_url }),
    ...(row.bio === null ? {} : { bio: row.bio }),
    ...(Object.keys(row.metadata).length === 0 ? {} : { metadata: row.metadata }),
    ...(row.login_id === null ? {} : { login_id: row.login_id, page_name: row.name }),
    created_at: row.created_at.toISOString(),
    livemode,
  };
}
