import type { Content, Profile } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformComment, PlatformMention } from '../../core/messaging/inbox.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { parseGraphTime } from '../shared/meta/wire.ts';
import { assertImagesAndVideos, rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { ALBUM_ITEMS_MAX, ALT_TEXT_LENGTH_MAX } from './limits.ts';
import { optionsOf } from './options.ts';
import type { PostKind, WireComment, WirePost, WireProfile, WireReel, WireStory, WireTagged } from './wire.ts';

/** Fields of a call. */
export type Form = Readonly<Record<string, string | undefined>>;

/** The kind of post that the content makes. Throws `rejected` when Facebook has no such kind. */
export function postKind(content: Content): PostKind {
  const { content_type, link } = optionsOf(content);
  const [first, ...more] = content.media;
  assertImagesAndVideos('Facebook', content.media);

  if (content_type === 'stories') {
    if (first === undefined || more.length > 0) throw rejected('media', 'A Facebook story has one image or video.');
    return first.type === 'video' ? 'video_story' : 'photo_story';
  }
  if (content_type === 'reel') {
    if (first?.type !== 'video' || more.length > 0) throw rejected('media', 'A Facebook reel has exactly one video.');
    return 'reel';
  }
  if (first === undefined) {
    if (content.text.trim() === '' && link === undefined) throw rejected('text', 'A Facebook post needs content.');
    return 'text';
  }
  if (link !== undefined) throw rejected('platform_data.link', 'A Facebook post has a link or media, not both.');
  if (first.type === 'video' && more.length === 0) return 'video';
  if (content.media.some(({ type }) => type === 'video'))
    throw rejected('media', 'A Facebook post has one video or up to 10 images.');
  if (content.media.length > ALBUM_ITEMS_MAX) throw rejected('media', 'A Facebook album has 2 to 10 images.');
  return 'photos';
}

/** The unpublished photos of a post. Nobody sees descriptions in a story, so it gets none. */
export function photoForms(content: Content): Form[] {
  return content.media.map(({ url, altText }, index) => {
    const alt = (index === 0 ? optionsOf(content).alt_text : undefined) ?? altText;
    if (alt !== undefined && alt.length > ALT_TEXT_LENGTH_MAX) {
      throw rejected(`media.${index}.alt_text`, `A description has at most ${ALT_TEXT_LENGTH_MAX} characters.`);
    }
    return { url, published: 'false', alt_text_custom: alt };
  });
}

/** A post in the feed: text or link, or photos that were uploaded before. */
export function feedForm(content: Content, photos: readonly string[]): Form {
  const { link, cta_type, cta_link, min_age, max_age } = optionsOf(content);
  const hasAge = min_age !== undefined || max_age !== undefined;
  return {
    message: content.text === '' ? undefined : content.text,
    link,
    attached_media: photos.length === 0 ? undefined : JSON.stringify(photos.map((id) => ({ media_fbid: id }))),
    call_to_action: cta_type === undefined ? undefined : JSON.stringify({ type: cta_type, value: { link: cta_link } }),
    feed_targeting: hasAge ? JSON.stringify({ age_min: min_age, age_max: max_age }) : undefined,
    fields: 'id,permalink_url',
  };
}

/** The last step of a video. */
export function videoForm(content: Content): Form {
  const title = optionsOf(content).title ?? content.title;
  return { title: title === '' ? undefined : title, description: content.text === '' ? undefined : content.text };
}

/** The last step of a reel. */
export function reelForm(content: Content): Form {
  const { share_to_feed } = optionsOf(content);
  return { video_state: 'PUBLISHED', ...videoForm(content), share_to_feed: share_to_feed?.toString() };
}

const STORIES: readonly PostKind[] = ['photo_story', 'video_story'];

/**
 * Whether a listed post is what this content would have made. A story shows no text, so its list holds only stories of
 * the same media type.
 */
export function isSamePost(content: Content, item: Listed): boolean {
  if (item.mediaCount !== undefined && item.mediaCount !== content.media.length) return false;
  return STORIES.includes(postKind(content)) || comparable(content.text) === comparable(item.text);
}

const MEDIA_TYPES: Readonly<Record<string, number>> = { photo: 1, video: 1, link: 0, share: 0 };

/** The number of media of a post; undefined for an unknown type of attachment. */
function mediaCountOf({ attachments }: WirePost): number | undefined {
  const [first] = attachments?.data ?? [];
  return first === undefined ? 0 : (first.subattachments?.data.length ?? MEDIA_TYPES[first.media_type ?? '']);
}

export function toListed(post: WirePost): Listed {
  const { id, message, created_time, permalink_url } = post;
  return compact({
    platformId: id,
    permalink: addressOf(id, permalink_url),
    text: message ?? '',
    createdAt: created_time,
    mediaCount: mediaCountOf(post),
  });
}

export function reelToListed({ id, description, created_time, updated_time }: WireReel): Listed {
  const createdAt = parseGraphTime(created_time) ?? updated_time;
  return { platformId: id, permalink: reelAddress(id), text: description ?? '', createdAt, mediaCount: 1 };
}

export function storyToListed({ post_id, creation_time, url }: WireStory): Listed {
  return compact({ platformId: post_id, permalink: url, text: '', createdAt: creation_time, mediaCount: 1 });
}

export function reelAddress(id: string): string {
  return `https://www.facebook.com/reel/${id}`;
}

/** The id of the reel in an address; undefined for every other post. */
export function reelAt(permalink: string | undefined): string | undefined {
  return /^(?:https:\/\/(?:www\.|web\.|m\.)?facebook\.com)?\/reel\/(\d{1,30})(?:[/?]|$)/.exec(permalink ?? '')?.[1];
}

/** The address from Facebook, which may lack the host. Without one, an address that leads to the post by its id. */
export function addressOf(id: string, permalink?: string): string {
  if (permalink === undefined || permalink === '') return `https://www.facebook.com/${id}`;
  return permalink.startsWith('/') ? `https://www.facebook.com${permalink}` : permalink;
}

export function toComment(
  wire: Omit<WireComment, 'parent'>,
  raw: unknown,
  place: { readonly platformPostId: string; readonly parentId?: string | undefined },
  account: SessionAccount,
): PlatformComment {
  const { from } = wire;
  return compact({
    ...place,
    platformId: wire.id,
    author: compact({ id: from?.id ?? 'unknown', name: from?.name, avatarUrl: from?.picture?.data.url }),
    text: wire.message ?? '',
    createdAt: wire.created_time,
    isOwner: from?.id === account.platformId,
    likeCount: wire.like_count,
    replyCount: wire.comment_count,
    isHidden: wire.is_hidden,
    raw,
  });
}

/** Undefined for the Page's own posts and comments. */
export function toMention(
  wire: WireTagged,
  raw: unknown,
  account: SessionAccount,
  postId = wire.id,
): PlatformMention | undefined {
  const { id, from, message, permalink_url, created_time } = wire;
  if (from?.id === account.platformId) return undefined;
  return compact({
    platformId: id,
    platformPostId: postId,
    author: compact({ id: from?.id ?? 'unknown', name: from?.name, avatarUrl: from?.picture?.data.url }),
    text: message ?? '',
    permalink: addressOf(id, permalink_url),
    createdAt: created_time,
    raw,
  });
}

export function toProfile({ id, name, username, picture, ...rest }: WireProfile): Profile {
  return compact({
    platformId: id,
    // Not every Page has a user name.
    username: username === undefined || username === '' ? id : username,
    name,
    pictureUrl: picture?.data.url,
    metadata: compact(rest),
  });
}
