import { sql } from 'kysely';
import { z } from 'zod';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import type { StoredPerson } from '../../db/schema.ts';
import { platformFilter } from '../accounts/index.ts';

const Review = z.object({
  id: z.string(),
  platform: z.string(),
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
  reply: z.object({ text: z.string(), updated_at: z.string() }).optional(),
  created_at: z.string(),
  updated_at: z.string(),
  livemode: z.boolean(),
});

interface ReviewRow {
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

export const listReviews = defineOperation({
  name: 'list_reviews',
  summary: 'Reviews, newest first',
  tag: 'Reviews',
  http: { method: 'get', path: '/v1/inbox/reviews', status: 200 },
  scope: 'inbox:read',
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    platform: z.string().max(50).optional(),
    since: Instant.optional(),
  }),
  output: pageOf(Review),

  async run(ctx, { limit, cursor, ...filters }) {
    const { platform } = platformFilter(filters.platform);
    return keysetPage(
      ctx,
      'reviews',
      { limit, cursor },
      {
        filters,
        read: (after, count) => {
          const conditions = [sql`tenant_id = ${ctx.tenant.id}`];
          if (filters.account_id !== undefined) conditions.push(sql`account_id = ${filters.account_id}`);
          if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
          if (filters.since !== undefined) conditions.push(sql`created_at >= ${toInstant(filters.since)}`);
          if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
          return ctx.db.run(sql<ReviewRow>`
          select id, account_id, platform, platform_id, rating, text, author, reply, created_at, updated_at
          from reviews where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${count + 1}`);
        },
        position: (row) => [row.created_at, row.id],
        item: (row) => toReview(row, ctx.tenant.mode === 'live'),
      },
    );
  },
});

function toReview({ text, reply, author, ...row }: ReviewRow, livemode: boolean): z.infer<typeof Review> {
  const name = author.name ?? author.username ?? '';
  return {
    ...row,
    ...(text === null ? {} : { text }),
    author: name,
    author_details: { ...author, name },
    ...(reply === null ? {} : { reply }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    livemode,
  };
}
