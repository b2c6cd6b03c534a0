import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account } from '../../../core/world/world.ts';
import { missingParameter, requireScope, unsupported } from '../../meta/errors.ts';
import { compare, listResponse } from '../../meta/paging.ts';
import { dayMs, unixSeconds } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { ownPage } from '../access.ts';
import { photosUsed } from '../errors.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, StoryRow } from '../store.ts';
import { readPhase, startPhase, uploadedVideo } from './reels.ts';

/** `POST /{page}/photo_stories` of an unpublished photo: https://developers.facebook.com/docs/page-stories-api */
export function createPhotoStory(facebook: Facebook, call: Call): PlatformResponse {
  const { store } = facebook;
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  const id = call.input('photo_id');
  if (!id) throw missingParameter('photo_id');
  const photo = store.photos.get(id);
  if (photo?.account !== account.platform_id) throw unsupported(call.method, id);
  if (photo.used_by !== null) throw photosUsed();
  const story = call.effect(() => {
    const row = putStory(facebook, call, account, { media_type: 'photo', media_id: id, url: photo.url });
    store.photos.put(id, { ...photo, used_by: row.id });
    return row;
  });
  return json({ success: true, post_id: story.id });
}

/** `POST /{page}/video_stories`, in the phases of a reel. */
export function createVideoStory(facebook: Facebook, call: Call): PlatformResponse {
  const { store } = facebook;
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  if (readPhase(call) === 'start') return startPhase(facebook, call, account, 'story');
  const video = uploadedVideo(facebook, call, account, 'story');
  const story = call.effect(() => {
    const row = putStory(facebook, call, account, { media_type: 'video', media_id: video.id, url: video.url });
    store.videos.put(video.id, { ...video, state: 'finished', publish_status: 'published' });
    return row;
  });
  return json({ success: true, post_id: story.id });
}

function putStory(
  { world, store }: Facebook,
  call: Call,
  account: Account,
  { url, ...media }: Pick<StoryRow, 'media_type' | 'media_id'> & { url: string },
): StoryRow {
  const row: StoryRow = {
    id: world.ids.digits('12', 16),
    order: world.ids.snowflake(),
    account: account.platform_id,
    ...media,
    created_at: world.clock.now(),
    visible_at: call.visibleAt(),
  };
  store.stories.put(row.id, row);
  const type = media.media_type === 'video' ? 'video' : 'image';
  call.record({ kind: 'post', platform_id: row.id, media: [{ type, url }] });
  return row;
}

/** Stories are seen for a day. */
export function listStories(facebook: Facebook, call: Call): PlatformResponse {
  const { world, store } = facebook;
  const { platform_id } = ownPage(facebook, call);
  requireScope(call, scopes.read);
  const now = world.clock.now();
  const rows = store.stories
    .where('account', platform_id)
    .filter(({ visible_at }) => visible_at <= now)
    .map((row) => ({ ...row, status: now - row.created_at < dayMs ? 'PUBLISHED' : 'ARCHIVED' }))
    .filter(({ status }) => (call.input('status') ?? status).toUpperCase() === status)
    .sort((a, b) => compare(b.order, a.order));
  const map = ({ id, status, created_at, media_type, media_id }: StoryRow & { status: string }) => ({
    post_id: id,
    status,
    creation_time: String(unixSeconds(created_at)),
    media_type,
    media_id,
    url: `https://facebook.com/stories/${platform_id}/${id}`,
  });
  const path = edgePath(call, platform_id, 'stories');
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}
