import type { CreatorInfo } from '../../core/account-abilities.ts';
import type { Content } from '../../core/connector.ts';
import type { Media, MediaFile, Session } from '../../core/session.ts';
import { withFile } from '../shared/media-file.ts';
import { rejected } from '../shared/rejected.ts';
import { callTikTok, putChunk, uploadAddress } from './client.ts';
import { limits } from './limits.ts';
import { PUBLIC, videoInfo } from './map.ts';
import { optionsOf } from './options.ts';
import { StartedUpload, type VideoMaterial } from './wire.ts';

/** Between 5 and 64 MB, and small enough that no chunk comes near the timeout of a call. */
const CHUNK_BYTES = 10_000_000;

/** The chunks of a file: all of one size, but the last has the rest too. */
export function chunksOf(size: number): { readonly chunkSize: number; readonly count: number } {
  const count = Math.max(1, Math.floor(size / CHUNK_BYTES));
  return { chunkSize: count === 1 ? size : CHUNK_BYTES, count };
}

/** Announces the video and uploads all chunks but the last. TikTok cannot publish anything without it. */
export async function startUpload(
  session: Session,
  content: Content,
  media: Media,
  creator: CreatorInfo,
): Promise<VideoMaterial> {
  return withFile(session, media, (file) => begin(session, content, file, creator));
}

async function begin(
  session: Session,
  content: Content,
  file: MediaFile,
  creator: CreatorInfo,
): Promise<VideoMaterial> {
  const { size } = file;
  const contentType = typeOf(file);
  if (size === 0) throw rejected('media', 'The video is empty.');
  const { chunkSize, count } = chunksOf(size);
  const json = {
    post_info: videoInfo(content, creator),
    source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: chunkSize, total_chunk_count: count },
  };
  const request = { method: 'POST', path: '/post/publish/video/init/', json } as const;
  const started = await callTikTok(session, 'read', request, StartedUpload);
  const lastChunkAt = (count - 1) * chunkSize;
  const upload = { address: uploadAddress(session, started.upload_url), type: contentType };
  for (let first = 0; first < lastChunkAt; first += chunkSize) {
    const bytes = await file.read(first, first + chunkSize);
    await putChunk(session, 'read', { ...upload, bytes, range: rangeOf(first, bytes, size) });
  }
  return {
    kind: 'video',
    publishId: started.publish_id,
    size,
    lastChunkAt,
    contentType,
    secret: { uploadUrl: started.upload_url },
    isPublic: optionsOf(content).privacy_level === PUBLIC,
    preparedAt: session.now().toISOString(),
  };
}

/** Uploads the last chunk; TikTok then starts to publish. */
export async function finishUpload(session: Session, media: Media, material: VideoMaterial): Promise<void> {
  const { size, lastChunkAt, contentType, secret } = material;
  await withFile(session, media, async (file) => {
    if (file.size !== size) throw rejected('media', 'The video changed while it was being published.');
    const last = await file.read(lastChunkAt, size);
    const range = rangeOf(lastChunkAt, last, size);
    await putChunk(session, 'effect', { address: secret.uploadUrl, bytes: last, type: contentType, range });
  });
}

function rangeOf(first: number, { length }: Uint8Array, size: number): string {
  return `bytes ${first}-${first + length - 1}/${size}`;
}

/** Some servers send no type or one that is not a video's. Then TikTok checks the file. */
function typeOf({ contentType }: MediaFile): string {
  if (limits.media.videoTypes.includes(contentType)) return contentType;
  if (contentType.startsWith('video/'))
    throw rejected('media', `TikTok does not take videos of the type ${contentType}.`);
  return 'video/mp4';
}
