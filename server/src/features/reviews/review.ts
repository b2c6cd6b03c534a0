import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ourId } from '../../core/ids.ts';
import { EXAMPLE_REVIEW_PLATFORM, type Platform, PlatformWord } from '../../core/platforms.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { compact } from '../../lib/compact.ts';

export const Review = z
  .object({
    id: ourId('rev'),
    platform: PlatformWord,
    account_id: z.string(),
    platform_id: z.string(),
    rating: z.number().int().min(1).max(5),
    text: z.string().optional(),
    author: z.string(),
    author_details: z.object({
      id: z.string(),
      name: z.string(),
      username: z.string().optional(),
      avatar_url: z.string().optional(),
    }),
    reply: z.object({ text: z.string(), updated_at: z.string() }).meta({ id: 'ReviewReply' }).optional(),
    created_at: z.string(),
    updated_at: z.string(),
    capabilities: z.object({
      can_reply: z.boolean().meta({ description: 'The platform takes replies, and it has none yet' }),
      can_edit_reply: z.boolean(),
      can_delete_reply: z.boolean(),
    }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Review',
    example: {
      platform: EXAMPLE_REVIEW_PLATFORM,
      platform_id: 'accounts/1/locations/1/reviews/1',
      text: 'The best rolls in town',
      author_details: { id: 'example-person', name: 'Maya' },
    },
  });

export interface ReviewRow {
  id: string;
  account_id: string;
  platform: string;
  platform_id: string;
  rating: number;
  text: string | null;
  author: StoredPerson;
  reply: { text: string; updated_at: string } | null;
  created_at: Date;
  updated_at: Date;
}

export function toReview(
  { text, reply, author, ...row }: ReviewRow,
  { tenant, connectors }: Pick<Context, 'tenant' | 'connectors'>,
): z.infer<typeof Review> {
  const group = connectors[row.platform as Platform]?.reviews;
  const name = author.name ?? author.username ?? '';
  return compact({
    ...row,
    text: text ?? undefined,
    author: name,
    author_details: { ...author, name },
    reply: reply ?? undefined,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    capabilities: {
      can_reply: group !== undefined && reply === null,
      can_edit_reply: group !== undefined && reply !== null,
      can_delete_reply: group?.replyRemoval !== undefined && reply !== null,
    },
    livemode: tenant.mode === 'live',
  });
}
