import { decodeHTMLStrict } from 'entities/decode';
import type { AccountSummary, OwnPost } from '../../core/account-abilities.ts';
import type { Content, Profile } from '../../core/connector.ts';
import type { Listed, Published } from '../../core/effect.ts';
import type { ModerationStatus, PlatformComment } from '../../core/messaging/inbox.ts';
import type { Media, SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { REFUSED_CHARACTERS } from './limits.ts';
import { optionsOf, toTags } from './options.ts';
import type { Channel, Comment, ShownUpload, Upload } from './wire.ts';

/** The announcement of a video: the resource, and the names of its parts. */
export interface VideoResource {
  readonly part: string;
  readonly notifySubscribers: boolean;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Throws `rejected` for content that YouTube would reject. https://developers.google.com/youtube/v3/docs/videos */
export function toVideo(content: Content): VideoResource {
  const said = optionsOf(content);
  const { recording_date, notify_subscribers = true } = said;
  const snippet = compact({
    title: titleOf(content),
    description: content.text,
    tags: said.tags && toTags(said.tags),
    categoryId: said.category_id ?? '22',
    defaultLanguage: said.default_language,
  });
  const status = {
    ...privacyOf(content),
    selfDeclaredMadeForKids: said.made_for_kids ?? false,
    embeddable: said.embeddable ?? true,
    license: said.license ?? 'youtube',
    publicStatsViewable: said.public_stats_viewable ?? true,
    containsSyntheticMedia: said.contains_synthetic_media ?? false,
  };
  const recordingDetails = recording_date === undefined ? undefined : { recordingDate: recording_date };
  const json = compact({ snippet, status, recordingDetails });
  assertPlain(snippet.title, 'title');
  assertPlain(snippet.description, 'text');
  return { part: Object.keys(json).join(','), notifySubscribers: notify_subscribers, json };
}

/** The one video of a post. */
export function videoOf({ media }: Content): Media {
  const [item] = media;
  if (media.length === 1 && item?.type === 'video') return item;
  throw rejected('media', 'A post on YouTube is one video.');
}

function titleOf(content: Content): string {
  const title = (content.title?.trim() || optionsOf(content).title?.trim()) ?? '';
  if (title === '') throw rejected('title', 'A video on YouTube needs a title.');
  return title;
}

/** A video with `publish_at` is private until then. */
function privacyOf(content: Content) {
  const { publish_at } = optionsOf(content);
  const { visibility = publish_at === undefined ? 'public' : 'private' } = content;
  if (!['public', 'private', 'unlisted'].includes(visibility))
    throw rejected('visibility', `YouTube has no visibility ${visibility}.`);
  if (publish_at === undefined) return { privacyStatus: visibility };
  if (visibility !== 'private')
    throw rejected('platform_data.publish_at', 'A video with publish_at is private until then, not anything else.');
  return { privacyStatus: 'private', publishAt: new Date(publish_at).toISOString() };
}

export function assertPlain(text: string, field: string): void {
  const found = [...REFUSED_CHARACTERS].find((character) => text.includes(character));
  if (found !== undefined) throw rejected(field, `YouTube does not take "${found}" here.`);
}

export function addressOf(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}

export function toPublished({ id }: { readonly id: string }): Published {
  return { platformId: id, permalink: addressOf(id) };
}

export function toListed({ snippet, contentDetails }: Upload): Listed {
  const { videoId } = contentDetails;
  return {
    platformId: videoId,
    permalink: addressOf(videoId),
    text: `${snippet.title}\n${snippet.description}`,
    createdAt: snippet.publishedAt,
  };
}

export function isSameVideo(content: Content, { text }: Listed): boolean {
  return comparable(`${titleOf(content)}\n${content.text}`) === comparable(text);
}

export function toProfile({ id, snippet, contentDetails, statistics }: Channel): Profile {
  const { title, description, customUrl, thumbnails } = snippet;
  const picture = thumbnails?.high ?? thumbnails?.medium ?? thumbnails?.default;
  const facts = {
    subscriber_count: statistics?.subscriberCount,
    video_count: statistics?.videoCount,
    uploads_playlist_id: contentDetails?.relatedPlaylists?.uploads || undefined,
  };
  return compact({
    platformId: id,
    username: customUrl?.replace(/^@/, '') || title,
    name: title,
    pictureUrl: picture?.url,
    ...(description ? { bio: description } : {}),
    metadata: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
  });
}

export function toSummary(channel: Channel): AccountSummary {
  const { username, name, pictureUrl } = toProfile(channel);
  const { subscriberCount, hiddenSubscriberCount, videoCount, viewCount } = channel.statistics ?? {};
  const followers = hiddenSubscriberCount === true ? undefined : subscriberCount;
  const counts = { followers, posts: videoCount, views: viewCount };
  return compact({
    username: channel.snippet.customUrl || username,
    name,
    pictureUrl,
    counts: Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)),
  });
}

