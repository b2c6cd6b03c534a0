import { z } from 'zod';
import { PlatformWord } from '../platforms.ts';

const PersonShape = z
  .object({
    id: z.string(),
    name: z.string(),
    username: z.string().optional(),
    avatar_url: z.string().optional(),
  })
  .meta({ id: 'Author' });

/** An item of the inbox as events and the list of mentions show it (contract, 13 and 14.3). */
export const Interaction = z
  .object({
    id: z.string(),
    type: z.enum(['comment', 'dm', 'review', 'mention']),
    platform: PlatformWord,
    account_id: z.string(),
    platform_id: z.string().meta({ description: 'The platform’s id of the item' }),
    author: PersonShape,
    recipient: PersonShape.optional().meta({ description: 'Of messages that left the account' }),
    content: z.object({ text: z.string(), media: z.array(z.object({ url: z.string(), type: z.string() })) }),
    metadata: z.record(z.string(), z.unknown()).meta({
      description:
        'Of messages: reply_to, referral, quick_reply, template, and title and payload of a pressed button. Of reviews: rating. Of mentions: mention_type. Of an item that was removed before it arrived: removed',
    }),
    created_at: z.string(),
    received_at: z.string(),
    post_id: z.string().optional(),
    platform_post_id: z.string().optional().meta({ description: 'The platform’s id of the post' }),
    permalink: z.string().optional(),
    conversation_id: z.string().optional(),
    is_reply: z.boolean(),
    livemode: z.boolean(),
  })
  .meta({ id: 'Interaction' });
export type Interaction = z.infer<typeof Interaction>;
