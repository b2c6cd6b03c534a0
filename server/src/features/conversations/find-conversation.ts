import { brandsShown } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as conversations from './conversation.repository.ts';
import type { ConversationRow } from './conversation.ts';

/** A conversation that the caller may see, of the account where one is given; 404 when there is none. */
export async function findConversation(ctx: Context, id: string, accountId?: string): Promise<ConversationRow> {
  const row = await conversations.byId(ctx.db, ctx.tenant.id, id, brandsShown(ctx.actor));
  if (row === undefined || (accountId !== undefined && row.account_id !== accountId))
    throw notFound('conversation', id);
  return row;
}
