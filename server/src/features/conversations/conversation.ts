import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { EXAMPLE_AT } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { type Platform, PlatformWord } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';

export const Conversation = z
  .object({
    id: ourId('conv'),
    user_id: z.string().meta({ description: 'The id of the workspace' }),
    account_id: z.string(),
    page_id: z.string().optional().meta({ description: 'The page of the account, where it has several' }),
    platform: PlatformWord,
    platform_id: z.string(),
    participant_id: z.string().meta({ description: 'The platform’s id of the person' }),
    participant_name: z.string(),
    participant_picture: z.string().optional(),
    last_message: z.string().optional().meta({ description: 'The text of the newest message' }),
    last_message_at: z.string().optional(),
    last_incoming_at: z
      .string()
      .optional()
      .meta({ description: 'Opens the window for free messages, where the platform has one' }),
    window_closes_at: z
      .string()
      .optional()
      .meta({ description: 'When free messages end; absent where there is no window' }),
    status: z.enum(['active', 'archived']),
    unread_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    capabilities: z.object({
      can_send: z.boolean(),
      can_send_attachments: z.boolean(),
      can_send_interactive: z.boolean().meta({ description: 'Quick replies, buttons and cards' }),
      can_send_templates: z.boolean().meta({ description: 'Templates that the platform has approved' }),
    }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Conversation',
    example: {
      platform_id: 't_1001',
      last_message: 'Do you deliver?',
      last_message_at: EXAMPLE_AT,
      window_closes_at: '2027-01-02T09:00:00.000Z',
    },
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
  last_incoming_at: Date | null;
  status: 'active' | 'archived';
  unread_count: number;
  created_at: Date;
  updated_at: Date;
}

/** The capabilities are those of the platform; whether its window is open says `window_closes_at`. */
export function toConversation(
  row: ConversationRow,
  { tenant, connectors }: Pick<Context, 'tenant' | 'connectors'>,
): z.infer<typeof Conversation> {
  const { messages, templates } = connectors[row.platform as Platform] ?? {};
  return compact({
    ...row,
    user_id: tenant.workspaceId,
    page_id: row.page_id ?? undefined,
    participant_picture: row.participant_picture ?? undefined,
    last_message: row.last_message ?? undefined,
    last_message_at: row.last_message_at?.toISOString(),
    last_incoming_at: row.last_incoming_at?.toISOString(),
    window_closes_at: windowClosesAt(row, messages?.limits.windowHours)?.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    capabilities: {
      can_send: messages !== undefined,
      can_send_attachments: (messages?.limits.attachments.length ?? 0) > 0,
      can_send_interactive: messages?.limits.isInteractive === true,
      can_send_templates: templates !== undefined,
    },
    livemode: tenant.mode === 'live',
  });
}

/** When a window that opens with the other side's message closes; undefined without a window or a message. */
export function windowClosesAt(
  { last_incoming_at: openedAt }: Pick<ConversationRow, 'last_incoming_at'>,
  hours: number | undefined,
): Date | undefined {
  return openedAt === null || hours === undefined ? undefined : new Date(openedAt.getTime() + hours * 3_600_000);
}
