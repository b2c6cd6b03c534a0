import { cleanFilename } from '@hubbub/media-info';
import { z } from 'zod';
import { conflict, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { MediaItem, mediaFields, toMediaItem } from './media.ts';

export const updateMedia = defineOperation({
  name: 'update_media',
  summary: 'Update a media item',
  description:
    'Changes the name, the description, the folder or the tags of an item; fields that are left out stay. `tags` replaces all tags. Posts that were published with the item do not change. A new description of an item in a post that waits for a person, or was approved and has not left, is 409 `conflict`. An unknown item is 404 `not_found`.',
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
      // After the change has locked the row, so that no post comes to wait with the former description.
      const postId =
        change.alt_text === undefined
          ? undefined
          : await media.waitingPostWith(tx, ctx.tenant.id, id, { isSeen: true });
      if (postId !== undefined)
        throw conflict(
          `The post ${postId} waits for a person or was approved with this description. Change alt_text in the post instead.`,
          { field: 'alt_text', id: postId, resource: 'post' },
          'media.in_use',
        );
      return toMediaItem(ctx, row);
    });
  },
});
