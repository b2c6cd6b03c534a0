import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { ChangedConversation, changeConversation } from './change-conversation.ts';

const input = z.strictObject({ conversation_id: z.string().min(1).max(200) });

export const markConversationRead = defineOperation({
  name: 'mark_conversation_read',
  summary: 'Mark a conversation as read',
  description: 'Sets `unread_count` to 0. It changes our inbox only; the other side does not see it.',
  example: { output: { data: { unread_count: 0 } } },
  tag: 'Conversations',
  http: { method: 'post', path: '/v1/inbox/conversations/{conversation_id}/read', status: 200 },
  scope: 'dms:send',
  leaves: false,
  input,
  output: ChangedConversation,

  run: (ctx, { conversation_id: id }) => changeConversation(ctx, id, { isRead: true }),
});

export const markConversationUnread = defineOperation({
  name: 'mark_conversation_unread',
  summary: 'Mark a conversation as unread',
  description:
    'Sets `unread_count` to at least 1, so that somebody looks at the conversation again. It changes our inbox only.',
  tag: 'Conversations',
  http: { method: 'post', path: '/v1/inbox/conversations/{conversation_id}/unread', status: 200 },
  scope: 'dms:send',
  leaves: false,
  input,
  output: ChangedConversation,

  run: (ctx, { conversation_id: id }) => changeConversation(ctx, id, { isRead: false }),
});
