import type { AccountSummary, CreatorInfo, OwnPost } from '../../core/account-abilities.ts';
import type { Content, Profile } from '../../core/connector.ts';
import type { Listed, Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { PHOTOS_MAX, PHOTOS_MIN } from './limits.ts';
import { type Options, optionsOf } from './options.ts';
import type { Creator, ListedVideo, ShownVideo, User } from './wire.ts';

export const PUBLIC = 'PUBLIC_TO_EVERYONE';

/** Rejects content that TikTok cannot publish, before anything is sent. Returns the video of a post that has one. */
export function checkContent(content: Content): Media | undefined {
  const { media_type, photo_cover_index = 0, title } = optionsOf(content);
  const { media, visibility } = content;
  if (visibility !== undefined && visibility !== 'public')
    throw rejected('visibility', `TikTok has no visibility ${visibility}; use privacy_level.`);
  const [first] = media;
  if (first?.type === 'video' && media.length === 1) {
    if (media_type === 'photo') throw rejected('media', 'The media_type photo takes no video.');
    if (title !== undefined) throw rejected('platform_data.title', 'A video has no title beside its text.');
    return first;
  }
  const arePhotos = media.length >= PHOTOS_MIN && media.length <= PHOTOS_MAX;
  if (!arePhotos || media_type === 'video' || media.some(({ type }) => type !== 'image'))
    throw rejected('media', `TikTok takes one video or ${PHOTOS_MIN} to ${PHOTOS_MAX} photos.`);
  if (photo_cover_index >= media.length)
    throw rejected('platform_data.photo_cover_index', `There are only ${media.length} photos.`);
  return undefined;
}

/** Rejects content that this creator may not post now. */
export function checkCreator(content: Content, creator: CreatorInfo): void {
  const { privacy_level } = optionsOf(content);
  const { canPost, privacyLevels } = creator;
  if (!canPost)
    throw new PlatformError('rate_limited', 'TikTok takes no more posts of this account today.', {
      retryAfterSeconds: 3600,
      field: 'posting_limit',
    });
  if (!privacyLevels.includes(privacy_level))
    throw rejected('platform_data.privacy_level', `This account can post with ${privacyLevels.join(', ')} only.`);
}

/** Interactions that the creator switched off stay off; unset ones are off too. */
export function videoInfo(content: Content, creator: CreatorInfo): Readonly<Record<string, unknown>> {
  const options = optionsOf(content);
  const { disable_comment = true, disable_duet = true, disable_stitch = true, video_cover_timestamp_ms } = options;
  return compact({
    title: content.text,
    ...everyInfo(options),
    disable_comment: creator.isCommentDisabled || disable_comment,
    disable_duet: creator.isDuetDisabled || disable_duet,
    disable_stitch: creator.isStitchDisabled || disable_stitch,
    video_cover_timestamp_ms,
  });
}

/** https://developers.tiktok.com/doc/content-posting-api-reference-photo-post */
export function toPhotoPost(content: Content, isCommentDisabled: boolean): Readonly<Record<string, unknown>> {
  const options = optionsOf(content);
  const { disable_comment = true, auto_add_music = true, photo_cover_index = 0, title } = options;
  return {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: compact({
      title,
      description: content.text,
      ...everyInfo(options),
      disable_comment: isCommentDisabled || disable_comment,
      auto_add_music,
    }),
    source_info: {
      source: 'PULL_FROM_URL',
      photo_images: content.media.map(({ url }) => url),
      photo_cover_index,
    },
  };
}

function everyInfo({ privacy_level, brand_content_toggle, brand_organic_toggle, is_aigc }: Options) {
  return compact({
    privacy_level,
    brand_content_toggle: brand_content_toggle ?? false,
    brand_organic_toggle: brand_organic_toggle ?? false,
    is_aigc,
  });
}

export function toCreatorInfo(creator: Creator, username: string): CreatorInfo {
  const { privacy_level_options: privacyLevels, creator_nickname: nickname } = creator;
  return {
    nickname: nickname || creator.creator_username || username,
    avatarUrl: creator.creator_avatar_url ?? '',
    canPost: privacyLevels.length > 0,
    videoSecondsMax: creator.max_video_post_duration_sec ?? 0,
    privacyLevels,
    isCommentDisabled: creator.comment_disabled ?? false,
    isDuetDisabled: creator.duet_disabled ?? false,
    isStitchDisabled: creator.stitch_disabled ?? false,
  };
}

/** A post with its address. A name that is not a user name gives no address. */
export function toPublished(username: string, kind: 'video' | 'photo', postId: string | undefined, publishId: string) {
  const isName = /^[\w.]+$/.test(username);
  const profile = `https://www.tiktok.com/@${username}`;
  const permalink = postId === undefined ? profile : `${profile}/${kind}/${postId}`;
  const published: Published = { platformId: postId ?? publishId, ...(isName ? { permalink } : {}) };
  return published;
}

export function toListed({ id, title, video_description, create_time, share_url }: ListedVideo): Listed {
  return compact({
    platformId: id,
    text: video_description || title || '',
    createdAt: create_time,
    permalink: share_url,
  });
}

/** It is not documented how TikTok joins the title and the text of photos: the text may follow the title. */
export function isSamePost(content: Content, { text }: Listed): boolean {
  const { title = '' } = optionsOf(content);
  const listed = comparable(text);
  return listed === comparable(content.text) || (title !== '' && listed === comparable(`${title} ${content.text}`));
}

export function toProfile(user: User): Profile {
  const { open_id, avatar_url, display_name, username, bio_description, profile_deep_link: _, ...rest } = user;
  const counted = { ...(avatar_url ? { avatar_url } : {}), ...rest };
  return {
    platformId: open_id,
    username: username || display_name || open_id,
    name: display_name || username || open_id,
    ...(avatar_url ? { pictureUrl: avatar_url } : {}),
    ...(bio_description ? { bio: bio_description } : {}),
    metadata: Object.fromEntries(Object.entries(counted).filter(([, value]) => value !== undefined)),
  };
}

export function toSummary(user: User, account: SessionAccount): AccountSummary {
  const { avatar_url, display_name, username, bio_description, is_verified, profile_deep_link } = user;
  const counts = {
    followers: user.follower_count,
    following: user.following_count,
    likes: user.likes_count,
    posts: user.video_count,
  };
  return compact({
    username: username || account.username,
    name: display_name || username || account.username,
    ...(avatar_url ? { pictureUrl: avatar_url } : {}),
    ...(bio_description ? { bio: bio_description } : {}),
    isVerified: is_verified,
    ...(profile_deep_link ? { profileUrl: profile_deep_link } : {}),
    counts: Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)),
  });
}

export function toOwnPost(video: ShownVideo, { username }: SessionAccount): OwnPost {
  const { id, title, video_description, create_time, share_url, cover_image_url, like_count } = video;
  return compact({
    platformId: id,
    text: video_description || title || '',
    permalink: share_url || `https://www.tiktok.com/@${encodeURIComponent(username)}/video/${id}`,
    createdAt: create_time,
    ...(cover_image_url ? { thumbnailUrl: cover_image_url } : {}),
    likeCount: like_count,
  });
}
