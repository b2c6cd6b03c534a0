import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { AccountRow } from '../account.ts';

/** The page behind an account (contract, 7.1). Each page is an account of its own, so it is the default and active. */
export const AccountPage = z
  .object({
    id: z.string(),
    platform_page_id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_picture_url: z.string().optional(),
    about: z.string().optional(),
    is_default: z.boolean(),
    is_active: z.boolean(),
    livemode: z.boolean(),
  })
  .meta({ id: 'AccountPage', example: { id: 'example-page', is_default: true } });

export function toAccountPage(row: AccountRow, livemode: boolean): z.infer<typeof AccountPage> {
  return {
    id: row.platform_id,
    platform_page_id: row.platform_id,
    name: row.name,
    username: row.username,
    ...(row.picture_url === null ? {} : { profile_picture_url: row.picture_url }),
    ...(row.bio === null ? {} : { about: row.bio }),
    is_default: true,
    is_active: row.status === 'active',
    livemode,
  };
}

export function isPage({ connectors }: Pick<Context, 'connectors'>, { platform }: AccountRow): boolean {
  return connectors[platform as Platform]?.connecting.choice?.of === 'pages';
}
