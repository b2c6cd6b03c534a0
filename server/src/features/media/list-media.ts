import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import * as media from './media.repository.ts';
import { MediaItem, toMediaItem } from './media.ts';

export const listMedia = defineOperation({
  name: 'list_media',
  summary: 'Stored media items, newest first',
  tag: 'Media',
  http: { method: 'get', path: '/v1/media', status: 200 },
  scope: 'media:read',
  input: z.strictObject(pageQuery),
  output: pageOf(MediaItem),

  async run(ctx, page) {
    return keysetPage(ctx, 'media', page, {
      read: (after, limit) => media.list(ctx.db, ctx.tenant.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toMediaItem(row, ctx.tenant.mode === 'live'),
    });
  },
});
