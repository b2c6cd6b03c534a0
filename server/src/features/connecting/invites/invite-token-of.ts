import { invites, tokenOf } from '../../invites/index.ts';
import type { ConnectContext } from '../connection.ts';

/** The token of an invite's link, with which our pages lead back to it. */
export async function inviteTokenOf(ctx: ConnectContext, inviteId: string | null): Promise<string | undefined> {
  const invite = inviteId === null ? undefined : await invites.byId(ctx.db, ctx.tenant.id, inviteId);
  return invite === undefined ? undefined : tokenOf(ctx, invite);
}