/** The largest count that our `integer` columns hold. */
const COUNT_MAX = 2 ** 31 - 1;

export function toOwnPost({ snippet, contentDetails }: ShownUpload, likeCount: number | undefined): OwnPost {
  const { thumbnails } = snippet;
  const picture = thumbnails?.high ?? thumbnails?.medium ?? thumbnails?.default;
  return compact({
    platformId: contentDetails.videoId,
    text: snippet.description || snippet.title,
    permalink: addressOf(contentDetails.videoId),
    createdAt: snippet.publishedAt,
    thumbnailUrl: picture?.url,
    likeCount: likeCount === undefined ? undefined : Math.min(likeCount, COUNT_MAX),
  });
}

/** The thread of a comment: its own id, or the prefix of a reply's id. */
export function threadIdOf(commentId: string): string {
  return commentId.split('.')[0] || commentId;
}

interface Place {
  readonly platformPostId: string;
  readonly replyCount?: number | undefined;
  /** The status of a comment that does not name its own. */
  readonly status?: ModerationStatus | undefined;
}

/** A comment; `raw` is YouTube's JSON. */
export function toComment(
  { id, snippet }: Comment,
  raw: unknown,
  { platformPostId, replyCount, status: usual }: Place,
  account: SessionAccount,
): PlatformComment {
  const { authorChannelId, authorDisplayName, authorProfileImageUrl, likeCount, moderationStatus } = snippet;
  const parentId = snippet.parentId ?? (threadIdOf(id) === id ? undefined : threadIdOf(id));
  const handle = authorDisplayName?.startsWith('@') ? authorDisplayName.slice(1) : undefined;
  const status = moderationStatus === undefined ? usual : MODERATION[moderationStatus];
  const { publishedAt: createdAt, updatedAt } = snippet;
  return compact({
    platformId: id,
    platformPostId,
    ...(parentId === undefined || parentId === id ? {} : { parentId }),
    author: {
      id: authorChannelId?.value ?? authorDisplayName ?? '',
      ...(authorDisplayName ? { name: authorDisplayName } : {}),
      ...(handle ? { username: handle } : {}),
      ...(authorProfileImageUrl ? { avatarUrl: authorProfileImageUrl } : {}),
    },
    text: snippet.textOriginal ?? decodeHTMLStrict((snippet.textDisplay ?? '').replace(/<br\s*\/?>/gi, '\n')),
    createdAt,
    editedAt: updatedAt !== undefined && updatedAt > createdAt ? updatedAt : undefined,
    isOwner: authorChannelId?.value === account.platformId,
    likeCount,
    replyCount,
    moderationStatus: status,
    isHidden: status !== undefined && status !== 'published',
    raw,
  });
}

const MODERATION: Readonly<Record<string, ModerationStatus>> = {
  published: 'published',
  heldForReview: 'held_for_review',
  likelySpam: 'likely_spam',
  rejected: 'rejected',
};
