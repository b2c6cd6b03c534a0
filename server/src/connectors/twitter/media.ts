import { z } from 'zod';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, Session } from '../../core/session.ts';
import { platformError } from '../shared/call-platform.ts';
import { withFile } from '../shared/media-file.ts';
import { callX } from './client.ts';
import { type ProcessingInfo, UploadedMedia } from './wire.ts';

/** The result of `prepare` for `ready` and `send`. Media ids are valid for 24 hours. */
export const PreparedMedia = z.object({ media: z.array(z.object({ id: z.string(), isProcessing: z.boolean() })) });
type UploadedItem = z.output<typeof PreparedMedia>['media'][number];

const PART_BYTES = 4 * 1024 * 1024;
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const GIF_BYTES_MAX = 15 * 1024 * 1024;

/**
 * Uploads one item with its alternative text. A GIF that stands alone is animated; among others it is a still image.
 */
export async function upload(
  session: Session,
  item: Media,
  isAlone: boolean,
  use: 'tweet' | 'dm' = 'tweet',
): Promise<UploadedItem> {
  return withFile(session, item, (file) => uploadFile(session, item, file, isAlone, use));
}

/** Media that the customer uploaded to X. X itself rejects ids that are unknown, foreign, too old or not processed. */
export async function attached(
  session: Session,
  { attachmentId: id = '', type, altText }: Media,
): Promise<UploadedItem> {
  if (altText && type === 'image') await describe(session, id, altText);
  return { id, isProcessing: false };
}

async function uploadFile(
  session: Session,
  item: Media,
  file: MediaFile,
  isAlone: boolean,
  use: 'tweet' | 'dm',
): Promise<UploadedItem> {
  const isGif = file.contentType === 'image/gif' && isAlone;
  const isImage = file.contentType.startsWith('image/');
  checkSize(file, isGif ? GIF_BYTES_MAX : isImage ? IMAGE_BYTES_MAX : Number.POSITIVE_INFINITY);
  const uploaded =
    isImage && !isGif
      ? await uploadAtOnce(session, file, `${use}_image`)
      : await uploadInParts(session, file, isGif ? `${use}_gif` : `${use}_video`);
  if (item.altText && isImage) await describe(session, uploaded.id, item.altText);
  return uploaded;
}

function checkSize({ size }: MediaFile, bytesMax: number): void {
  if (size <= bytesMax) return;
  const message = `X takes at most ${bytesMax / 1024 / 1024} MiB for this kind of media.`;
  throw new PlatformError('rejected', message, { field: 'media' });
}

/** https://docs.x.com/x-api/media/upload-media. Version 2.167 has no `media_type` here; the part's own type says it. */
async function uploadAtOnce(session: Session, file: MediaFile, category: string): Promise<UploadedItem> {
  const { contentType, filename } = file;
  const bytes = await file.read(0, file.size);
  const body = {
    multipart: [
      { name: 'media_category', value: category },
      { name: 'media', value: bytes, filename, type: contentType },
    ],
  };
  const response = await callX(session, 'read', { method: 'POST', path: '/2/media/upload', body }, UploadedMedia);
  return toUploaded(response);
}

/** https://docs.x.com/x-api/media/quickstart/media-upload-chunked */
async function uploadInParts(session: Session, file: MediaFile, category: string): Promise<UploadedItem> {
  const path = '/2/media/upload';
  const json = { media_type: file.contentType, media_category: category, total_bytes: file.size };
  const started = await callX(
    session,
    'read',
    { method: 'POST', path: `${path}/initialize`, body: { json } },
    UploadedMedia,
  );
  const { id } = started.data;
  for (let index = 0, start = 0; start < file.size; index += 1, start += PART_BYTES) {
    const part = await file.read(start, start + PART_BYTES);
    const body = {
      multipart: [
        { name: 'segment_index', value: String(index) },
        { name: 'media', value: part, filename: file.filename, type: 'application/octet-stream' },
      ],
    };
    await callX(session, 'read', { method: 'POST', path: `${path}/${id}/append`, body }, z.unknown());
  }
  return toUploaded(await callX(session, 'read', { method: 'POST', path: `${path}/${id}/finalize` }, UploadedMedia));
}

function toUploaded({ data: { id, processing_info } }: z.output<typeof UploadedMedia>): UploadedItem {
  if (processing_info?.state === 'failed') throw processingError(processing_info);
  return { id, isProcessing: processing_info !== undefined && processing_info.state !== 'succeeded' };
}

async function describe(session: Session, id: string, altText: string): Promise<void> {
  const json = { id, metadata: { alt_text: { text: altText } } };
  await callX(session, 'read', { method: 'POST', path: '/2/media/metadata', body: { json } }, z.unknown());
}

/** Reads the state of each item that X had not processed at the end of its upload. */
export async function mediaReadiness(session: Session, prepared: unknown): Promise<Readiness> {
  for (const { id, isProcessing } of PreparedMedia.parse(prepared).media) {
    if (!isProcessing) continue;
    const query = { command: 'STATUS', media_id: id };
    const { data } = await callX(session, 'read', { method: 'GET', path: '/2/media/upload', query }, UploadedMedia);
    const info = data.processing_info;
    if (info?.state === 'failed') return { state: 'failed', error: processingError(info) };
    if (info !== undefined && info.state !== 'succeeded') {
      return { state: 'not_ready', checkAfterSeconds: Math.min(Math.max(info.check_after_secs ?? 2, 1), 60) };
    }
  }
  return { state: 'ready' };
}

function processingError({ error }: ProcessingInfo): PlatformError {
  const code = error?.name === undefined ? {} : { platformCode: error.name };
  return platformError('rejected', error?.message ?? 'X could not process the media.', 200, {
    field: 'media',
    ...code,
  });
}
