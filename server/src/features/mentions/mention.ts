import { z } from 'zod';
import { Interaction } from '../../core/events/interaction.ts';
import { exampleId } from '../../core/example.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { toInteraction } from '../inbox/index.ts';

export const Mention = Interaction.extend({
  capabilities: z.object({ can_reply: z.boolean() }),
}).meta({
  id: 'Mention',
  example: {
    id: exampleId('mnt'),
    type: 'mention',
    platform_id: 'example-mention',
    author: { id: 'example-person', name: 'Maya', username: 'maya' },
    content: { text: 'Breakfast at @harbourcafe' },
    metadata: { mention_type: 'caption' },
    permalink: 'https://example.com/p/3',
  },
});

export interface MentionRow {
  id: string;
  account_id: string;
  platform: string;
  platform_id: string;
  platform_post_id: string | null;
  author: StoredPerson;
  text: string;
  permalink: string | null;
  created_at: Date;
  received_at: Date;
}

export function toMention(row: MentionRow, livemode: boolean, canReply: boolean): z.infer<typeof Mention> {
  const account = { accountId: row.account_id, platform: row.platform, livemode };
  const interaction = toInteraction(account, 'mention', {
    id: row.id,
    platformId: row.platform_id,
    author: row.author,
    text: row.text,
    metadata: { mention_type: mentionType(row.platform_id, row.platform_post_id) },
    createdAt: row.created_at,
    receivedAt: row.received_at,
    platformPostId: row.platform_post_id ?? undefined,
    permalink: row.permalink ?? undefined,
  });
  return { ...interaction, capabilities: { can_reply: canReply } };
}

/** Where the mention stands: in a post itself, or in a comment below a post. */
export function mentionType(platformId: string, platformPostId: string | null | undefined): 'caption' | 'comment' {
  return platformPostId === null || platformPostId === undefined || platformPostId === platformId
    ? 'caption'
    : 'comment';
}
