import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as conversations from './conversation.repository.ts';
import { Conversation, toConversation } from './conversation.ts';
import { findConversation } from './find-conversation.ts';

/** Existing clients read `ok`, `success` or `data`. */
export const ChangedConversation = z
  .object({ ok: z.boolean(), success: z.boolean(), data: Conversation })
  .meta({ id: 'ChangedConversation' });

/** Archives or reopens a conversation, or marks it as read or unread. 404 when the caller has no such conversation. */
export async function changeConversation(
  ctx: Context,
  id: string,
  change: conversations.ConversationChange,
): Promise<z.infer<typeof ChangedConversation>> {
  await findConversation(ctx, id);
  const row = await ctx.commit((tx) => conversations.update(tx, ctx.tenant.id, id, change));
  if (row === undefined) throw notFound('conversation', id);
  return { ok: true, success: true, data: toConversation(row, ctx) };
}
