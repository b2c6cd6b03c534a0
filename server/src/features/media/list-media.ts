import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as media from './media.repository.ts';
import { MediaItem, toMediaItem } from './media.ts';

export const listMedia = defineOperation({
  name: 'list_media',
  summary: 'List media',
  description:
    'Lists the ready media items, newest first. Filters combine. Media belong to the workspace, so keys limited to brands see all of them. Each `url` works for an hour without a key.',
  example: { input: { kind: 'image' } },
  tag: 'Media',
  http: { method: 'get', path: '/v1/media', status: 200 },
  scope: 'media:read',
  input: z.strictObject({
    ...pageQuery,
    folder: z.string().max(200).optional().meta({ description: 'Only in this folder; empty: in none' }),
    tag: z.string().min(1).max(100).optional().meta({ description: 'Only items with this tag' }),
    kind: z.enum(['image', 'video', 'audio', 'file']).optional(),
    search: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Words of the name or the description, or their beginnings' }),
  }),
  output: pageOf(MediaItem),

  async run(ctx, { folder, tag, kind, search, ...page }) {
    const filter = { folder, tag, kind, search };
    return keysetPage(ctx, 'media', page, {
      filters: filter,
      read: (after, limit) => media.list(ctx.db, ctx.tenant.id, filter, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toMediaItem(ctx, row),
    });
  },
});
