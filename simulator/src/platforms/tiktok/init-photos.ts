import type { Call, PlatformResponse } from '../../core/platform.ts';
import { factsAt } from '../meta/media-facts.ts';
import { accept, fail, settle } from './accept.ts';
import { me, part } from './access.ts';
import { checkDay } from './creator.ts';
import { invalid, ok } from './errors.ts';
import { newPublish } from './init-video.ts';
import { fetchable, isCount, postInfoOf } from './post-info.ts';
import type { TikTok } from './store.ts';

const photosMax = 35;
const bytesMax = 20 * 1024 * 1024;
const types: readonly unknown[] = ['image/jpeg', 'image/webp'];

/** `POST /v2/post/publish/content/init/`: photos are fetched from their addresses, and published at once. */
export async function initPhotos(tiktok: TikTok, call: Call): Promise<PlatformResponse> {
  const account = me(call, 'video.publish');
  const { platform_id } = account;
  checkDay(tiktok, platform_id);
  if (call.body.media_type !== 'PHOTO') throw invalid('The media_type is not valid.');
  if (call.body.post_mode !== 'DIRECT_POST') throw invalid('The post_mode is not simulated.');
  const info = postInfoOf(call, account, 'photo');
  const { source, photo_images, photo_cover_index = 0 } = part(call.body, 'source_info');
  if (source !== 'PULL_FROM_URL') throw invalid('The source is not valid.');
  if (!Array.isArray(photo_images) || photo_images.length === 0 || photo_images.length > photosMax)
    throw invalid(`There are not 1 to ${photosMax} photo_images.`);
  if (!isCount(photo_cover_index) || photo_cover_index >= photo_images.length)
    throw invalid('The photo_cover_index is not valid.');
  const urls = photo_images.map(fetchable);
  const rejection = await rejectionOf(tiktok, urls);
  const row = call.effect(() => {
    const media = urls.map((url) => ({ type: 'image', url }) as const);
    const options = { account: platform_id, kind: 'photo', info, media, upload: null } as const;
    const made = newPublish(tiktok, 'p_pub_url~v2.', { ...options, polls_left: call.notReadyPolls() });
    return settle(tiktok, rejection === undefined ? accept(tiktok, call, made) : fail(made, rejection));
  });
  return ok({ publish_id: row.id });
}

async function rejectionOf({ world }: TikTok, urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) {
    const facts = await factsAt(world, url);
    if (facts === null) return 'photo_pull_failed';
    const isPhoto = facts.contentType === undefined || types.includes(facts.contentType);
    if (!isPhoto) return 'file_format_check_failed';
    if ((facts.sizeBytes ?? 0) > bytesMax) return 'picture_size_check_failed';
  }
  return undefined;
}
