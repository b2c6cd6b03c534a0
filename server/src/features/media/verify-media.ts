import { z } from 'zod';
import { ApiError, notFound } from '../../core/errors.ts';
import { keyOf } from '../../core/files.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { MediaItem, toMediaItem } from './media.ts';
import { reject, takeIn } from './take-in.ts';
import { takeOver } from './take-over.ts';

export const verifyMedia = defineOperation({
  name: 'verify_media',
  summary: 'Make an item ready whose file was sent to its upload address',
  tag: 'Media',
  http: { method: 'post', path: '/v1/media/{id}/verify', status: 200 },
  scope: 'media:write',
  charge: 'storage',
  input: z.strictObject({ id: z.string() }),
  output: MediaItem.extend({ success: z.literal(true), media_id: z.string() }),

  async run(ctx, { id }) {
    const row = await media.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('media_item', id);
    const shown = async (item = row) => ({ success: true as const, media_id: id, ...(await toMediaItem(ctx, item)) });
    if (row.status === 'ready') return shown();
    if (row.status === 'failed')
      throw new ApiError('conflict', `This upload failed: ${row.failure ?? 'it was not completed.'} Begin a new one.`, {
        id,
      });
    if (await media.isComingIn(ctx.db, ctx.tenant.id, id))
      throw new ApiError('conflict', 'The file is still coming in. Verify it when the PUT has been answered.', {
        id,
        retry_after: 5,
      });
    return takeOver(ctx, id, async () => {
      const stored = await ctx.services.files.storage.stat(keyOf({ tenantId: ctx.tenant.id, id }));
      if (stored !== undefined)
        return takeIn(ctx, id, stored.bytes, async (tx) => shown(await media.byId(tx, ctx.tenant.id, id)));
      await reject(ctx, id, 'Nothing was sent to the upload address.');
      throw new ApiError(
        'not_found',
        'Nothing was sent to the upload address of this item.',
        { id },
        'media.not_uploaded',
      );
    });
  },
});
