import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { Reply } from '../../core/operation.ts';
import { getPendingConnection } from './get-pending-connection.ts';
import { type PublicTools, publicContext } from './public-context.ts';
import { selectProfile } from './select-profile.ts';

/** A profile or a page, as somebody without a key chooses it. */
export interface Offer {
  readonly id: string;
  readonly name: string;
}

/** What can be chosen, for whoever came through an invite: knowing the connection is the right to choose. */
export async function offersOf(tools: PublicTools, connectionId: string): Promise<readonly Offer[]> {
  const ctx = await contextOf(tools, connectionId);
  const answer = await getPendingConnection.run(ctx, { connection_id: connectionId });
  const { profiles = [], pages = [] } = answer instanceof Reply ? answer.body : answer;
  return [
    ...profiles.map((profile) => ({ id: profile.platform_account_id, name: profile.display_name })),
    ...pages.filter(({ assignable }) => assignable).map((page) => ({ id: page.platform_page_id, name: page.name })),
  ];
}

/** Connects the one that was chosen; the parameters of the page that says so. */
export async function chooseOnPage(
  tools: PublicTools,
  connectionId: string,
  profileId: string,
): Promise<Readonly<Record<string, string>>> {
  const ctx = await contextOf(tools, connectionId);
  const answer = await selectProfile.run(ctx, { connection_id: connectionId, platform_account_id: profileId });
  const { platform = '', account_id: account = '' } = answer instanceof Reply ? answer.body : answer;
  return { status: 'success', platform, account_id: account };
}

async function contextOf(tools: PublicTools, connectionId: string): Promise<Context> {
  const row = await tools.db.system.first(
    sql<{
      tenant_id: string;
    }>`select tenant_id from pending_connections where id = ${connectionId} and expires_at > now()`,
  );
  if (row === undefined) throw notFound('connection', connectionId);
  return {
    ...(await publicContext(tools, row.tenant_id)),
    caller: { keyId: '', scopes: [], brandIds: [] },
    request: { id: '', dryRun: false, hasIdempotencyKey: false, waitSeconds: 0 },
  };
}
