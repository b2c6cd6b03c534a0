import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { MediaItem, toMediaItem, toRendition } from './media.ts';
import * as videoCopies from './video-copies.repository.ts';

export const getMedia = defineOperation({
  name: 'get_media',
  summary: 'One media item',
  tag: 'Media',
  http: { method: 'get', path: '/v1/media/{id}', status: 200 },
  scope: 'media:read',
  input: z.strictObject({ id: z.string() }),
  output: MediaItem,

  async run(ctx, { id }) {
    const row = await media.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('media_item', id);
    const item = await toMediaItem(ctx, row);
    const copies = row.facts.kind === 'video' ? await videoCopies.ofMedia(ctx.db, ctx.tenant.id, id) : [];
    return copies.length === 0 ? item : { ...item, renditions: copies.map(toRendition) };
  },
});
