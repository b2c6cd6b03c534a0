import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformCount, platformTime } from '../shared/call-platform.ts';

// Responses of YouTube, as far as we need them. Lenient about other fields, strict about fields that decide.

const ChannelId = z.string().regex(/^UC[\w-]{1,60}$/);
export const VideoId = z.string().regex(/^[\w-]{1,64}$/);
/** The id of a reply begins with the id of its thread: `Ugx….9abc…`. */
export const CommentId = z.string().regex(/^[\w.-]{1,200}$/);

/** Counters of statistics come as text. */
const textCount = lenient(
  z
    .union([z.string().regex(/^\d{1,15}$/), z.number()])
    .transform(Number)
    .pipe(metricCount),
);

/** A list. YouTube may omit `items` when there are none, so its `kind` identifies it. */
function listOf<Kind extends string, Items extends z.ZodType>(kind: Kind, items: Items) {
  return z.object({ kind: z.literal(kind), items, nextPageToken: optionalText });
}

const thumbnail = lenient(z.object({ url: z.string().min(1) }));

/** https://developers.google.com/youtube/v3/docs/channels */
export const Channel = z.object({
  id: ChannelId,
  snippet: z.object({
    title: z.string().min(1),
    description: optionalText,
    customUrl: optionalText,
    thumbnails: lenient(z.object({ default: thumbnail, medium: thumbnail, high: thumbnail })),
  }),
  contentDetails: lenient(z.object({ relatedPlaylists: lenient(z.object({ uploads: optionalText })) })),
  statistics: lenient(
    z.object({
      subscriberCount: textCount,
      videoCount: textCount,
      viewCount: textCount,
      hiddenSubscriberCount: lenient(z.boolean()),
    }),
  ),
});
export type Channel = z.output<typeof Channel>;
export const ChannelList = listOf('youtube#channelListResponse', z.array(Channel).default([]));

/** The response that completes an upload. */
export const SavedVideo = z.object({ kind: z.literal('youtube#video'), id: VideoId });

/** The part `snippet` for an update: an update clears missing fields, so all of them are sent back. */
export const EditableSnippet = z.object({
  title: z.string().min(1),
  categoryId: z.string().min(1),
  tags: z.array(z.string()).optional(),
  defaultLanguage: z.string().optional(),
  defaultAudioLanguage: z.string().optional(),
});
export const SnippetList = listOf(
  'youtube#videoListResponse',
  z.array(z.object({ id: VideoId, snippet: EditableSnippet })).default([]),
);

export const StatisticsList = listOf(
  'youtube#videoListResponse',
  z
    .array(
      z.object({
        id: VideoId,
        statistics: z.object({ viewCount: textCount, likeCount: textCount, commentCount: textCount }),
      }),
    )
    .default([]),
);

/** The parts of a video that an update sends back. An update clears the missing fields of a part. */
export const ChangeableVideo = z.object({
  id: VideoId,
  snippet: EditableSnippet.extend({ description: z.string().default('') }),
  status: z.object({
    privacyStatus: z.string().min(1),
    publishAt: optionalText,
    license: optionalText,
    embeddable: lenient(z.boolean()),
    publicStatsViewable: lenient(z.boolean()),
    selfDeclaredMadeForKids: lenient(z.boolean()),
    containsSyntheticMedia: lenient(z.boolean()),
  }),
});
export const ChangeableList = listOf('youtube#videoListResponse', z.array(ChangeableVideo).default([]));

/**
 * An entry of the playlist of uploads. An unreadable entry invalidates the list, because it may be the very video that
 * we look for.
 */
const Upload = z.object({
  snippet: z.object({ publishedAt: platformTime, title: z.string(), description: z.string().default('') }),
  contentDetails: z.object({ videoId: VideoId }),
});
export type Upload = z.output<typeof Upload>;
const ShownUpload = Upload.extend({
  snippet: Upload.shape.snippet.extend({
    thumbnails: lenient(z.object({ default: thumbnail, medium: thumbnail, high: thumbnail })),
  }),
});
export type ShownUpload = z.output<typeof ShownUpload>;
export const UploadPage = listOf('youtube#playlistItemListResponse', z.array(Upload).default([]));
export const ShownUploads = listOf('youtube#playlistItemListResponse', eachValid(ShownUpload).default([]));

