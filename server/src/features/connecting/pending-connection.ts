import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Candidate } from '../../core/connecting.ts';
import type { Vault } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Tokens } from '../../core/session.ts';
import type { Runner } from '../../db/query.ts';
import { accounts, sharedLogins } from '../accounts/index.ts';
import { type ConnectContext, type Destination, type LoginPlace, Profile } from './connection.ts';

const MINUTES = 30;

/** A page that may be chosen; an account of another brand holds it unless it is assignable. */
export const PendingPage = z.object({
  platform_page_id: z.string(),
  name: z.string(),
  category: z.string(),
  picture_url: z.string(),
  assigned_brand_id: z.string(),
  assigned_brand_name: z.string(),
  assigned_account_id: z.string(),
  assignable: z.boolean(),
});

const LostPage = z.object({
  platform_page_id: z.string(),
  name: z.string(),
  brand_id: z.string(),
  brand_name: z.string(),
});

/** A choice that is open (contract, 7.4). */
export const PendingConnection = z.object({
  connection_id: z.string(),
  platform: z.string(),
  profiles: z.array(Profile).optional(),
  pages: z.array(PendingPage).optional().meta({ description: 'Instead of profiles, where the platform has pages' }),
  login_id: z.string().optional().meta({ description: 'The login that the pages share' }),
  lost_access: z
    .array(LostPage)
    .optional()
    .meta({ description: 'Pages of yours that this login does not reach any more' }),
  expires_at: z.string(),
  livemode: z.boolean(),
});

/** A candidate without its tokens. */
type Shown = Omit<Candidate, 'tokens'>;

interface LoginSecrets extends LoginPlace {
  readonly tokens: Tokens;
  /** Whose login it is and what we call it, where it serves several accounts. */
  readonly personId?: string | undefined;
  readonly loginId?: string | undefined;
}

interface Secrets extends LoginSecrets {
  /** By the profile's id, where a profile has tokens of its own. */
  readonly ownTokens: Readonly<Record<string, Tokens>>;
}

export interface Pending extends Destination {
  readonly id: string;
  readonly platform: string;
  readonly candidates: readonly Shown[];
  readonly secrets: Secrets;
  readonly expiresAt: Date;
}

export type NewPending = Omit<Pending, 'id' | 'candidates' | 'secrets' | 'expiresAt'> & {
  readonly candidates: readonly Candidate[];
  readonly login: LoginSecrets;
};

export async function savePending(tx: Runner, vault: Vault, tenantId: string, pending: NewPending): Promise<Pending> {
  const id = `pc_${randomBytes(16).toString('hex')}`;
  const { candidates, login, platform, brandId, inviteId } = pending;
  const shown = candidates.map(({ tokens: _, ...rest }) => rest);
  const ownTokens = Object.fromEntries(
    candidates.flatMap(({ platformId, tokens }) => (tokens === undefined ? [] : [[platformId, tokens]])),
  );
  const secrets: Secrets = { ...login, ownTokens };
  const sealed = vault.seal(JSON.stringify(secrets), placeOf(tenantId, id));
  const row = await tx.first(sql<{ expires_at: Date }>`
    insert into pending_connections (tenant_id, id, platform, brand_id, invite_id, profiles, secrets, expires_at)
    values (${tenantId}, ${id}, ${platform}, ${brandId}, ${inviteId}, ${JSON.stringify(shown)}, ${sealed}, now() + ${MINUTES} * interval '1 minute')
    returning expires_at + tenant_ahead() as expires_at`);
  return { id, platform, brandId, inviteId, candidates: shown, secrets, expiresAt: row?.expires_at as Date };
}

/** An open choice; undefined when it was made, has expired or is somebody else's. */
export async function findPending(
  db: Runner,
  vault: Vault,
  tenantId: string,
  id: string,
): Promise<Pending | undefined> {
  const row = await db.first(sql<{
    platform: string;
    brand_id: string | null;
    invite_id: string | null;
    profiles: Pending['candidates'];
    secrets: string;
    expires_at: Date;
  }>`
    select platform, brand_id, invite_id, profiles, secrets, expires_at + tenant_ahead() as expires_at from pending_connections
    where tenant_id = ${tenantId} and id = ${id} and expires_at > now()`);
  if (row === undefined) return undefined;
  return {
    id,
    platform: row.platform,
    brandId: row.brand_id,
    inviteId: row.invite_id,
    candidates: row.profiles,
    secrets: JSON.parse(vault.open(row.secrets, placeOf(tenantId, id))) as Secrets,
    expiresAt: row.expires_at,
  };
}

/** Uses a choice up, together with what it leads to; 404 when somebody was first. */
export async function consumePending(tx: Runner, tenantId: string, id: string): Promise<void> {
  const rows = await tx.run(sql`
    delete from pending_connections where tenant_id = ${tenantId} and id = ${id} and expires_at > now() returning 1`);
  if (rows.length === 0) throw notFound('connection', id);
}

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
  // Another choice of the same person may have been made first.
  const loginId = (await sharedLogins.idOf(db, tenantId, pending.platform, personId)) ?? given;
  const held = await sharedLogins.heldBy(db, tenantId, loginId);
  const lost = held.filter((row) => pages.every((page) => page.platform_page_id !== row.platform_id));
  return {
    pages,
    login_id: loginId,
    lost_access: lost.map(({ platform_id: platform_page_id, ...rest }) => ({ platform_page_id, ...rest })),
  };
}

/** Pages of a login, with who has them. */
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

/** The answer that asks for a choice; `data` and `count` are for clients that expect a list of accounts. */
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

function toProfile(candidate: Shown): z.infer<typeof Profile> {
  return {
    platform_account_id: candidate.platformId,
    display_name: candidate.name,
    username: candidate.username ?? '',
    profile_picture_url: candidate.pictureUrl ?? '',
    bio: candidate.bio ?? '',
  };
}

function placeOf(tenantId: string, id: string): string {
  return `${tenantId}|pending_connections|${id}|secrets`;
}
