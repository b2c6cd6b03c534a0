import { z } from 'zod';
import { keyOf } from '../../core/files.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { UploadedFile } from '../../core/upload.ts';
import * as media from './media.repository.ts';
import { holdStorage, reject, takeIn } from './take-in.ts';

const FILE_BYTES_MAX = 50 * 1024 * 1024;
/** Storing and looking into a file that is on this machine already. */
const WAIT_SECONDS = 600;

export const uploadMedia = defineOperation({
  name: 'upload_media',
  summary: 'Store a file of at most 50 MB; larger ones go to an upload address',
  tag: 'Media',
  http: { method: 'post', path: '/v1/media/upload', status: 201 },
  scope: 'media:write',
  charge: 'storage',
  upload: { field: 'file', bytesMax: FILE_BYTES_MAX, tooLarge: 'invalid_request', atOnceMax: 256 },
  input: z.strictObject({ file: UploadedFile }),
  output: z.object({ media_id: z.string() }),

  async run(ctx, { file }) {
    const id = newId('med');
    const hold = holdStorage(ctx, id, file.bytes, 0);
    if (ctx.request.dryRun) {
      await hold.rehearse();
      return { media_id: id };
    }
    const contentType = file.contentType ?? 'application/octet-stream';
    await media.insert(ctx.db, ctx.tenant.id, { id, filename: file.filename, contentType, waitSeconds: WAIT_SECONDS });
    try {
      await hold.begin();
      const { storage } = ctx.services.files;
      const { bytes } = await storage.put(keyOf({ tenantId: ctx.tenant.id, id }), file.read(), { contentType });
      return await takeIn(ctx, id, bytes, async () => ({ media_id: id }));
    } catch (error) {
      // Else the sweep does it.
      await reject(ctx, id, 'The upload was not completed.').catch(() => {});
      throw error;
    }
  },
});
