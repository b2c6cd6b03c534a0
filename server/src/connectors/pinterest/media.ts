import { z } from 'zod';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, MultipartPart, Session } from '../../core/session.ts';
import { callPlatform } from '../shared/call-platform.ts';
import { withFile } from '../shared/media-file.ts';
import { callPinterest } from './client.ts';
import { MediaStatus, RegisteredMedia } from './wire.ts';

const CHECK_SECONDS = 5;

/**
 * Registers a video and uploads its file, which stays hidden until a pin uses it. The signed fields come first and the
 * file last. https://developers.pinterest.com/docs/api-features/creating-boards-and-pins/#creating-video-pins
 */
export async function uploadVideo(session: Session, media: Media): Promise<string> {
  return withFile(session, media, (file) => upload(session, file));
}

async function upload(session: Session, file: MediaFile): Promise<string> {
  const json = { media_type: 'video' };
  const request = { method: 'POST', path: '/media', body: { json } } as const;
  const { media_id, upload_parameters } = (await callPinterest(session, 'read', request, RegisteredMedia)).value;
  const multipart: MultipartPart[] = [
    ...Object.entries(upload_parameters).map(([name, value]) => ({ name, value })),
    { name: 'file', value: file, filename: file.filename, type: file.contentType },
  ];
  // The store responds without a body. Its rejections are about our signature, so a new upload helps.
  await callPlatform(session, {
    purpose: 'read',
    request: { method: 'POST', url: `${session.hosts.upload}/`, body: { multipart } },
    response: z.unknown(),
    rejection: () => undefined,
  });
  return media_id;
}

/** https://developers.pinterest.com/docs/api/v5/media-get */
export async function videoReadiness(session: Session, id: string): Promise<Readiness> {
  const request = { method: 'GET', path: `/media/${id}` } as const;
  const { status } = (await callPinterest(session, 'read', request, MediaStatus)).value;
  if (status === 'succeeded') return { state: 'ready' };
  if (status !== 'failed') return { state: 'not_ready', checkAfterSeconds: CHECK_SECONDS };
  const error = new PlatformError('rejected', 'Pinterest could not process the video.', { field: 'media' });
  return { state: 'failed', error };
}
