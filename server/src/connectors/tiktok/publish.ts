import type { Content } from '../../core/connector.ts';
import type { Published, TwoPhaseEffect } from '../../core/effect.ts';
import { PlatformError, unless } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { assertReadableImages } from '../shared/readable-images.ts';
import { callTikTok } from './client.ts';
import { readCreator } from './creator-info.ts';
import { limits } from './limits.ts';
import { checkContent, checkCreator, isSamePost, PUBLIC, toPhotoPost } from './map.ts';
import { optionsOf } from './options.ts';
import { listOwn } from './own-videos.ts';
import { failureOf, publishedOf, readStatus } from './status.ts';
import { finishUpload, startUpload } from './upload.ts';
import { Material, type PhotoMaterial, StartedPost, type VideoMaterial } from './wire.ts';

/**
 * Class B: each post has a publish id with a readable state. For a video we know the id before its last chunk publishes
 * it. For photos the id comes in the response to the publishing call; when that response is lost, nothing can be read.
 * https://developers.tiktok.com/doc/content-posting-api-get-started
 */
export const publishing: TwoPhaseEffect<Content> = {
  class: 'B',
  // Photos are not listed, and nothing is without the scope to list.
  showsAllSince: () => false,
  prepare,

  async send(session, content, prepared): Promise<Published> {
    const material = Material.parse(prepared);
    return material.kind === 'video'
      ? await sendVideo(session, content, material)
      : await sendPhotos(session, content, material);
  },

  async state(session, prepared) {
    const material = Material.parse(prepared);
    return await stateOf(session, material);
  },

  list: (session, _content, since) => listOwn(session, since),
  matches: isSamePost,
};

async function prepare(session: Session, content: Content): Promise<Material> {
  const video = checkContent(content);
  const creator = await readCreator(session);
  checkCreator(content, creator);
  if (video !== undefined) return await startUpload(session, content, video, creator);
  await assertReadableImages(session, content.media, limits.media.imageTypes, 'TikTok');
  return {
    kind: 'photo',
    isCommentDisabled: creator.isCommentDisabled,
    isPublic: optionsOf(content).privacy_level === PUBLIC,
    preparedAt: session.now().toISOString(),
  };
}

/** A rejected last chunk may have arrived before, so the state is read in any case. */
async function sendVideo(session: Session, content: Content, material: VideoMaterial): Promise<Published> {
  const video = checkContent(content) as Media;
  try {
    await finishUpload(session, video, material);
  } catch (error) {
    const isOfTikTok = error instanceof PlatformError && error.kind === 'rejected' && error.facts.status !== undefined;
    if (!isOfTikTok) throw error;
  }
  return await outcomeOf(session, material, material.publishId);
}

/** Photos with a publish id were accepted already: only their state is read. */
async function sendPhotos(session: Session, content: Content, material: PhotoMaterial): Promise<Published> {
  checkContent(content);
  if (material.publishId !== undefined) return await outcomeOf(session, material, material.publishId);
  const json = toPhotoPost(content, material.isCommentDisabled);
  const request = { method: 'POST', path: '/post/publish/content/init/', json } as const;
  const { publish_id } = await callTikTok(session, 'effect', request, StartedPost);
  return await outcomeOf(session, material, publish_id);
}

/**
 * The result of a post that TikTok has accepted. Usually TikTok still works on it: then the outcome is unknown, and the
 * publish id is stored for later reads.
 */
async function outcomeOf(session: Session, material: Material, publishId: string): Promise<Published> {
  const learned = { publishId };
  const unknown = (message: string) => new PlatformError('unknown', message, { learned });
  const status = await readStatus(session, publishId).catch((error: Error) => {
    throw unknown(error.message);
  });
  if (status.status === 'FAILED') {
    const failure = failureOf(status);
    throw failure.kind === 'unavailable' ? unknown(failure.message) : failure;
  }
  const isComplete = status.status === 'PUBLISH_COMPLETE';
  const published = isComplete ? publishedOf(session, material, publishId, status) : undefined;
  if (published !== undefined) return published;
  throw unknown(isComplete ? NO_ID : AT_WORK);
}

const AT_WORK = 'TikTok is still processing the post.';
const NO_ID = 'TikTok has published the post and not told its id yet.';
/** An upload that is incomplete after this time stays incomplete. */
const UPLOAD_LIFE_MS = 3_600_000;

/** An undecided state is neither `sent` nor `not_sent`. It is thrown as `unavailable` and read again. */
async function stateOf(session: Session, material: Material): ReturnType<typeof publishing.state> {
  const { publishId, preparedAt } = material;
  if (publishId === undefined) return { state: 'unreadable' };
  const status = await readStatus(session, publishId).catch(unless('not_found'));
  if (status === undefined) return { state: 'unreadable' };
  switch (status.status) {
    case 'FAILED':
      return { state: failureOf(status).kind === 'unavailable' ? 'gone' : 'not_sent' };
    case 'PUBLISH_COMPLETE': {
      const published = publishedOf(session, material, publishId, status);
      if (published === undefined) throw new PlatformError('unavailable', NO_ID);
      return { state: 'sent', published };
    }
    default: {
      const isIncomplete = material.kind === 'video' && (status.uploadedBytes ?? material.size) < material.size;
      if (!isIncomplete) throw new PlatformError('unavailable', AT_WORK);
      const isOver = session.now().getTime() - Date.parse(preparedAt) > UPLOAD_LIFE_MS;
      return { state: isOver ? 'gone' : 'not_sent' };
    }
  }
}
