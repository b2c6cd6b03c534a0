import type { Content, Profile } from '../../core/connector.ts';
import type { Listed, Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { SessionAccount } from '../../core/session.ts';
import { rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { optionsOf } from './options.ts';
import type { ListedPost, Location, SavedPost } from './wire.ts';

/**
 * The body of a local post. Throws `rejected` for content that Google would drop or reject only later.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts#LocalPost
 */
export function toLocalPost(content: Content, { metadata }: SessionAccount): Readonly<Record<string, unknown>> {
  const { topicType = 'STANDARD', languageCode = metadata.language_code, ...rest } = optionsOf(content);
  const { text, media, visibility } = content;
  if (visibility !== undefined && visibility !== 'public')
    throw rejected('visibility', `Google has no visibility ${visibility}.`);
  if (media.length > 1 || media.some(({ type }) => type !== 'image'))
    throw rejected('media', 'A post on Google has one image at most and no other media.');
  if (text.trim() === '' && media.length === 0) throw rejected('text', 'A post on Google needs a text or an image.');
  return {
    ...(typeof languageCode === 'string' && languageCode !== '' ? { languageCode } : {}),
    ...(text === '' ? {} : { summary: text }),
    topicType,
    ...rest,
    ...(media.length === 0 ? {} : { media: media.map(({ url }) => ({ mediaFormat: 'PHOTO', sourceUrl: url })) }),
  };
}

/** A post that Google has accepted. A rejected post exists, but nobody sees it. */
export function toPublished({ name, state, searchUrl }: SavedPost): Published {
  if (state === 'REJECTED') {
    const message = 'Google does not show this post: it breaks the rules for posts of business profiles.';
    throw new PlatformError('rejected', message, { platformCode: state });
  }
  return { platformId: name, ...(searchUrl ? { permalink: searchUrl } : {}) };
}

/** Whether a listed post is of the content's kind and was not rejected. Nobody sees a rejected post. */
export function isOfSort(content: Content, { topicType = 'STANDARD', state }: ListedPost): boolean {
  const { topicType: wanted = 'STANDARD' } = optionsOf(content);
  return state !== 'REJECTED' && topicType === wanted;
}

/** While a post is being processed its media may be missing. */
export function toListed({ name, summary, createTime, searchUrl, media, state }: ListedPost): Listed {
  const isOpen = state === 'PROCESSING' && media === undefined;
  return {
    platformId: name,
    ...(searchUrl ? { permalink: searchUrl } : {}),
    text: summary ?? '',
    createdAt: createTime,
    ...(isOpen ? {} : { mediaCount: media?.length ?? 0 }),
  };
}

export function isSamePost(content: Content, { text, mediaCount }: Listed): boolean {
  if (mediaCount !== undefined && mediaCount !== content.media.length) return false;
  return comparable(content.text) === comparable(text);
}

/** Locations have no handle. The owner's store code stands for it, or else the number of the location. */
export function toProfile(name: string, { name: number, title, storeCode, languageCode, metadata }: Location): Profile {
  const { placeId, mapsUri, canOperateLocalPost } = metadata ?? {};
  const facts = {
    place_id: placeId,
    maps_url: mapsUri,
    language_code: languageCode,
    can_operate_local_post: canOperateLocalPost,
  };
  return {
    platformId: name,
    username: storeCode || number.slice('locations/'.length),
    name: title,
    metadata: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
  };
}