/** An entry of the playlist of uploads by its id. A broken entry does not hide the others. */
export const UploadIds = listOf(
  'youtube#playlistItemListResponse',
  eachValid(z.object({ contentDetails: z.object({ videoId: VideoId }) })).default([]),
);

/** `P1DT2H3M4S` in seconds. */
const duration = z
  .string()
  .max(40)
  .transform((text) => /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text))
  .refine((found) => found !== null, 'not a duration')
  .transform((found) => {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = (found ?? []).slice(1).map((part) => Number(part ?? 0));
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  });

/** A video with its numbers. https://developers.google.com/youtube/v3/docs/videos */
const ArchivedVideo = z.object({
  id: VideoId,
  snippet: ShownUpload.shape.snippet,
  contentDetails: lenient(z.object({ duration: lenient(duration) })),
  statistics: lenient(z.object({ viewCount: textCount, likeCount: textCount, commentCount: textCount })),
});
export type ArchivedVideo = z.output<typeof ArchivedVideo>;
export const ArchivedVideos = listOf('youtube#videoListResponse', eachValid(ArchivedVideo).default([]));

/** `asr` is recognised speech. https://developers.google.com/youtube/v3/docs/captions */
const CaptionTrack = z.object({
  id: z.string().min(1).max(200),
  snippet: z.object({
    language: optionalText,
    trackKind: optionalText,
    status: optionalText,
    isDraft: lenient(z.boolean()),
  }),
});
export const CaptionTracks = listOf('youtube#captionListResponse', eachValid(CaptionTrack).default([]));

/**
 * https://developers.google.com/youtube/v3/docs/comments. Only the author and the channel can read the original text.
 */
export const Comment = z.object({
  id: CommentId,
  snippet: z.object({
    videoId: lenient(VideoId),
    channelId: optionalText,
    parentId: lenient(CommentId),
    textOriginal: optionalText,
    textDisplay: optionalText,
    authorDisplayName: optionalText,
    authorProfileImageUrl: optionalText,
    authorChannelId: lenient(z.object({ value: z.string() })),
    likeCount: lenient(platformCount),
    moderationStatus: optionalText,
    publishedAt: platformTime,
    updatedAt: lenient(platformTime),
  }),
});
export type Comment = z.output<typeof Comment>;
export const SavedComment = Comment.extend({ kind: z.literal('youtube#comment') });
const Comments = eachValid(Comment);
export const CommentPage = listOf('youtube#commentListResponse', Comments.default([]));

/** Every comment must show its id, so that an unreadable one does not count as gone. */
export const ExistingComments = listOf(
  'youtube#commentListResponse',
  z.array(z.object({ id: z.string() })).default([]),
);

const Thread = z.object({
  id: CommentId,
  snippet: z.object({
    videoId: lenient(VideoId),
    channelId: optionalText,
    totalReplyCount: lenient(platformCount),
    topLevelComment: z.unknown(),
  }),
  replies: lenient(z.object({ comments: Comments })),
});
export type Thread = z.output<typeof Thread>;
export const SavedThread = z.object({ kind: z.literal('youtube#commentThread'), id: CommentId });
export const ThreadPage = listOf(
  'youtube#commentThreadListResponse',
  eachValid(Thread)
    .transform((threads) => threads.map(({ value }) => value))
    .default([]),
);

export const PlaylistItem = z.object({ kind: z.literal('youtube#playlistItem') });
export const ThumbnailSet = z.object({ kind: z.literal('youtube#thumbnailSetResponse') });

/** https://developers.google.com/youtube/v3/docs/errors */
export const Rejection = z.object({
  error: z.object({
    message: optionalText,
    errors: lenient(z.array(z.object({ reason: optionalText, domain: optionalText, message: optionalText }))),
  }),
});

/** The material that `prepare` returns and the pipeline gives back. */
export const Material = z.object({
  uploadId: z.string().regex(/^[\w-]{1,1000}$/),
  part: z.string().regex(/^[a-zA-Z,]{1,200}$/),
  size: z.int().min(1),
  digest: z.string(),
});
export type Material = z.output<typeof Material>;
