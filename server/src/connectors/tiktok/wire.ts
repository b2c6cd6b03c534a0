import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformCount, platformTime } from '../shared/call-platform.ts';

// Responses of TikTok, as far as we need them. Lenient about other fields, strict about fields that decide.

/** The envelope of a successful response. https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
export function envelope<Schema extends z.ZodType>(data: Schema) {
  return z.object({ data, error: z.object({ code: z.literal('ok') }) });
}

export const Rejection = z.object({ error: z.object({ code: z.string().min(1).max(100), message: optionalText }) });
/** The token endpoints have their own response form. */
export const OAuthRejection = z.object({ error: z.string().min(1).max(100), error_description: optionalText });

export const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(z.number().positive().max(1e9)),
});

/** Numbers beyond 2^53 come as text. */
export const VideoId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}$/));

/** Opaque; its form tells it from the id of a video. */
export const PublishId = z
  .string()
  .max(200)
  .regex(/^[a-z]_[\w~.-]+$/i);

export const UserInfo = z.object({
  user: z.object({
    open_id: z.string().min(1).max(200),
    avatar_url: optionalText,
    display_name: optionalText,
    username: optionalText,
    bio_description: optionalText,
    is_verified: lenient(z.boolean()),
    profile_deep_link: optionalText,
    follower_count: lenient(metricCount),
    following_count: lenient(metricCount),
    likes_count: lenient(metricCount),
    video_count: lenient(metricCount),
  }),
});
export type User = z.output<typeof UserInfo>['user'];

export const Creator = z.object({
  creator_avatar_url: optionalText,
  creator_username: optionalText,
  creator_nickname: optionalText,
  privacy_level_options: z.array(z.string()),
  comment_disabled: lenient(z.boolean()),
  duet_disabled: lenient(z.boolean()),
  stitch_disabled: lenient(z.boolean()),
  max_video_post_duration_sec: lenient(z.int().min(0).max(86_400)),
});
export type Creator = z.output<typeof Creator>;

export const StartedPost = z.object({ publish_id: PublishId });
export const StartedUpload = StartedPost.extend({ upload_url: z.url().max(4000) });

const ids = lenient(z.array(VideoId));

/** TikTok misspells the name; the right spelling is accepted too. */
export const PublishStatus = z
  .object({
    status: z.enum(['PROCESSING_UPLOAD', 'PROCESSING_DOWNLOAD', 'SEND_TO_USER_INBOX', 'PUBLISH_COMPLETE', 'FAILED']),
    fail_reason: optionalText,
    publicaly_available_post_id: ids,
    publicly_available_post_id: ids,
    uploaded_bytes: lenient(z.int().min(0)),
  })
  .transform(({ status, fail_reason, uploaded_bytes, ...named }) => ({
    status,
    failReason: fail_reason,
    uploadedBytes: uploaded_bytes,
    postId: (named.publicaly_available_post_id ?? named.publicly_available_post_id)?.[0],
  }));
export type PublishStatus = z.output<typeof PublishStatus>;

const unixTime = z
  .int()
  .min(0)
  .max(1e10)
  .transform((seconds) => new Date(seconds * 1000).toISOString())
  .pipe(platformTime);

export const LISTED_FIELDS = 'id,title,video_description,create_time,share_url';

/** An unreadable entry invalidates the list, because it may be the very post that we look for. */
export const ListedVideo = z.object({
  id: VideoId,
  title: optionalText,
  video_description: optionalText,
  create_time: unixTime,
  share_url: optionalText,
});
export type ListedVideo = z.output<typeof ListedVideo>;
export const VideoPage = z.object({ videos: z.array(ListedVideo), cursor: lenient(z.int()), has_more: z.boolean() });

export const SHOWN_FIELDS = `${LISTED_FIELDS},cover_image_url,like_count`;
const ShownVideo = ListedVideo.extend({ cover_image_url: optionalText, like_count: lenient(platformCount) });
export type ShownVideo = z.output<typeof ShownVideo>;
export const ShownVideos = z.object({ videos: eachValid(ShownVideo) });

export const ARCHIVED_FIELDS = `${LISTED_FIELDS},cover_image_url,duration,height,width,like_count,comment_count,share_count,view_count`;
const ArchivedVideo = ListedVideo.extend({
  cover_image_url: optionalText,
  duration: lenient(platformCount),
  height: lenient(platformCount),
  width: lenient(platformCount),
  like_count: lenient(metricCount),
  comment_count: lenient(metricCount),
  share_count: lenient(metricCount),
  view_count: lenient(metricCount),
});
export type ArchivedVideo = z.output<typeof ArchivedVideo>;
export const ArchivedPage = z.object({
  videos: eachValid(ArchivedVideo),
  cursor: lenient(z.int()),
  has_more: z.boolean(),
});

export const COUNTED_FIELDS = 'id,like_count,comment_count,share_count,view_count';
const count = z.int().min(0).max(1e12);
export const CountedVideos = z.object({
  videos: z.array(
    z.object({
      id: VideoId,
      like_count: lenient(count),
      comment_count: lenient(count),
      share_count: lenient(count),
      view_count: lenient(count),
    }),
  ),
});

const shared = { isPublic: z.boolean(), preparedAt: z.iso.datetime() };

/** The material that `prepare` returns and the pipeline gives back. */
export const Material = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    publishId: PublishId,
    size: z.int().positive(),
    /** The offset of the last chunk. */
    lastChunkAt: z.int().min(0),
    contentType: z.string(),
    secret: z.object({ uploadUrl: z.string() }),
    ...shared,
  }),
  z.object({
    kind: z.literal('photo'),
    /** Known only after the response to the one call that publishes. */
    publishId: PublishId.optional(),
    isCommentDisabled: z.boolean(),
    ...shared,
  }),
]);
export type Material = z.output<typeof Material>;
export type VideoMaterial = Extract<Material, { kind: 'video' }>;
export type PhotoMaterial = Extract<Material, { kind: 'photo' }>;
