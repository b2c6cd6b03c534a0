import { z } from 'zod';

const Title = z.string().trim().min(1).max(20);
const Payload = z.string().max(1000);

const QuickReply = z.strictObject({ title: Title, payload: Payload.optional() }).meta({ id: 'QuickReply' });
const Button = z
  .strictObject({
    type: z.enum(['url', 'postback']),
    title: Title,
    url: z.url().max(2000).optional(),
    payload: Payload.optional(),
  })
  .refine(({ type, url }) => type !== 'url' || url !== undefined, { message: 'needs its url', path: ['url'] })
  .meta({ id: 'MessageButton' });
const Card = z
  .strictObject({
    title: z.string().trim().min(1).max(80),
    subtitle: z.string().max(80).optional(),
    image_url: z.url().max(2000).optional(),
    buttons: z.array(Button).max(3).optional(),
  })
  .meta({ id: 'MessageCard' });
const Attachment = z
  .strictObject({
    source_type: z.enum(['media_id', 'url', 'platform_attachment_id']),
    source: z.string().min(1).max(4096),
    type: z.enum(['image', 'video', 'audio', 'file']).optional(),
  })
  .meta({ id: 'AttachmentInput' });

/** What a message may carry (contract, 11). */
export const messageFields = {
  text: z.string().max(20_000).optional(),
  attachment_url: z.string().min(1).max(4096).optional().meta({ description: 'Ignored beside attachments' }),
  attachments: z.array(Attachment).min(1).max(10).optional().meta({ description: 'Each becomes a message of its own' }),
  quick_replies: z.array(QuickReply).min(1).max(13).optional().meta({ description: 'Shown below the text' }),
  buttons: z.array(Button).min(1).max(3).optional().meta({ description: 'With a text of at most 640 characters' }),
  cards: z.array(Card).min(1).max(10).optional(),
  reply_to_message_id: z.string().min(1).max(500).optional().meta({ description: 'Our id or the platform’s' }),
  message_tag: z
    .string()
    .max(50)
    .optional()
    .meta({ description: 'Lets the message leave the 24 hours’ window; ignored where the platform has no tags' }),
};

export const SendInput = z.strictObject(messageFields);
export type SendInput = z.infer<typeof SendInput>;
