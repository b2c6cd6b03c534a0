import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { pageOf, pageQuery } from '../../../core/page.ts';
import { keysetPage } from '../../../db/lists/keyset.ts';
import { findConversation } from '../find-conversation.ts';
import * as messages from './message.repository.ts';
import { Message, toMessage } from './message.ts';

export const listMessages = defineOperation({
  name: 'list_messages',
  summary: 'List messages',
  description:
    'Lists the messages of a conversation, newest first, those of the account among them. `status` of an outgoing message moves from `sent` to `delivered` and `read` where the platform reports it. An unknown conversation is 404 `not_found`.',
  tag: 'Conversations',
  http: { method: 'get', path: '/v1/inbox/conversations/{conversation_id}/messages', status: 200 },
  scope: 'dms:read',
  input: z.strictObject({ conversation_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(Message),

  async run(ctx, { conversation_id: id, ...page }) {
    const conversation = await findConversation(ctx, id);
    return keysetPage(ctx, 'messages', page, {
      filters: conversation.id,
      read: (after, limit) => messages.list(ctx.db, ctx.tenant.id, conversation.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toMessage(row, ctx.tenant.mode === 'live'),
    });
  },
});
