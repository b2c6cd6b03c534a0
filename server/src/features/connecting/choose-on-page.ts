import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { Reply } from '../../core/operation.ts';
import { getPendingConnection } from './get-pending-connection.ts';
import { tenantOfPending } from './pending-connection.repository.ts';
import { type PublicTools, publicContext } from './public-context.ts';
import { selectProfile } from './select-profile.ts';

/** A profile or a page on our page of choices, for a person without a key. */
export interface Offer {
  readonly id: string;
  readonly name: string;
}

/** The profiles and pages that a person who came by invite can choose. The unguessable connection id is the permission. */
export async function offersOf(tools: PublicTools, connectionId: string): Promise<readonly Offer[]> {
  const ctx = await contextOf(tools, connectionId);
  const result = await getPendingConnection.run(ctx, { connection_id: connectionId });
  const { profiles = [], pages = [] } = result instanceof Reply ? result.body : result;
  return [
    ...profiles.map((profile) => ({ id: profile.platform_account_id, name: profile.display_name })),
    ...pages.filter(({ assignable }) => assignable).map((page) => ({ id: page.platform_page_id, name: page.name })),
  ];
}

/** Connects the chosen profile. Returns the parameters of the page that confirms it. */
export async function chooseOnPage(
  tools: PublicTools,
  connectionId: string,
  profileId: string,
): Promise<Readonly<Record<string, string>>> {
  const ctx = await contextOf(tools, connectionId);
  const result = await selectProfile.run(ctx, { connection_id: connectionId, platform_account_id: profileId });
  const { platform = '', account_id: account = '' } = result instanceof Reply ? result.body : result;
  return { status: 'success', platform, account_id: account };
}

async function contextOf(tools: PublicTools, connectionId: string): Promise<Context> {
  const tenantId = await tenantOfPending(tools.db.system, connectionId);
  if (tenantId === undefined) throw notFound('connection', connectionId);
  return {
    ...(await publicContext(tools, tenantId)),
    caller: { keyId: '', scopes: [], brandIds: [] },
    request: { id: '', dryRun: false, hasIdempotencyKey: false, waitSeconds: 0 },
  };
}
