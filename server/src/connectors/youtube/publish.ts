import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { Published, TwoPhaseEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { MediaFile, Session } from '../../core/session.ts';
import { withFile } from '../shared/media-file.ts';
import { rejected } from '../shared/rejected.ts';
import { callYoutube } from './client.ts';
import { isSameVideo, toPublished, toVideo, type VideoResource, videoOf } from './map.ts';
import { assertThumbnail, queueFollowUps } from './videos/after-upload.ts';
import { listOwn } from './videos/own-videos.ts';
import { digestOf, lastPieceOf, readProgress, sendBytes } from './videos/upload.ts';
import { Material } from './wire.ts';

/**
 * Class B: a video does not exist before the last byte of its upload. Afterwards the upload shows whether it has become
 * a video, and its id. https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol
 */
export const publishing: TwoPhaseEffect<Content> = {
  class: 'B',

  async prepare(session, content) {
    const resource = toVideo(content);
    const item = videoOf(content);
    await assertThumbnail(session, content);
    return withFile(session, item, async (file) => {
      const { size, contentType } = file;
      if (size === 0) throw rejected('media', 'The video is empty.');
      const uploadId = await startUpload(session, resource, contentType, size);
      const material: Material = { uploadId, part: resource.part, size, digest: await digestOf(file) };
      const progress = await sendBytes(session, 'read', material, file, { from: 0, end: lastPieceOf(size) });
      if (progress.state !== 'open') throw new PlatformError('unavailable', 'YouTube broke the upload off.');
      return material;
    });
  },

  async send(session, content, prepared): Promise<Published> {
    const material = Material.parse(prepared);
    // The state is read first: on a repeat the video may be complete, or more bytes may have arrived.
    let progress = await readProgress(session, 'effect', material);
    if (progress.state === 'open') {
      const place = { from: progress.stored, end: material.size };
      progress = await withFile(session, videoOf(content), async (file) => {
        await assertSame(file, material);
        return sendBytes(session, 'effect', material, file, place);
      });
    }
    if (progress.state !== 'done')
      throw new PlatformError('unknown', 'YouTube does not say what has become of the upload.');
    await queueFollowUps(session, content, progress.id);
    return toPublished(progress);
  },

  async state(session, prepared) {
    const progress = await readProgress(session, 'read', Material.parse(prepared));
    if (progress.state === 'done') return { state: 'sent', published: toPublished(progress) };
    return { state: progress.state === 'open' ? 'not_sent' : 'gone' };
  },

  list: listOwn,
  matches: isSameVideo,
};

/** Announces a video. The response names the upload in an address. */
async function startUpload(
  session: Session,
  { part, notifySubscribers, json }: VideoResource,
  contentType: string,
  size: number,
): Promise<string> {
  const type = contentType.startsWith('video/') ? contentType : 'application/octet-stream';
  const request = {
    method: 'POST',
    path: '/upload/youtube/v3/videos',
    query: { uploadType: 'resumable', part, notifySubscribers },
    headers: { 'x-upload-content-type': type, 'x-upload-content-length': String(size) },
    body: { json },
  } as const;
  const { response } = await callYoutube(session, 'read', request, z.unknown());
  const uploadId = URL.parse(response.headers.location ?? '')?.searchParams.get('upload_id');
  if (Material.shape.uploadId.safeParse(uploadId).success) return uploadId as string;
  throw new PlatformError('unavailable', 'YouTube did not say where the video goes.', { status: response.status });
}

/** Opens the file again and checks that it is the same, because a video must not be joined from two files. */
async function assertSame(file: MediaFile, { size, digest }: Material): Promise<void> {
  if (file.size === size && (await digestOf(file)) === digest) return;
  const message = 'The file at the address of the video was changed while it was uploaded.';
  throw rejected('media', message);
}
