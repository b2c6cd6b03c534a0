import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, conflict, notFound } from '../../core/errors.ts';
import { keyOf } from '../../core/files.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { exampleMedia, MediaItem, toMediaItem } from './media.ts';
import { failUpload, finalizeUpload } from './upload/finalize-upload.ts';
import { withUploadLock } from './upload/with-upload-lock.ts';

export const verifyMedia = defineOperation({
  name: 'verify_media',
  summary: 'Verify an upload',
  description:
    'Inspects the file that was sent to an upload address and makes its item ready; a ready item stays as it is. Without a file the answer is 404 `not_found`, for an unreadable one 400 `invalid_request`, beyond the plan’s storage 413 `storage_quota_exceeded`. The item is then `failed`; a failed one is 409 `conflict`. While the file is still arriving, the answer is 409 `conflict` too.',
  example: { output: exampleMedia },
  tag: 'Media',
  http: { method: 'post', path: '/v1/media/{id}/verify', status: 200 },
  scope: 'media:write',
  leaves: false,
  rejects: ['storage_quota_exceeded', 'gone'],
  charge: 'storage',
  input: z.strictObject({ id: z.string() }),
  output: MediaItem.extend({ success: z.literal(true), media_id: z.string() }),

  async run(ctx, { id }) {
    const row = await media.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('media_item', id);
    const shown = async (item = row) => ({ success: true as const, media_id: id, ...(await toMediaItem(ctx, item)) });
    if (row.status === 'ready') return shown();
    if (row.status === 'failed')
      throw conflict(`This upload failed: ${row.failure ?? 'it was not completed.'} Begin a new one.`, {
        id,
      });
    return withUploadLock(ctx, id, async () => {
      const stored = await ctx.files.storage.stat(keyOf({ tenantId: ctx.tenant.id, id }));
      if (stored === undefined) throw await notUploaded(ctx, id);
      return finalizeUpload(ctx, id, stored.bytes, async (tx) => shown(await media.byId(tx, ctx.tenant.id, id)));
    });
  },
});

async function notUploaded(ctx: Context, id: string): Promise<ApiError> {
  if (!ctx.request.dryRun) await failUpload(ctx, id, 'Nothing was sent to the upload address.');
  const message = 'Nothing was sent to the upload address of this item.';
  return new ApiError('not_found', message, { id }, 'media.not_uploaded');
}
