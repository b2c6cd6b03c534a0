import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { platformFilter } from '../accounts/index.ts';
import * as conversations from './conversation.repository.ts';
import { Conversation, toConversation } from './conversation.ts';

export const listConversations = defineOperation({
  name: 'list_conversations',
  summary: 'List conversations',
  description:
    'Lists the conversations (direct messages) of connected accounts, the most recent first. Without `status` it lists the active ones. `window_closes_at` says until when free messages can be sent, where the platform has such a window. `GET /v1/platforms` says which platforms have messages.',
  tag: 'Conversations',
  http: { method: 'get', path: '/v1/inbox/conversations', status: 200 },
  scope: 'dms:read',
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    brand_id: z.string().max(200).optional(),
    page_id: z.string().max(200).optional().meta({ description: 'Conversations of this page of an account only' }),
    platform: PlatformWord.optional(),
    status: z.enum(['active', 'archived']).optional().meta({ description: 'active without it' }),
  }),
  output: pageOf(Conversation),

  async run(ctx, { limit, cursor, ...filters }) {
    const { platform } = platformFilter(filters.platform);
    const filter = {
      status: filters.status ?? 'active',
      accountId: filters.account_id,
      brandIds: brandsShown(ctx.actor, filters.brand_id),
      pageId: filters.page_id,
      platform,
    };
    return keysetPage(
      ctx,
      'conversations',
      { limit, cursor },
      {
        filters,
        read: (after, count) => conversations.list(ctx.db, ctx.tenant.id, filter, after, count),
        position: (row) => [row.last_message_at ?? row.created_at, row.id],
        item: (row) => toConversation(row, ctx),
      },
    );
  },
});
