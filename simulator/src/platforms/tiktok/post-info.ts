import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { part } from './access.ts';
import { privacyOptions } from './creator.ts';
import { invalid, TikTokError } from './errors.ts';
import type { PostInfo } from './store.ts';

/** Lengths in UTF-16 units. https://developers.tiktok.com/doc/content-posting-api-reference-direct-post */
const lengths = { videoTitle: 2200, photoTitle: 90, photoDescription: 4000 } as const;

const switches = [
  'disable_comment',
  'disable_duet',
  'disable_stitch',
  'brand_content_toggle',
  'brand_organic_toggle',
  'is_aigc',
  'auto_add_music',
];

/** `post_info` of a new post, checked. */
export function postInfoOf(call: Call, account: Account, kind: 'video' | 'photo'): PostInfo {
  const info = part(call.body, 'post_info');
  const title = words(info, 'title', kind === 'video' ? lengths.videoTitle : lengths.photoTitle);
  const description = kind === 'video' ? '' : words(info, 'description', lengths.photoDescription);
  for (const name of switches) {
    const value = info[name];
    if (value !== undefined && typeof value !== 'boolean') throw invalid(`${name} is not a boolean.`);
  }
  const { privacy_level, video_cover_timestamp_ms: cover } = info;
  if (typeof privacy_level !== 'string') throw invalid('The privacy_level is missing.');
  if (!privacyOptions(account).includes(privacy_level))
    throw new TikTokError(
      403,
      'privacy_level_option_mismatch',
      'The privacy level is not one of the options of the creator.',
    );
  if (account.username.startsWith('unaudited'))
    throw new TikTokError(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
    );
  if (info.brand_content_toggle === true && privacy_level === 'SELF_ONLY')
    throw invalid('Branded content cannot be private.');
  if (cover !== undefined && !isCount(cover)) throw invalid('The video_cover_timestamp_ms is not valid.');
  return { title, description, privacy_level };
}

function words(info: Readonly<Record<string, unknown>>, name: string, lengthMax: number): string {
  const value = info[name] ?? '';
  if (typeof value !== 'string') throw invalid(`The ${name} is not a string.`);
  if (value.length > lengthMax) throw invalid(`The ${name} is longer than ${lengthMax}.`);
  return value;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** An address that TikTok would fetch: https, on a verified host. Here every host counts as verified. */
export function fetchable(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw invalid('The address is not valid.');
  if (!value.startsWith('https://'))
    throw new TikTokError(403, 'url_ownership_unverified', 'Please verify the ownership of the URL.');
  return value;
}
