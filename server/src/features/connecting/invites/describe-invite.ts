import type { Connector } from '../../../core/connector.ts';
import { ApiError } from '../../../core/errors.ts';
import { keyOf } from '../../../core/files.ts';
import type { Platform } from '../../../core/platforms.ts';
import { brands } from '../../brands/index.ts';
import { type FoundInvite, hashToken, invites } from '../../invites/index.ts';
import { workspaceProfiles } from '../../workspaces/index.ts';
import type { ConnectContext } from '../connection.ts';
import { type Question, questionsOf } from '../login/customer-input.ts';
import { type PublicTools, publicContext } from '../public-context.ts';

/** Who asks on our pages: the agency. */
export interface Host {
  readonly name: string;
  readonly hasLogo: boolean;
}

/** What an invite asks for, for the person who opens it. */
export interface InviteFacts {
  readonly status: 'active' | 'used' | 'expired' | 'revoked';
  readonly host: Host;
  readonly brandName: string;
  readonly platform: string;
  readonly platformName: string;
  /** The account that connects again, as `@name`; undefined for a new one. */
  readonly accountName: string | undefined;
  /** What may be done with the account afterwards. */
  readonly abilities: readonly string[];
  readonly questions: readonly Question[];
  readonly expiresAt: Date;
  readonly livemode: boolean;
}

export interface OpenInvite {
  readonly ctx: ConnectContext;
  readonly invite: FoundInvite;
  readonly connector: Connector;
}

/** The invite of a token, in any status; 404 `invite.invalid` for an unknown one. */
export async function findInvite(tools: PublicTools, token: string): Promise<OpenInvite> {
  const invite = await invites.byToken(tools.db.system, hashToken(token));
  const connector = tools.connectors[invite?.platform as Platform];
  if (invite === undefined || connector === undefined)
    throw new ApiError('not_found', 'There is no such invite.', {}, 'invite.invalid');
  return { invite, connector, ctx: await publicContext(tools, invite.tenant_id) };
}

export async function hostOf({ ctx }: Pick<OpenInvite, 'ctx'>): Promise<Host> {
  const { name, logo } = await workspaceProfiles.find(ctx.db, ctx.tenant.id);
  return { name, hasLogo: logo !== null };
}

export async function describeInvite({ ctx, invite, connector }: OpenInvite): Promise<InviteFacts> {
  return {
    status: invite.status,
    host: await hostOf({ ctx }),
    brandName: (await brands.nameOf(ctx.db, ctx.tenant.id, invite.brand_id)) ?? '',
    platform: connector.platform,
    platformName: connector.displayName,
    accountName: invite.account_name ?? undefined,
    abilities: abilitiesOf(connector),
    questions: questionsOf(connector),
    expiresAt: invite.expires_at,
    livemode: ctx.tenant.mode === 'live',
  };
}

function abilitiesOf({ publishing, comments, messages, reviews, metrics }: Connector): string[] {
  return [
    ...(publishing === undefined ? [] : ['publish posts']),
    ...(comments === undefined ? [] : ['read and answer comments']),
    ...(messages === undefined ? [] : ['read and answer messages']),
    ...(reviews === undefined ? [] : ['read and answer reviews']),
    ...(metrics === undefined ? [] : ['see statistics']),
  ];
}

/** The logo of the agency behind an invite; undefined without one. */
export async function logoOfInvite(
  tools: PublicTools,
  token: string,
): Promise<{ readonly key: string; readonly contentType: string } | undefined> {
  const { ctx } = await findInvite(tools, token);
  const { logo } = await workspaceProfiles.find(ctx.db, ctx.tenant.id);
  if (logo === null) return undefined;
  return { key: keyOf({ tenantId: ctx.tenant.id, id: logo.id }), contentType: logo.content_type };
}
