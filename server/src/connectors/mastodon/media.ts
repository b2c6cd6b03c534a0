import { z } from 'zod';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { withFile } from '../shared/media-file.ts';
import { callMastodon } from './client.ts';
import { Attachment } from './wire.ts';

/** The result of `prepare` for `ready` and `send`. */
export const PreparedMedia = z.object({ media: z.array(z.object({ id: z.string(), isProcessing: z.boolean() })) });
type UploadedItem = z.output<typeof PreparedMedia>['media'][number];

const CHECK_AFTER_SECONDS = 2;

/** Uploads one item with its description. Status 202 means that the instance is still processing it. */
export async function upload(session: Session, item: Media): Promise<UploadedItem> {
  return withFile(session, item, async (file) => {
    const multipart = [
      ...(item.altText ? [{ name: 'description', value: item.altText }] : []),
      { name: 'file', value: file, filename: file.filename, type: file.contentType },
    ];
    const request = { method: 'POST', path: '/api/v2/media', body: { multipart } } as const;
    const { value, response } = await callMastodon(session, 'read', request, Attachment);
    return { id: value.id, isProcessing: response.status === 202 || !value.url };
  });
}

/** The uploaded attachments as a status names them. */
export function mediaIds({ media }: z.output<typeof PreparedMedia>) {
  return media.length === 0 ? {} : { media_ids: media.map(({ id }) => id) };
}

/** Reads each attachment that was not processed at its upload: 206 is still processing, 200 ready, 422 failed. */
export async function mediaReadiness(session: Session, prepared: unknown): Promise<Readiness> {
  for (const { id, isProcessing } of PreparedMedia.parse(prepared).media) {
    if (!isProcessing) continue;
    try {
      const { value, response } = await callMastodon(
        session,
        'read',
        { method: 'GET', path: `/api/v1/media/${id}` },
        Attachment,
      );
      if (response.status === 206 || !value.url) return { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS };
    } catch (error) {
      if (!(error instanceof PlatformError) || !['rejected', 'not_found'].includes(error.kind)) throw error;
      return {
        state: 'failed',
        error: new PlatformError('rejected', error.message, { ...error.facts, field: 'media' }),
      };
    }
  }
  return { state: 'ready' };
}
