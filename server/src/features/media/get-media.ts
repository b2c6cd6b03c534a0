import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { MediaItem, toMediaItem, toRendition } from './media.ts';
import * as videoRenditions from './renditions/video-renditions.repository.ts';

export const getMedia = defineOperation({
  name: 'get_media',
  summary: 'Get a media item',
  description:
    'Returns a media item: `pending` until its file is verified, then `ready`, or `failed` with its `error`. A video also shows the copies that were made for platforms. An unknown item is 404 `not_found`.',
  tag: 'Media',
  http: { method: 'get', path: '/v1/media/{id}', status: 200 },
  scope: 'media:read',
  input: z.strictObject({ id: z.string() }),
  output: MediaItem,

  async run(ctx, { id }) {
    const row = await media.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('media_item', id);
    const item = await toMediaItem(ctx, row);
    const renditions = row.facts.kind === 'video' ? await videoRenditions.ofMedia(ctx.db, ctx.tenant.id, id) : [];
    return renditions.length === 0 ? item : { ...item, renditions: renditions.map(toRendition) };
  },
});
