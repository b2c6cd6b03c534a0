import { z } from 'zod';
import { keyOf, UploadedFile } from '../../core/files.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import * as media from './media.repository.ts';
import { failUpload, finalizeUpload } from './upload/finalize-upload.ts';
import { reserveStorage } from './upload/reserve-storage.ts';

const FILE_BYTES_MAX = 50 * 1024 * 1024;
/** Time to store and inspect a file that is already on this machine. */
const WAIT_SECONDS = 600;

export const uploadMedia = defineOperation({
  name: 'upload_media',
  summary: 'Upload a file',
  description: `Stores a file of at most ${FILE_BYTES_MAX / 1024 / 1024} MB as a media item that is ready at once. It costs storage only: when the storage of the plan is full, the answer is 413 \`storage_quota_exceeded\`. A larger file and one that cannot be read are 400 \`invalid_request\`. Larger files go to \`GET /v1/media/upload-url\`.`,
  tag: 'Media',
  http: { method: 'post', path: '/v1/media/upload', status: 201 },
  scope: 'media:write',
  leaves: false,
  rejects: ['storage_quota_exceeded', 'payload_too_large', 'gone'],
  charge: 'storage',
  upload: { field: 'file', bytesMax: FILE_BYTES_MAX, tooLarge: 'invalid_request', atOnceMax: 256 },
  input: z.strictObject({ file: UploadedFile }),
  output: z.object({ media_id: z.string() }),

  async run(ctx, { file }) {
    const id = newId('med');
    const reservation = reserveStorage(ctx, id, file.bytes, 0);
    if (ctx.request.dryRun) {
      await reservation.check();
      return { media_id: id };
    }
    const contentType = file.contentType ?? 'application/octet-stream';
    await media.insert(ctx.db, ctx.tenant.id, { id, filename: file.filename, contentType, waitSeconds: WAIT_SECONDS });
    try {
      await reservation.start();
      const { storage } = ctx.files;
      const { bytes } = await storage.put(keyOf({ tenantId: ctx.tenant.id, id }), file.read(), { contentType });
      return await finalizeUpload(ctx, id, bytes, async () => ({ media_id: id }));
    } catch (error) {
      // The cleanup worker does it if this fails.
      await failUpload(ctx, id, 'The upload was not completed.').catch(() => {});
      throw error;
    }
  },
});
