import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me, partsOf, pick } from './access.ts';
import { forbidden, invalid, missing, videoNotFound, YoutubeError } from './errors.ts';
import { listResponse } from './paging.ts';
import type { VideoRow, Youtube } from './store.ts';
import { fieldsOf, snippetOf, statusOf } from './video-input.ts';
import { isSeenBy, videosOf } from './video-rows.ts';
import { thumbnailsOf, videoParts, videoView } from './video-view.ts';

const idsMax = 50;
const thumbnailBytesMax = 2 * 1024 * 1024;

/** `GET /videos?id=`: what does not exist or is not seen is left out. Each look takes the processing one step on. */
export function listVideos(youtube: Youtube, call: Call): PlatformResponse {
  const { store } = youtube;
  const { id: viewer } = me(youtube, call, 'read');
  const parts = partsOf(call, ['id', ...videoParts]);
  const ids = call
    .inputs('id')
    .flatMap((list) => list.split(','))
    .filter(Boolean);
  if (ids.length === 0)
    throw new YoutubeError(400, 'missingRequiredParameter', 'No filter selected.', { location: 'id' });
  if (ids.length > idsMax) throw invalid('invalidFilters', 'Too many ids.');
  const found = ids.flatMap((id) => store.videos.get(id) ?? []).filter((video) => isSeenBy(youtube, video, viewer));
  const response = listResponse(call, found, {
    kind: 'youtube#videoListResponse',
    most: idsMax,
    usual: idsMax,
    countsAll: true,
    show: (video) => pick(videoView(youtube, video, viewer), parts),
  });
  const busy = found.filter(({ polls_left }) => polls_left > 0);
  if (busy.length > 0)
    call.effect(() => {
      for (const video of busy) store.videos.put(video.id, { ...video, polls_left: video.polls_left - 1 });
    });
  return response;
}

/** `PUT /videos`: a part that is named is replaced as a whole. */
export function updateVideo(youtube: Youtube, call: Call): PlatformResponse {
  const { id: channel } = me(youtube, call, 'manage');
  const parts = partsOf(call, videoParts);
  const video = ownVideo(youtube, call.input('id'), channel);
  const snippet = fieldsOf(call.body.snippet);
  if (parts.includes('snippet') && typeof snippet.title !== 'string')
    throw invalid(
      'invalidTitle',
      'The request metadata specifies an invalid or empty video title.',
      'body.snippet.title',
    );
  if (parts.includes('snippet') && snippet.categoryId === undefined)
    throw invalid('invalidCategoryId', 'The category is missing.', 'body.snippet.categoryId');
  const changed: VideoRow = {
    ...video,
    ...(parts.includes('snippet') && { snippet: snippetOf(snippet) }),
    ...(parts.includes('status') && {
      status: statusOf(
        { privacyStatus: video.status.privacy, ...fieldsOf(call.body.status) },
        youtube.world.clock.now(),
      ),
    }),
  };
  call.effect(() => {
    youtube.store.videos.put(video.id, changed);
    const media = [{ type: 'video', url: video.url }];
    call.record({ kind: 'edit', platform_id: video.id, text: changed.snippet.description, media });
  });
  return json(pick(videoView(youtube, changed, channel), parts));
}

/** `DELETE /videos?id=`: its comments go with it. */
export function deleteVideo(youtube: Youtube, call: Call): PlatformResponse {
  const { store } = youtube;
  const { id: channel } = me(youtube, call, 'manage');
  if (call.input('id') === undefined) throw missing('id');
  const video = ownVideo(youtube, call.input('id'), channel);
  call.effect(() => {
    store.videos.delete(video.id);
    for (const { id } of store.comments.where('video', video.id)) store.comments.delete(id);
    for (const { id } of store.items.where('video', video.id)) store.items.delete(id);
    call.record({ kind: 'delete', platform_id: video.id });
  });
  return { status: 204 };
}

/** `POST /thumbnails/set?videoId=`, the image as the body. */
export function setThumbnail(youtube: Youtube, call: Call): PlatformResponse {
  const { world, store } = youtube;
  const { id: channel } = me(youtube, call, 'upload');
  const video = ownVideo(youtube, call.input('videoId'), channel);
  const { rawBody } = call;
  if (rawBody.length === 0) throw invalid('mediaBodyRequired', 'The request does not include the image content.');
  const { contentType } = world.media.facts(rawBody);
  if (contentType !== 'image/jpeg' && contentType !== 'image/png')
    throw invalid('imageFormatUnsupported', 'The image format is not supported.');
  if (rawBody.length > thumbnailBytesMax)
    throw new YoutubeError(413, 'uploadTooLarge', 'Media larger than limit of 2 MB.', { domain: 'global' });
  const changed = { ...video, thumbnail: world.media.save(rawBody, contentType) };
  call.effect(() => {
    store.videos.put(video.id, changed);
    call.record({ kind: 'thumbnail', platform_id: video.id, media: [{ type: 'image', url: changed.thumbnail }] });
  });
  return json({ kind: 'youtube#thumbnailSetResponse', etag: 'simulated', items: [thumbnailsOf(changed)] });
}

/** A video of the channel; 403 for somebody else's. */
export function ownVideo(youtube: Youtube, id: string | undefined, channel: string): VideoRow {
  const video = youtube.store.videos.get(id ?? '');
  if (!video) throw videoNotFound();
  if (video.channel === channel) return video;
  throw isSeenBy(youtube, video, channel) ? forbidden() : videoNotFound();
}

/** Videos that lists show: a `delayed_visibility` fault keeps them out for a while. */
export function listedVideos(youtube: Youtube, channel: string): VideoRow[] {
  const now = youtube.world.clock.now();
  return videosOf(youtube, channel).filter(({ visible_at }) => visible_at <= now);
}
