import { cleanFilename } from '@hubbub/media-info';
import { z } from 'zod';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { bareMediaType } from '../../lib/media-type.ts';
import { secret } from '../../lib/secret-fields.ts';
import * as media from './media.repository.ts';
import { mediaFields } from './media.ts';
import { reserveStorage } from './upload/reserve-storage.ts';

const MINUTES_VALID = 15;
/** How long an upload may start after the request. It exceeds the validity, so a late start can still finish. */
const WAIT_SECONDS = 3600;

export const getUploadUrl = defineOperation({
  name: 'get_upload_url',
  summary: 'Get an upload address',
  description: `Begins an upload: the address takes one file of any size by \`PUT\` within ${MINUTES_VALID} minutes, without a key. The \`Content-Type\` of the \`PUT\` must be \`media_type\`. \`POST /v1/media/{id}/verify\` then makes the item ready. It costs storage only. When the storage of the plan is full, the answer is 413 \`storage_quota_exceeded\`.`,
  example: {
    input: { alt_text: 'A plum cake on a wooden table' },
    output: {
      upload_url: 'https://example.com/media/uploads/plum-cake.jpg?signature=example',
      expires_at: '2027-01-01T09:15:00.000Z',
    },
  },
  tag: 'Media',
  http: { method: 'get', path: '/v1/media/upload-url', status: 200 },
  changes: true,
  scope: 'media:write',
  leaves: false,
  rejects: ['storage_quota_exceeded'],
  charge: 'storage',
  aliases: { content_type: 'media_type' },
  input: z.strictObject({
    size_bytes: z.coerce.number().int().min(1).optional().meta({ description: 'Holds the storage for the file' }),
    media_type: z
      .string()
      .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}([ \t]*;[\t\x20-\x7e]{0,200})?$/, 'must be a media type, such as video/mp4')
      .meta({ description: 'The PUT must have it as its Content-Type; parameters after a semicolon do not count' }),
    filename: z.string().min(1).max(1000).meta({ description: 'Shown in lists and given to downloads' }),
    folder: mediaFields.folder.optional(),
    alt_text: mediaFields.alt_text.optional(),
  }),
  output: z.object({ media_id: z.string(), upload_url: secret(z.string()), expires_at: z.string() }),

  async run(ctx, { media_type, filename, size_bytes, folder, alt_text }) {
    const clean = cleanFilename(filename);
    const id = newId('med');
    const contentType = bareMediaType(media_type);
    await media.insert(ctx.db, ctx.tenant.id, {
      id,
      filename: clean,
      contentType,
      folder,
      altText: alt_text,
      waitSeconds: WAIT_SECONDS,
    });
    const reservation = reserveStorage(ctx, id, size_bytes, 0);
    await (size_bytes === undefined ? reservation.check() : reservation.start());
    const expiresAt = new Date(Date.now() + MINUTES_VALID * 60_000);
    const file = { tenantId: ctx.tenant.id, id, filename: clean, contentType };
    return {
      media_id: id,
      upload_url: await ctx.files.links.upload(file, expiresAt, size_bytes),
      expires_at: expiresAt.toISOString(),
    };
  },
});
