import { z } from 'zod';
import { MESSAGE_REPORTS, type Messages } from '../../core/messaging/messages.ts';
import { compact } from '../../lib/compact.ts';

const count = z.number().int();

/** What a direct message may carry on a platform, and what the platform reports of messages. */
export const MessageLimits = z
  .object({
    text_length_max: count,
    attachments: z.array(z.enum(['image', 'video', 'audio', 'file'])),
    interactive: z.boolean().meta({ description: 'Quick replies, buttons and cards' }),
    reply_to: z.boolean().meta({ description: 'A message may answer a single message' }),
    tags: z.array(z.string()).meta({ description: 'Values of message_tag' }),
    window_hours: count.optional().meta({ description: 'Free messages after the person’s last one; absent: no limit' }),
    tag_window_hours: count.optional(),
    reports: z.array(z.enum(MESSAGE_REPORTS)).meta({ description: 'What reaches us beside the messages themselves' }),
  })
  .meta({ id: 'MessageLimits' });

export function toMessageLimits({ limits, reports = [] }: Messages): z.infer<typeof MessageLimits> {
  return compact({
    text_length_max: limits.textLengthMax,
    attachments: [...limits.attachments],
    interactive: limits.isInteractive === true,
    reply_to: limits.takesReplyTo === true,
    tags: [...(limits.tags ?? [])],
    window_hours: limits.windowHours,
    tag_window_hours: limits.tagWindowHours,
    reports: [...reports],
  });
}
