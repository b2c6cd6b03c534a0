import { z } from 'zod';
import { Interaction } from '../../core/events/interaction.ts';
import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { toInteraction } from '../inbox/index.ts';

export const Mention = Interaction.extend({
  capabilities: z.object({ can_reply: z.boolean() }),
}).meta({ id: 'Mention' });

export const exampleMention: z.infer<typeof Mention> = {
  id: exampleId('mnt'),
  type: 'mention',
  platform: PLATFORMS[0],
  account_id: exampleId('acc'),
  platform_id: 'example-mention',
  author: { id: 'example-person', name: 'Maya', username: 'maya' },
  content: { text: 'Breakfast at @harbourcafe', media: [] },
  metadata: { mention_type: 'caption' },
  created_at: EXAMPLE_AT,
  received_at: EXAMPLE_AT,
  permalink: 'https://example.com/p/3',
  is_reply: false,
  capabilities: { can_reply: true },
  livemode: true,
};

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
