import { z } from 'zod';
import { conflict, notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './upload/storage.repository.ts';

export const deleteMedia = defineOperation({
  name: 'delete_media',
  summary: 'Delete a media item',
  description:
    'Deletes an item with its file and frees its storage. An item that a draft, a scheduled or a publishing post needs is 409 `conflict`; `meta.id` names the post. Published posts keep their copies on the platforms. An unknown item is 404 `not_found`.',
  example: { input: { id: exampleId('med') } },
  tag: 'Media',
  http: { method: 'delete', path: '/v1/media/{id}', status: 204 },
  scope: 'media:write',
  leaves: false,
  charge: 'storage',
  input: z.strictObject({ id: z.string() }),
  output: z.object({}),

  async run(ctx, { id }) {
    await ctx.commit(async (tx) => {
      if (!(await storage.markRemoving(tx, ctx.tenant.id, id))) throw notFound('media_item', id);
      const postId = await media.waitingPostWith(tx, ctx.tenant.id, id);
      if (postId !== undefined)
        throw conflict(
          `The post ${postId} still needs this item. Delete the post or take the item out of it first.`,
          {
            id: postId,
            resource: 'post',
          },
          'media.in_use',
        );
      return {};
    });
    // The cleanup worker removes the files if this fails.
    const { storage: files } = ctx.files;
    if (!ctx.request.dryRun)
      await removeFiles(files, ctx.tenant.id, id)
        // An upload address of the store may still take a file, so the cleanup worker checks again when it has expired.
        .then(() => (files.copy === undefined ? media.deleteRemoved(ctx.db, ctx.tenant.id, id) : undefined))
        .catch(() => {});
    return {};
  },
});
