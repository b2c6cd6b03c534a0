import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { Prepared, Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, Session } from '../../core/session.ts';
import { platformError } from '../shared/call-platform.ts';
import { withFile } from '../shared/media-file.ts';
import { rejected } from '../shared/rejected.ts';
import { callLinkedIn, putFile } from './client.ts';
import { IMAGE_TYPES, VIDEO_TYPES } from './limits.ts';
import { checkContent } from './map.ts';
import { checkedUrn, encodeUrn, MEDIA_URN } from './urn.ts';
import { MediaStatus, StartedImage, StartedVideo, type UploadPart } from './wire.ts';

/** The material from `prepare` for `ready` and `send`: URNs in the order of the media. */
export const PreparedMedia = z.object({ media: z.array(z.string().regex(MEDIA_URN)) });

/** Uploads the media as their owner. Nobody sees them until a post uses them. */
export async function uploadAll(session: Session, content: Content, owner: string): Promise<Prepared> {
  checkContent(content);
  const media: string[] = [];
  for (const item of content.media) media.push(await upload(session, item, owner));
  return { media };
}

async function upload(session: Session, item: Media, owner: string): Promise<string> {
  if (item.attachmentId !== undefined) return checkedUrn(item.attachmentId, MEDIA_URN);
  const isVideo = item.type === 'video';
  const types = isVideo ? VIDEO_TYPES : IMAGE_TYPES;
  return withFile(session, item, async (file) => {
    if (!types.includes(file.contentType)) throw rejected('media', `LinkedIn takes no ${file.contentType}.`);
    return isVideo ? await uploadVideo(session, file, owner) : await uploadImage(session, file, owner);
  });
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api */
async function uploadImage(session: Session, file: MediaFile, owner: string): Promise<string> {
  const request = { method: 'POST', path: '/rest/images', query: 'action=initializeUpload' } as const;
  const json = { initializeUploadRequest: { owner } };
  const { value: started } = await callLinkedIn(session, 'read', { ...request, json }, StartedImage);
  const { uploadUrl, image } = started.value;
  await putFile(session, uploadUrl, file, file.contentType);
  return image;
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api */
async function uploadVideo(session: Session, file: MediaFile, owner: string): Promise<string> {
  const request = { method: 'POST', path: '/rest/videos' } as const;
  const begin = { owner, fileSizeBytes: file.size, uploadCaptions: false, uploadThumbnail: false };
  const { value: started } = await callLinkedIn(
    session,
    'read',
    { ...request, query: 'action=initializeUpload', json: { initializeUploadRequest: begin } },
    StartedVideo,
  );
  const { video, uploadToken, uploadInstructions } = started.value;
  assertWhole(uploadInstructions, file.size);
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const part = await file.read(firstByte, lastByte + 1);
    const { etag } = (await putFile(session, uploadUrl, part, 'application/octet-stream')).headers;
    if (!etag) throw new PlatformError('unavailable', 'LinkedIn did not confirm a part of the video.');
    uploadedPartIds.push(etag);
  }
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
  await callLinkedIn(session, 'read', { ...request, query: 'action=finalizeUpload', json }, z.unknown());
  return video;
}

/** Checks that the parts follow one another from the first byte to the last. */
function assertWhole(parts: readonly UploadPart[], size: number): void {
  let next = 0;
  for (const { firstByte, lastByte } of parts) {
    if (firstByte !== next || lastByte < firstByte) break;
    next = lastByte + 1;
  }
  if (next !== size) throw new PlatformError('unavailable', 'LinkedIn asked for other parts than the video has.');
}

/** Whether all media have been processed; LinkedIn would reject a post with others. */
export async function mediaReadiness(session: Session, prepared: Prepared): Promise<Readiness> {
  for (const urn of PreparedMedia.parse(prepared).media) {
    const kind = urn.startsWith('urn:li:video:') ? 'videos' : 'images';
    const request = { method: 'GET', path: `/rest/${kind}/${encodeUrn(urn)}` } as const;
    const { value } = await callLinkedIn(session, 'read', request, MediaStatus);
    const { status, processingFailureReason: reason } = value;
    if (status === 'PROCESSING_FAILED') {
      const message = reason || 'LinkedIn could not process the media.';
      return {
        state: 'failed',
        error: platformError('rejected', message, 200, { field: 'media', platformCode: status }),
      };
    }
    if (status !== 'AVAILABLE') return { state: 'not_ready', checkAfterSeconds: kind === 'videos' ? 5 : 2 };
  }
  return { state: 'ready' };
}
