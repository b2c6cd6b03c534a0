import { z } from 'zod';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, MultipartPart, Session } from '../../core/session.ts';
import { withFile } from '../media-file.ts';
import { callPlatform } from '../platform-call.ts';
import { callPinterest } from './client.ts';
import { MediaStatus, RegisteredMedia } from './wire.ts';

const CHECK_SECONDS = 5;

/**
 * Registers a video and uploads its file; nobody sees it before a pin is made of it. The signed fields come first and
 * the file last. https://developers.pinterest.com/docs/api-features/creating-boards-and-pins/#creating-video-pins
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
  // The store answers without a body, and its refusals are about our signature, which a new place heals.
  await callPlatform(session, {
    purpose: 'read',
    request: { method: 'POST', url: `${session.hosts.upload}/`, body: { multipart } },
    answer: z.unknown(),
    refusal: () => undefined,
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
