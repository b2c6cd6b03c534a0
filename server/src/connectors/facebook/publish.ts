import type { Content } from '../../core/connector.ts';
import type { ListedEffect, Published, Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { bestEffort } from '../shared/best-effort.ts';
import { made, success } from '../shared/meta/wire.ts';
import { asDuplicate, call } from './client.ts';
import { addressOf, type Form, feedForm, isSamePost, photoForms, postKind, reelAddress, reelForm } from './map.ts';
import { listOwn } from './own-posts.ts';
import { fetchVideo, isPublished, readVideo, uploadVideo, videoReadiness } from './videos.ts';
import { createdPost, createdStory, type Material, material } from './wire.ts';

/**
 * Class C: a feed post has no key, but the Page's posts can be listed. Media are uploaded unpublished before. The last
 * step of a video has its effect once, even when it is sent again. https://developers.facebook.com/docs/pages-api/posts
 */
export const publishing: ListedEffect<Content> = {
  class: 'C',
  lookupDelaysSeconds: [15, 60],

  prepare: (session, content): Promise<Material> => prepare(session, content),

  async ready(session, prepared): Promise<Readiness> {
    const uploaded = material.parse(prepared);
    return 'video' in uploaded ? await videoReadiness(session, uploaded.video) : { state: 'ready' };
  },

  async send(session, content, prepared): Promise<Published> {
    try {
      return await send(session, content, material.parse(prepared));
    } catch (error) {
      throw asDuplicate(error);
    }
  },

  list: listOwn,
  matches: isSamePost,
  showsAllSince: (content, since, now) =>
    !postKind(content).endsWith('_story') || now.getTime() - since.getTime() < STORY_SHOWN_MS,
};

/** A story is shown for a day. An hour less makes up for clocks. */
const STORY_SHOWN_MS = 23 * 3_600_000;

async function prepare(session: Session, content: Content): Promise<Material> {
  const kind = postKind(content);
  switch (kind) {
    case 'text':
      return { kind };
    case 'photos':
      return { kind, photos: await uploadPhotos(session, content) };
    case 'photo_story': {
      const [photo = ''] = await uploadPhotos(session, content);
      return { kind, photo };
    }
    case 'video':
      return { kind, video: await uploadVideo(session, content) };
    case 'reel':
      return { kind, video: await fetchVideo(session, 'video_reels', content.media) };
    case 'video_story':
      return { kind, video: await fetchVideo(session, 'video_stories', content.media) };
  }
}

/** Uploads photos unpublished. Facebook deletes them after a day when no post uses them. */
async function uploadPhotos(session: Session, content: Content): Promise<string[]> {
  const path = [session.account.platformId, 'photos'];
  const photos: string[] = [];
  for (const form of photoForms(content)) {
    photos.push((await call(session, { method: 'POST', path, form, response: made })).id);
  }
  return photos;
}

async function send(session: Session, content: Content, uploaded: Material): Promise<Published> {
  const page = session.account.platformId;
  const purpose = 'effect';
  switch (uploaded.kind) {
    case 'text':
    case 'photos': {
      const form = feedForm(content, uploaded.kind === 'photos' ? uploaded.photos : []);
      const path = [page, 'feed'];
      const post = await call(session, { method: 'POST', path, form, response: createdPost, purpose });
      return { platformId: post.id, permalink: addressOf(post.id, post.permalink_url) };
    }
    case 'photo_story': {
      const form = { photo_id: uploaded.photo };
      const path = [page, 'photo_stories'];
      const { post_id } = await call(session, { method: 'POST', path, form, response: createdStory, purpose });
      return { platformId: post_id, permalink: addressOf(post_id) };
    }
    case 'video_story': {
      const form = { upload_phase: 'finish', video_id: uploaded.video };
      const path = [page, 'video_stories'];
      const { post_id } = await call(session, { method: 'POST', path, form, response: createdStory, purpose });
      return { platformId: post_id, permalink: addressOf(post_id) };
    }
    case 'reel': {
      const form = { upload_phase: 'finish', video_id: uploaded.video, ...reelForm(content) };
      await finish(session, uploaded.video, [page, 'video_reels'], form);
      return { platformId: uploaded.video, permalink: reelAddress(uploaded.video) };
    }
    case 'video': {
      await finish(session, uploaded.video, [uploaded.video], { published: 'true' });
      const { post_id: id = uploaded.video } = (await bestEffort(readVideo(session, uploaded.video))) ?? {};
      return { platformId: id, permalink: addressOf(id) };
    }
  }
}

/**
 * The last step of a video. When Facebook rejects it because the video is published already, an earlier call arrived.
 */
async function finish(session: Session, video: string, path: readonly string[], form: Form): Promise<void> {
  try {
    await call(session, { method: 'POST', path, form, response: success, purpose: 'effect' });
  } catch (error) {
    if (!(error instanceof PlatformError) || !isAboutVideo(error)) throw error;
    const published = await readVideo(session, video).then(isPublished, () => undefined);
    if (published === undefined) throw new PlatformError('unknown', error.message, error.facts);
    if (!published) throw error;
  }
}

/**
 * The code of a rejected second last step is not documented. So any code without another documented meaning may be it.
 */
function isAboutVideo({ kind, facts }: PlatformError): boolean {
  const isRejection = facts.platformCode !== undefined && (facts.status ?? 500) < 500;
  return isRejection && (kind === 'rejected' || kind === 'not_found' || kind === 'unknown');
}
