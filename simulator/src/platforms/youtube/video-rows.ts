import { videoNotFound } from './errors.ts';
import type { VideoRow, Youtube } from './store.ts';

/** The videos of a channel, newest first. */
export function videosOf({ store }: Youtube, channel: string): VideoRow[] {
  return store.videos.where('channel', channel).reverse();
}

/** Whether a caller sees a video: its channel always, others when it is not private. A passed `publishAt` makes it public. */
export function isSeenBy(youtube: Youtube, video: VideoRow, channel: string): boolean {
  return video.channel === channel || privacyNow(youtube, video) !== 'private';
}

export function privacyNow({ world }: Youtube, { status }: VideoRow) {
  const isDue = status.publish_at !== null && Date.parse(status.publish_at) <= world.clock.now();
  return isDue ? 'public' : status.privacy;
}

/** A video that the channel sees; 404 for every other. */
export function seenVideo(youtube: Youtube, id: string | undefined, channel: string): VideoRow {
  const video = youtube.store.videos.get(id ?? '');
  if (!video || !isSeenBy(youtube, video, channel)) throw videoNotFound();
  return video;
}
