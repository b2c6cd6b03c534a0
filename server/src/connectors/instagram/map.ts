import type { Participant, Story } from '../../core/account-abilities.ts';
import type { Content, Profile } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformComment, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Media, SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import type { ContainerForm } from '../shared/meta/container-calls.ts';
import { assertImagesAndVideos, rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { type Options, toUsernames } from './options.ts';
import type { PostKind, WireMedia, WirePerson, WireProfile, WireReply, WireStory } from './wire.ts';

export const CAROUSEL_ITEMS_MAX = 10;

/** The kind of post that the content makes. Throws `rejected` when Instagram has no such kind. */
export function postKind(content: Content): PostKind {
  const wanted = optionsOf(content).content_type;
  const [first, ...more] = content.media;
  if (first === undefined) throw rejected('media', 'Instagram has no posts without an image or a video.');
  assertImagesAndVideos('Instagram', content.media);

  if (wanted === 'stories') {
    if (more.length > 0) throw rejected('media', 'An Instagram story has exactly one image or video.');
    return 'story';
  }
  if (more.length > 0) {
    if (wanted === 'reel') throw rejected('media', 'An Instagram reel has exactly one video.');
    if (more.length >= CAROUSEL_ITEMS_MAX) throw rejected('media', 'An Instagram carousel has 2 to 10 items.');
    return 'carousel';
  }
  if (wanted === 'carousel') throw rejected('media', 'An Instagram carousel has 2 to 10 items.');
  // Every single video is a reel, because Instagram ended other feed videos.
  if (first.type === 'video') return 'reel';
  if (wanted === 'reel') throw rejected('media', 'An Instagram reel has exactly one video.');
  return 'image';
}

function optionsOf(content: Content): Options {
  return content.options as Options;
}

/** The container of a post with a single item. */
export function singleForm(content: Content, kind: Exclude<PostKind, 'carousel'>): ContainerForm {
  const [item] = content.media as [Media];
  const options = optionsOf(content);
  if (kind === 'story') return { media_type: 'STORIES', ...sourceOf(item) };
  const shared = { ...sourceOf(item), ...sharedFields(content) };
  if (kind === 'image') return { ...shared, alt_text: options.alt_text ?? item.altText };
  return {
    media_type: 'REELS',
    ...shared,
    share_to_feed: options.share_to_feed?.toString(),
    cover_url: options.cover_url,
    // Instagram ignores the thumbnail time when there is a cover.
    thumb_offset: options.cover_url === undefined ? options.video_cover_timestamp_ms?.toString() : undefined,
  };
}

/** The containers of a carousel's items. Caption, place and tagged people belong to the parent. */
export function childForms(content: Content): ContainerForm[] {
  return content.media.map((item, index) => {
    const child = { is_carousel_item: 'true', ...sourceOf(item) };
    if (item.type === 'video') return { media_type: 'VIDEO', ...child };
    return { ...child, alt_text: item.altText ?? (index === 0 ? optionsOf(content).alt_text : undefined) };
  });
}

export function parentForm(content: Content, children: readonly string[]): ContainerForm {
  return { media_type: 'CAROUSEL', children: JSON.stringify(children), ...sharedFields(content) };
}

function sourceOf(item: Media): ContainerForm {
  return item.type === 'video' ? { video_url: item.url } : { image_url: item.url };
}

function sharedFields(content: Content): ContainerForm {
  const { location_id, collaborators } = optionsOf(content);
  const people = toUsernames(collaborators);
  return {
    caption: content.text === '' ? undefined : content.text,
    location_id,
    collaborators: people.length === 0 ? undefined : JSON.stringify(people),
  };
}

/**
 * Whether a listed post is what this content would have made. A story shows no caption, so its list holds only stories.
 */
export function isSamePost(content: { kind: PostKind; caption: string; count: number }, item: Listed): boolean {
  if (item.mediaCount !== undefined && item.mediaCount !== content.count) return false;
  return content.kind === 'story' || comparable(content.caption) === comparable(item.text);
}

const MEDIA_TYPES: Readonly<Record<Exclude<PostKind, 'story'>, string>> = {
  image: 'IMAGE',
  reel: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
};

/** The `media_type` of a post in lists. A story has the type of its item. */
export function mediaTypeOf(kind: PostKind, firstItem: Media | undefined): string {
  if (kind === 'story') return firstItem?.type === 'video' ? 'VIDEO' : 'IMAGE';
  return MEDIA_TYPES[kind];
}

export function toListed(media: WireMedia): Listed {
  const isCarousel = media.media_type === 'CAROUSEL_ALBUM';
  return compact({
    platformId: media.id,
    permalink: media.permalink,
    text: media.caption ?? '',
    createdAt: media.timestamp,
    mediaCount: isCarousel ? media.children?.data.length : 1,
  });
}

/** The post and the thread of a comment. */
interface Place {
  readonly platformPostId: string;
  readonly parentId?: string | undefined;
  readonly replyCount?: number | undefined;
}

export function toComment(wire: WireReply, raw: unknown, place: Place, account: SessionAccount): PlatformComment {
  const username = wire.from?.username ?? wire.username;
  const isOwner = isOwn(wire.from?.id, username, account);
  return compact({
    ...place,
    platformId: wire.id,
    author: compact({ id: wire.from?.id ?? (isOwner ? account.platformId : (username ?? 'unknown')), username }),
    text: wire.text ?? '',
    createdAt: wire.timestamp,
    isOwner,
    likeCount: wire.like_count,
    isHidden: wire.hidden,
    raw,
  });
}

/** The comment or the caption that mentions the account. Its author has a name only. */
export function toMention(
  wire: {
    readonly id: string;
    readonly text?: string | undefined;
    readonly username?: string | undefined;
    readonly permalink?: string | undefined;
    readonly timestamp: Date;
  },
  raw: unknown,
  platformPostId: string,
): PlatformMention {
  const { id, text, username, permalink, timestamp } = wire;
  return compact({
    platformId: id,
    platformPostId,
    author: compact({ id: username || 'unknown', username: username || undefined }),
    text: text ?? '',
    permalink,
    createdAt: timestamp,
    raw,
  });
}

/**
 * Whether the account itself wrote it. Own comments carry the account's id in callbacks. In lists they may carry the
 * app-scoped id or only a username.
 */
export function isOwn(id: string | undefined, username: string | undefined, account: SessionAccount): boolean {
  if (id !== undefined && (id === account.platformId || id === account.metadata.app_scoped_id)) return true;
  return username !== undefined && username.toLowerCase() === account.username.toLowerCase();
}

export function toProfile(wire: WireProfile): Profile {
  const { user_id, username, name, profile_picture_url, id, ...rest } = wire;
  return compact({
    platformId: user_id,
    username,
    name: name === undefined || name === '' ? username : name,
    pictureUrl: profile_picture_url,
    metadata: compact({ app_scoped_id: id, ...rest }),
  });
}

const STORY_MS = 24 * 3600_000;

export function toStory(wire: WireStory): Story {
  return compact({
    platformId: wire.id,
    caption: wire.caption,
    mediaType: wire.media_type ?? 'IMAGE',
    mediaUrl: wire.media_url,
    permalink: wire.permalink,
    createdAt: wire.timestamp,
    expiresAt: new Date(wire.timestamp.getTime() + STORY_MS),
    likeCount: wire.like_count,
    commentCount: wire.comments_count,
  });
}

export function toParticipant(id: string, wire: WirePerson): Participant {
  return compact({
    platformId: id,
    name: wire.name,
    username: wire.username,
    pictureUrl: wire.profile_pic,
    followerCount: wire.follower_count,
    isVerified: wire.is_verified_user,
    isFollower: wire.is_user_follow_business,
    isFollowed: wire.is_business_follow_user,
  });
}
