import { z } from 'zod';
import { missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { ChangedConversation, changeConversation } from './change-conversation.ts';

export const updateConversation = defineOperation({
  name: 'update_conversation',
  summary: 'Update a conversation',
  description:
    'Archives a conversation or makes it active again, or marks it as read or unread. It changes our inbox only; the platform is told nothing. A body without `status` and `is_read` is 400 `missing_metadata`.',
  example: { input: { status: 'archived' }, output: { data: { status: 'archived' } } },
  tag: 'Conversations',
  http: { method: 'patch', path: '/v1/inbox/conversations/{conversation_id}', status: 200 },
  scope: 'dms:send',
  leaves: false,
  input: z.strictObject({
    conversation_id: z.string().min(1).max(200),
    status: z.enum(['active', 'archived']).optional(),
    is_read: z.boolean().optional().meta({ description: 'true: nothing is unread; false: at least one message is' }),
  }),
  output: ChangedConversation,

  async run(ctx, { conversation_id: id, status, is_read: isRead }) {
    if (status === undefined && isRead === undefined) throw missing('status', 'Send status or is_read.');
    return changeConversation(ctx, id, { status, isRead });
  },
});
