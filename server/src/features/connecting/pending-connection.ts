import { z } from 'zod';
import { type Platform, PlatformWord } from '../../core/platforms.ts';
import type { Runner } from '../../db/query.ts';
import { accounts, sharedLogins } from '../accounts/index.ts';
import { type ConnectContext, Profile } from './connection.ts';
import type { Pending, ShownCandidate } from './pending-connection.repository.ts';

/** A page that may be chosen. It is not assignable when an account of another brand has it. */
export const PendingPage = z
  .object({
    platform_page_id: z.string(),
    name: z.string(),
    category: z.string(),
    picture_url: z.string(),
    assigned_brand_id: z.string().meta({ description: 'Empty while no brand has the page' }),
    assigned_brand_name: z.string(),
    assigned_account_id: z.string().meta({ description: 'Empty while no account has the page' }),
    assignable: z.boolean().meta({ description: 'false: an account of another brand has the page' }),
  })
  .meta({
    id: 'PendingPage',
    example: {
      category: 'Café',
      assigned_brand_id: '',
      assigned_brand_name: '',
      assigned_account_id: '',
      assignable: true,
    },
  });

const LostPage = z
  .object({
    platform_page_id: z.string(),
    name: z.string(),
    brand_id: z.string(),
    brand_name: z.string(),
  })
  .meta({ id: 'LostPage' });

/** An open choice (contract, 7.4). */
export const PendingConnection = z
  .object({
    connection_id: z.string(),
    platform: PlatformWord,
    profiles: z.array(Profile).optional(),
    pages: z.array(PendingPage).optional().meta({ description: 'Instead of profiles, on platforms with pages' }),
    login_id: z.string().optional().meta({ description: 'The login that the pages share' }),
    lost_access: z.array(LostPage).optional().meta({ description: 'Your pages that this login no longer reaches' }),
    expires_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({
    id: 'PendingConnection',
    example: {
      profiles: [
        {
          platform_account_id: 'example-account',
          display_name: 'Harbour Café',
          username: 'harbourcafe',
          profile_picture_url: 'https://example.com/harbour-cafe.jpg',
          bio: 'Coffee and cake by the water',
        },
      ],
      expires_at: '2027-01-01T09:30:00.000Z',
    },
  });

export async function toPendingConnection(
  ctx: Pick<ConnectContext, 'tenant' | 'connectors'>,
  db: Runner,
  pending: Pending,
): Promise<z.infer<typeof PendingConnection>> {
  const choice = ctx.connectors[pending.platform as Platform]?.connecting.choice;
  return {
    connection_id: pending.id,
    platform: pending.platform,
    ...(choice?.of === 'pages'
      ? await toPageChoice(db, ctx.tenant.id, pending)
      : { profiles: pending.candidates.map(toProfile) }),
    expires_at: pending.expiresAt.toISOString(),
    livemode: ctx.tenant.mode === 'live',
  };
}

async function toPageChoice(db: Runner, tenantId: string, pending: Pending) {
  const { personId, loginId: given } = pending.secrets;
  const pages = await toPages(db, tenantId, pending);
  if (personId === undefined || given === undefined) return { pages, lost_access: [] };
  // The same person may have finished another choice first, under another login id.
  const loginId = (await sharedLogins.idOf(db, tenantId, pending.platform, personId)) ?? given;
  const held = await sharedLogins.heldBy(db, tenantId, loginId);
  const lost = held.filter((row) => pages.every((page) => page.platform_page_id !== row.platform_id));
  return {
    pages,
    login_id: loginId,
    lost_access: lost.map(({ platform_id: platform_page_id, ...rest }) => ({ platform_page_id, ...rest })),
  };
}

/** Pages of a login, with the brands that have them. */
export async function toPages(
  db: Runner,
  tenantId: string,
  pending: Pick<Pending, 'platform' | 'candidates' | 'brandId'>,
): Promise<z.infer<typeof PendingPage>[]> {
  const ids = pending.candidates.map(({ platformId }) => platformId);
  const held = await accounts.brandsOf(db, tenantId, pending.platform, ids);
  return pending.candidates.map(({ platformId, name, category = '', pictureUrl = '' }) => {
    const account = held.find((row) => row.platform_id === platformId);
    return {
      platform_page_id: platformId,
      name,
      category,
      picture_url: pictureUrl,
      assigned_brand_id: account?.brand_id ?? '',
      assigned_brand_name: account?.brand_name ?? '',
      assigned_account_id: account?.id ?? '',
      assignable: account === undefined || account.brand_id === pending.brandId,
    };
  });
}

/** The response that asks for a choice; `data` and `count` are for clients that expect a list of accounts. */
export const Selection = PendingConnection.omit({ expires_at: true }).extend({
  status: z.literal('selection_required'),
  data: z.array(z.never()),
  count: z.literal(0),
});
export type Selection = z.infer<typeof Selection>;

export async function toSelection(
  ctx: Pick<ConnectContext, 'tenant' | 'connectors'>,
  db: Runner,
  pending: Pending,
): Promise<Selection> {
  const { expires_at: _, ...rest } = await toPendingConnection(ctx, db, pending);
  return { status: 'selection_required', ...rest, data: [], count: 0 };
}

function toProfile(candidate: ShownCandidate): z.infer<typeof Profile> {
  return {
    platform_account_id: candidate.platformId,
    display_name: candidate.name,
    username: candidate.username ?? '',
    profile_picture_url: candidate.pictureUrl ?? '',
    bio: candidate.bio ?? '',
  };
}
