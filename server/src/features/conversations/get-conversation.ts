import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Conversation, toConversation } from './conversation.ts';
import { findConversation } from './find-conversation.ts';

export const getConversation = defineOperation({
  name: 'get_conversation',
  summary: 'Get a conversation',
  description: 'Shows a conversation without its messages.',
  tag: 'Conversations',
  http: { method: 'get', path: '/v1/inbox/conversations/{conversation_id}', status: 200 },
  scope: 'dms:read',
  input: z.strictObject({ conversation_id: z.string().min(1).max(200) }),
  output: z.object({ data: Conversation }),

  async run(ctx, { conversation_id: id }) {
    return { data: toConversation(await findConversation(ctx, id), ctx) };
  },
});
