import { cleanFilename } from '@hubbub/media-info';
import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { MediaItem, mediaFields, toMediaItem } from './media.ts';

export const updateMedia = defineOperation({
  name: 'update_media',
  summary: 'Update a media item',
  description:
    'Changes the name, the description, the folder or the tags of an item; fields that are left out stay. `tags` replaces all tags. Posts that were published with the item do not change. An unknown item is 404 `not_found`.',
  example: { input: { folder: 'Cakes', tags: ['cake'] } },
  tag: 'Media',
  http: { method: 'patch', path: '/v1/media/{id}', status: 200 },
  scope: 'media:write',
  leaves: false,
  input: z.strictObject({
    id: z.string(),
    filename: z.string().min(1).max(1000).optional(),
    alt_text: mediaFields.alt_text.optional(),
    folder: mediaFields.folder.optional(),
    tags: mediaFields.tags.optional(),
  }),
  output: MediaItem,

  async run(ctx, { id, filename, tags, ...change }) {
    const name = filename === undefined ? undefined : cleanFilename(filename);
    return ctx.commit(async (tx) => {
      const words = tags === undefined ? undefined : [...new Set(tags)];
      const row = await media.update(tx, ctx.tenant.id, id, { ...change, filename: name, tags: words });
      if (row === undefined) throw notFound('media_item', id);
      return toMediaItem(ctx, row);
    });
  },
});
