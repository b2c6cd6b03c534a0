import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { ChangedConversation, changeConversation } from './change-conversation.ts';

const input = z.strictObject({ conversation_id: z.string().min(1).max(200) });

export const markConversationRead = defineOperation({
  name: 'mark_conversation_read',
  summary: 'Mark a conversation as read',
  tag: 'Conversations',
  http: { method: 'post', path: '/v1/inbox/conversations/{conversation_id}/read', status: 200 },
  scope: 'dms:send',
  input,
  output: ChangedConversation,

  run: (ctx, { conversation_id: id }) => changeConversation(ctx, id, { isRead: true }),
});

export const markConversationUnread = defineOperation({
  name: 'mark_conversation_unread',
  summary: 'Mark a conversation as unread',
  tag: 'Conversations',
  http: { method: 'post', path: '/v1/inbox/conversations/{conversation_id}/unread', status: 200 },
  scope: 'dms:send',
  input,
  output: ChangedConversation,

  run: (ctx, { conversation_id: id }) => changeConversation(ctx, id, { isRead: false }),
});
