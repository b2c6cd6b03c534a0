import { sql } from 'kysely';
import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import { platformFilter } from '../accounts/index.ts';
import { Conversation, type ConversationRow, toConversation } from './conversation.ts';

export const listConversations = defineOperation({
  name: 'list_conversations',
  summary: 'Conversations (direct messages), most recent first',
  tag: 'Conversations',
  http: { method: 'get', path: '/v1/inbox/conversations', status: 200 },
  scope: 'dms:read',
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    brand_id: z.string().max(200).optional(),
    page_id: z.string().max(200).optional(),
    platform: z.string().max(50).optional(),
    status: z.enum(['active', 'archived']).optional(),
  }),
  output: pageOf(Conversation),

  async run(ctx, { limit, cursor, ...filters }) {
    const { platform } = platformFilter(filters.platform);
    const tenantId = ctx.tenant.id;
    return keysetPage(
      ctx,
      'conversations',
      { limit, cursor },
      {
        filters,
        read: (after, count) => {
          const conditions = [sql`tenant_id = ${tenantId}`, sql`status = ${filters.status ?? 'active'}`];
          if (filters.account_id !== undefined) conditions.push(sql`account_id = ${filters.account_id}`);
          if (filters.page_id !== undefined) conditions.push(sql`page_id = ${filters.page_id}`);
          if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
          if (filters.brand_id !== undefined)
            conditions.push(
              sql`account_id in (select id from accounts where tenant_id = ${tenantId} and brand_id = ${filters.brand_id})`,
            );
          if (after !== undefined)
            conditions.push(sql`(coalesce(last_message_at, created_at), id) < (${after[0]}::timestamptz, ${after[1]})`);
          return ctx.db.run(sql<ConversationRow>`
          select id, account_id, page_id, platform, platform_id, participant_id, participant_name, participant_picture, last_message,
            last_message_at, status, unread_count, created_at, updated_at
          from conversations where ${sql.join(conditions, sql` and `)}
          order by coalesce(last_message_at, created_at) desc, id desc limit ${count + 1}`);
        },
        position: (row) => [row.last_message_at ?? row.created_at, row.id],
        item: (row) => toConversation(row, ctx.tenant),
      },
    );
  },
});
