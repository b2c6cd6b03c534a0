import type { Content, Profile } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformComment, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Media, SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import type { ContainerForm } from '../shared/meta/container-calls.ts';
import { assertImagesAndVideos, rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { type Options, optionsOf } from './options.ts';
import type { WireComment, WireMedia, WireMention, WireProfile } from './wire.ts';

export const CAROUSEL_ITEMS_MAX = 20;

/** Fields of a post beside its text and media. */
interface Place {
  /** The post or reply that this one replies to. */
  readonly replyTo?: string | undefined;
}

/** Throws `rejected` for content that Threads has no form for. */
export function assertPublishable(content: Content): void {
  optionsOf(content);
  if (content.media.length > CAROUSEL_ITEMS_MAX) throw rejected('media', 'A Threads carousel has 2 to 20 items.');
  assertImagesAndVideos('Threads', content.media);
}

/** The container of a post; `children` are the containers of its items when it has several. */
export function postForm(content: Content, children: readonly string[], { replyTo }: Place): ContainerForm {
  const [item] = content.media;
  const body =
    item === undefined
      ? { media_type: 'TEXT' }
      : children.length > 0
        ? { media_type: 'CAROUSEL', children: children.join(',') }
        : itemFields(item);
  return {
    ...body,
    text: content.text === '' ? undefined : content.text,
    ...(replyTo === undefined ? firstPartFields(optionsOf(content)) : { reply_to_id: replyTo }),
    ...everyPartFields(optionsOf(content)),
  };
}

/** The containers of a carousel's items. Everything else belongs to the parent. */
export function childForms(content: Content): ContainerForm[] {
  return content.media.map((item) => ({ ...itemFields(item), is_carousel_item: 'true' }));
}

function itemFields({ type, url, altText }: Media): ContainerForm {
  const source = type === 'video' ? { media_type: 'VIDEO', video_url: url } : { media_type: 'IMAGE', image_url: url };
  return { ...source, alt_text: altText };
}

/** Fields that only the first post of a thread has. */
function firstPartFields(options: Options): ContainerForm {
  const { link_attachment, topic_tag, quote_post_id, poll_attachment, location_id } = options;
  return { link_attachment, topic_tag, quote_post_id, poll_attachment: asJson(poll_attachment), location_id };
}

/** Fields of every part. A later part must not reach a wider audience than the first. */
function everyPartFields({ reply_control, allowlisted_country_codes, is_spoiler_media }: Options): ContainerForm {
  return {
    reply_control,
    allowlisted_country_codes: asJson(allowlisted_country_codes),
    is_spoiler_media: is_spoiler_media?.toString(),
  };
}

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/**
 * Whether a listed post has the text of this content. Threads may show the first #tag of a text as a topic, without the
 * sign.
 */
export function isSamePost(post: { readonly text: string; readonly mediaCount: number }, item: Listed): boolean {
  if (item.mediaCount !== undefined && item.mediaCount !== post.mediaCount) return false;
  return withoutSigns(post.text) === withoutSigns(item.text);
}

function withoutSigns(text: string): string {
  return comparable(text.replaceAll('#', ''));
}

const MEDIA_COUNTS: Readonly<Record<string, number>> = { TEXT_POST: 0, IMAGE: 1, VIDEO: 1 };

export function toListed({ id, permalink, text, timestamp, media_type, children }: WireMedia): Listed {
  const mediaCount = media_type === 'CAROUSEL_ALBUM' ? children?.data.length : MEDIA_COUNTS[media_type ?? ''];
  return compact({ platformId: id, permalink, text: text ?? '', createdAt: timestamp, mediaCount });
}

const HIDDEN = new Set(['HIDDEN', 'COVERED', 'BLOCKED', 'RESTRICTED']);

/** A reply under a post. Threads gives no ids of people, so the name stands for the author. */
export function toComment(
  wire: Omit<WireComment, 'timestamp'>,
  raw: unknown,
  place: { readonly platformPostId: string; readonly createdAt: Date },
  account: SessionAccount,
): PlatformComment {
  const { username, hide_status } = wire;
  const isOwner = wire.is_reply_owned_by_me === true || username?.toLowerCase() === account.username.toLowerCase();
  const parentId = wire.replied_to?.id;
  return compact({
    ...place,
    platformId: wire.id,
    parentId: parentId === place.platformPostId ? undefined : parentId,
    author: compact({ id: isOwner ? account.platformId : username || 'unknown', username: username || undefined }),
    text: wire.text ?? '',
    isOwner,
    isHidden: hide_status === undefined ? undefined : HIDDEN.has(hide_status),
    raw,
  });
}

/** Undefined for the account's own posts and replies. */
export function toMention(wire: WireMention, raw: unknown, account: SessionAccount): PlatformMention | undefined {
  const { id, username, text, permalink, timestamp, root_post } = wire;
  if (username?.toLowerCase() === account.username.toLowerCase()) return undefined;
  return compact({
    platformId: id,
    platformPostId: root_post?.id ?? id,
    author: compact({ id: username || 'unknown', username: username || undefined }),
    text: text ?? '',
    permalink,
    createdAt: timestamp,
    raw,
  });
}

export function toProfile(wire: WireProfile): Profile {
  const { id, username, name, threads_profile_picture_url, threads_biography, is_verified } = wire;
  return compact({
    platformId: id,
    username,
    name: name === undefined || name === '' ? username : name,
    pictureUrl: threads_profile_picture_url,
    bio: threads_biography,
    metadata: is_verified === undefined ? undefined : { is_verified },
  });
}
