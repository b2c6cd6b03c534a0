import { z } from 'zod';
import type { Tenant } from '../../core/tenant.ts';
import { compact } from '../../lib/compact.ts';

export const Conversation = z.object({
  id: z.string(),
  user_id: z.string(),
  account_id: z.string(),
  page_id: z.string().optional(),
  platform: z.string(),
  platform_id: z.string(),
  participant_id: z.string(),
  participant_name: z.string(),
  participant_picture: z.string().optional(),
  last_message: z.string().optional(),
  last_message_at: z.string().optional(),
  status: z.enum(['active', 'archived']),
  unread_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  livemode: z.boolean(),
});

export interface ConversationRow {
  id: string;
  account_id: string;
  page_id: string | null;
  platform: string;
  platform_id: string;
  participant_id: string;
  participant_name: string;
  participant_picture: string | null;
  last_message: string | null;
  last_message_at: Date | null;
  status: 'active' | 'archived';
  unread_count: number;
  created_at: Date;
  updated_at: Date;
}

export function toConversation(row: ConversationRow, tenant: Tenant): z.infer<typeof Conversation> {
  return compact({
    ...row,
    user_id: tenant.workspaceId,
    page_id: row.page_id ?? undefined,
    participant_picture: row.participant_picture ?? undefined,
    last_message: row.last_message ?? undefined,
    last_message_at: row.last_message_at?.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    livemode: tenant.mode === 'live',
  });
}
