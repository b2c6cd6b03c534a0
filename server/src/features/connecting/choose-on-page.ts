import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { Reply } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { accounts } from '../accounts/index.ts';
import { invites, tokenOf } from '../invites/index.ts';
import { openPending } from './get-pending-connection.ts';
import { hashOf, OTHER_BROWSER } from './login/connect-state.repository.ts';
import { type Pending, tenantOfPending } from './pending-connection.repository.ts';
import { toPendingConnection } from './pending-connection.ts';
import { type PublicTools, publicContext } from './public-context.ts';
import { selectProfile } from './select-profile.ts';

/** A profile or a page on our page of choices, for a person without a key. */
export interface Offer {
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
  const ctx = await contextOf(tools, connectionId);
  const pending = await openPending(ctx, connectionId);
  assertSameBrowser(pending, browserId);
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
  const ctx = await contextOf(tools, connectionId);
  assertSameBrowser(await openPending(ctx, connectionId), browserId);
  const result = await selectProfile.run(ctx, { connection_id: connectionId, platform_account_id: profileId });
  const account = result instanceof Reply ? result.body : result;
  const { account_id: accountId = '', display_name: name = '', username = '' } = account;
  return { accountId, accountName: name || username };
}

function assertSameBrowser({ secrets }: Pending, browserId: string): void {
  if (secrets.browserHash === undefined || secrets.browserHash === hashOf(browserId).toString('hex')) return;
  throw new ApiError('not_found', OTHER_BROWSER);
}

async function contextOf(tools: PublicTools, connectionId: string): Promise<Context> {
  const tenantId = isStorableText(connectionId) ? await tenantOfPending(tools.db.system, connectionId) : undefined;
  if (tenantId === undefined)
    throw new ApiError(
      'not_found',
      'This choice was made already, or has expired. Open the link that you got once more.',
    );
  return {
    ...(await publicContext(tools, tenantId)),
    caller: { keyId: '', scopes: [], brandIds: [], isRestricted: false },
    request: { id: '', dryRun: false, hasIdempotencyKey: false, waitSeconds: 0, skipsVerification: false },
  };
}
