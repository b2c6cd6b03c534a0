import { z } from 'zod';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './storage.repository.ts';

export const deleteMedia = defineOperation({
  name: 'delete_media',
  summary: 'Delete an item that no waiting post needs',
  tag: 'Media',
  http: { method: 'delete', path: '/v1/media/{id}', status: 204 },
  scope: 'media:write',
  charge: 'storage',
  input: z.strictObject({ id: z.string() }),
  output: z.object({}),

  async run(ctx, { id }) {
    await ctx.commit(async (tx) => {
      if (!(await storage.remove(tx, ctx.tenant.id, id))) throw notFound('media_item', id);
      const postId = await media.neededBy(tx, ctx.tenant.id, id);
      if (postId !== undefined)
        throw new ApiError(
          'conflict',
          `The post ${postId} still needs this item. Delete the post or take the item out of it first.`,
          {
            id: postId,
            resource: 'post',
          },
          'media.in_use',
        );
      return {};
    });
    // What fails here is done by the sweep.
    const { storage: files } = ctx.services.files;
    if (!ctx.request.dryRun)
      await removeFiles(files, ctx.tenant.id, id)
        // Where an upload address is the store's own, the sweep looks once more when it has ended.
        .then(() => (files.copy === undefined ? media.forget(ctx.db, ctx.tenant.id, id) : undefined))
        .catch(() => {});
    return {};
  },
});
