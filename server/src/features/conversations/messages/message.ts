import { z } from 'zod';
import { ActorShape, type StoredActor } from '../../../core/actor.ts';
import { ourId } from '../../../core/ids.ts';
import type { MessageAttachment } from '../../../core/messaging/messages.ts';
import { PlatformWord } from '../../../core/platforms.ts';
import type { StoredPerson } from '../../../db/column-types.ts';
import { compact } from '../../../lib/compact.ts';

const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed', 'unconfirmed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
const MessageState = z.enum(MESSAGE_STATUSES).meta({ id: 'MessageStatus' });

const Attachment = z.object({ type: z.string(), url: z.string().optional() }).meta({ id: 'Attachment' });

export const Message = z
  .object({
    id: ourId('msg'),
    conversation_id: z.string(),
    account_id: z.string(),
    platform: PlatformWord,
    platform_id: z.string().optional().meta({ description: 'Absent until the platform has accepted the message' }),
    direction: z.enum(['incoming', 'outgoing']),
    text: z.string().optional(),
    sender_id: z.string().meta({ description: 'The platform’s id of who wrote it' }),
    sender_name: z.string(),
    attachment_type: z.string().optional().meta({ description: 'Of the first attachment' }),
    attachment_url: z.string().optional().meta({ description: 'Of the first attachment' }),
    attachments: z.array(Attachment),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Referral, postback, the message that it answers, and what was sent beside the text' }),
    reactions: z.array(z.object({ person_id: z.string(), emoji: z.string(), created_at: z.string() })),
    status: MessageState.optional().meta({ description: 'Of outgoing messages; absent while it is sent' }),
    status_updated_at: z.string().optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    edited_at: z.string().optional(),
    is_deleted: z.boolean(),
    created_at: z.string(),
    created_by: ActorShape.optional().meta({ description: 'Who sent a message of ours' }),
    changed_by: ActorShape.optional().meta({ description: 'Who sent it again' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'Message', example: { platform_id: 'm_1', text: 'Do you deliver?' } });

/** Reactions by person; a null emoji was taken back. */
export type StoredReactions = Readonly<Record<string, { readonly emoji: string | null; readonly at: string }>>;

export interface MessageRow {
  id: string;
  conversation_id: string;
  account_id: string;
  platform: string;
  platform_id: string | null;
  direction: 'incoming' | 'outgoing';
  text: string | null;
  sender: StoredPerson;
  attachments: MessageAttachment[];
  metadata: Record<string, unknown>;
  reactions: StoredReactions;
  status: MessageStatus | null;
  status_updated_at: Date | null;
  error: { code: string; message: string } | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  created_by: StoredActor | null;
  changed_by: StoredActor | null;
}

export function toMessage(
  { sender, reactions, deleted_at, error, ...row }: MessageRow,
  livemode: boolean,
): z.infer<typeof Message> {
  const [attachment] = row.attachments;
  const shownReactions = Object.entries(reactions).flatMap(([person_id, { emoji, at }]) =>
    emoji === null ? [] : [{ person_id, emoji, created_at: at }],
  );
  return compact({
    ...row,
    platform_id: row.platform_id ?? undefined,
    text: row.text ?? undefined,
    sender_id: sender.id,
    sender_name: sender.name ?? sender.username ?? '',
    attachment_type: attachment?.type,
    attachment_url: attachment?.url,
    reactions: shownReactions,
    status: row.status ?? undefined,
    status_updated_at: row.status_updated_at?.toISOString(),
    error: error === null ? undefined : { code: error.code, message: error.message },
    edited_at: row.edited_at?.toISOString(),
    is_deleted: deleted_at !== null,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by ?? undefined,
    changed_by: row.changed_by ?? undefined,
    livemode,
  });
}
