import { ApiError } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { accounts } from '../accounts/index.ts';
import { invites, tokenOf } from '../invites/index.ts';
import type { ConnectContext } from './connection.ts';
import { hashOf, OTHER_BROWSER } from './login/connect-state.repository.ts';
import { findPending, type Pending, tenantOfPending } from './pending-connection.repository.ts';
import { toPendingConnection } from './pending-connection.ts';
import { type PublicTools, publicContext } from './public-context.ts';
import { connectChosen } from './select-profile.ts';

/** A profile or a page on our page of choices, for a person without a key. */
interface Offer {
  readonly id: string;
  readonly name: string;
}

export interface OpenChoice {
  readonly platform: string;
  readonly platformName: string;
  readonly offers: readonly Offer[];
  readonly inviteToken: string | undefined;
}

/**
 * The profiles and pages that a person can choose; an invite for one account offers that one only. The unguessable
 * connection id is the permission, in the browser that began the login; `browserId` is in its cookie. 404 for a choice that was
 * made, has expired, or belongs to another browser.
 */
export async function findChoice(tools: PublicTools, connectionId: string, browserId: string): Promise<OpenChoice> {
  const { ctx, pending } = await openOnPage(tools, connectionId, browserId);
  const { platform, profiles = [], pages = [] } = await toPendingConnection(ctx, ctx.db, pending);
  const invite = pending.inviteId === null ? undefined : await invites.byId(ctx.db, ctx.tenant.id, pending.inviteId);
  const wanted = invite?.account_id ? await accounts.byId(ctx.db, ctx.tenant.id, invite.account_id) : undefined;
  const offers = [
    ...profiles.map((profile) => ({ id: profile.platform_account_id, name: profile.display_name })),
    ...pages.filter(({ assignable }) => assignable).map((page) => ({ id: page.platform_page_id, name: page.name })),
  ];
  return {
    platform,
    platformName: ctx.connectors[platform as Platform]?.displayName ?? platform,
    offers: wanted === undefined ? offers : offers.filter(({ id }) => id === wanted.platform_id),
    inviteToken: invite === undefined ? undefined : tokenOf(ctx, invite),
  };
}

/** Connects the chosen profile, in the same browser. */
export async function chooseOnPage(
  tools: PublicTools,
  connectionId: string,
  profileId: string,
  browserId: string,
): Promise<{ readonly accountId: string; readonly accountName: string }> {
  const { ctx, pending } = await openOnPage(tools, connectionId, browserId);
  const {
    account_id: accountId = '',
    display_name: name = '',
    username = '',
  } = await connectChosen(ctx, pending, {
    platform_account_id: profileId,
  });
  return { accountId, accountName: name || username };
}

/** The choice and its tenant. 404 as `findChoice` says. */
async function openOnPage(
  tools: PublicTools,
  connectionId: string,
  browserId: string,
): Promise<{ readonly ctx: ConnectContext; readonly pending: Pending }> {
  const tenantId = isStorableText(connectionId) ? await tenantOfPending(tools.db.system, connectionId) : undefined;
  const ctx = tenantId === undefined ? undefined : await publicContext(tools, tenantId);
  const pending = ctx && (await findPending(ctx.db, ctx.vault, ctx.tenant.id, connectionId));
  if (ctx === undefined || pending === undefined)
    throw new ApiError(
      'not_found',
      'This choice was made already, or has expired. Open the link that you got once more.',
    );
  const { browserHash } = pending.secrets;
  if (browserHash !== undefined && browserHash !== hashOf(browserId).toString('hex'))
    throw new ApiError('not_found', OTHER_BROWSER);
  return { ctx, pending };
}
