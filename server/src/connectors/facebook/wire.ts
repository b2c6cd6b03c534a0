import { z } from 'zod';
import { lenient, metricCount } from '../shared/call-platform.ts';
import { graphPage } from '../shared/meta/paging.ts';
import { count, graphId, graphTime, text, withRaw } from '../shared/meta/wire.ts';

// Responses of the Graph about Pages. Lenient about fields that we can do without, strict about fields that decide.

export const PROFILE_FIELDS = 'id,name,username,link,picture.type(large),fan_count,followers_count';

const picture = lenient(z.object({ data: z.object({ url: z.string() }) }));

export const profile = z.object({
  id: graphId,
  name: z.string().min(1),
  username: text,
  link: text,
  picture,
  fan_count: count,
  followers_count: count,
});
export type WireProfile = z.infer<typeof profile>;

/** The response to a feed post; the address comes only on request. */
export const createdPost = z.object({ id: graphId, permalink_url: text });
export const createdStory = z.object({ success: z.literal(true), post_id: graphId });

export const startedVideo = z.object({ video_id: graphId });

export const VIDEO_FIELDS = 'id,status,post_id,permalink_url';

const phase = lenient(z.object({ status: text, error: lenient(z.object({ message: text })), publish_status: text }));

/** `video_status` says uploading, upload_complete, processing, ready, expired, error or upload_failed. */
export const video = z.object({
  id: graphId,
  status: lenient(
    z.object({
      video_status: text,
      uploading_phase: phase,
      processing_phase: phase,
      publishing_phase: phase,
    }),
  ),
  post_id: lenient(graphId),
  permalink_url: text,
});
export type WireVideo = z.infer<typeof video>;
/** The status alone, for reads that are useless without it. */
export const videoStatus = video.required({ status: true });

export const POST_FIELDS = 'id,message,created_time,permalink_url,attachments{media_type,subattachments}';

const attachment = z.object({
  media_type: text,
  subattachments: lenient(z.object({ data: z.array(z.unknown()) })),
});

export const post = z.object({
  id: graphId,
  message: text,
  created_time: graphTime,
  permalink_url: text,
  attachments: lenient(z.object({ data: z.array(attachment) })),
});
export type WirePost = z.infer<typeof post>;
export const postPage = graphPage(post);

export const REEL_FIELDS = 'id,description,created_time,updated_time,permalink_url';

export const reel = z.object({
  id: graphId,
  description: text,
  created_time: z.unknown().optional(),
  updated_time: graphTime,
  permalink_url: text,
});
export type WireReel = z.infer<typeof reel>;
export const reelPage = graphPage(reel);

export const story = z.object({
  post_id: graphId,
  status: text,
  creation_time: graphTime,
  media_type: text,
  url: text,
});
export type WireStory = z.infer<typeof story>;
export const storyPage = graphPage(story);

export const COMMENT_FIELDS =
  'id,message,from{id,name,picture},created_time,like_count,comment_count,is_hidden,parent{id}';

/** A comment. Without the right to read people there is no `from`. */
export const comment = z.object({
  id: graphId,
  message: text,
  from: lenient(z.object({ id: graphId, name: text, picture })),
  created_time: graphTime,
  like_count: count,
  comment_count: count,
  is_hidden: lenient(z.boolean()),
  parent: lenient(z.object({ id: graphId })),
});
export type WireComment = z.infer<typeof comment>;
export const commentPage = graphPage(withRaw(comment));

/** A comment in a callback; older forms name the person in `sender_…`. */
export const commentNotice = z.object({
  item: z.literal('comment'),
  verb: z.enum(['add', 'edit', 'edited', 'hide', 'unhide']),
  edited_time: z.unknown().optional(),
  comment_id: graphId,
  post_id: graphId,
  parent_id: lenient(graphId),
  post: lenient(z.object({ permalink_url: text })),
  from: lenient(z.object({ id: graphId, name: text })),
  sender_id: lenient(graphId),
  sender_name: text,
  message: text,
  created_time: z.unknown().optional(),
});

export const removedComment = z.object({
  item: z.literal('comment'),
  verb: z.enum(['remove', 'delete']),
  comment_id: graphId,
});

/** A post in a callback, the Page's own or a visitor's. */
export const postNotice = z.object({
  item: z.enum(['post', 'status', 'photo', 'video', 'share', 'album']),
  verb: z.enum(['add', 'edit', 'edited']),
  post_id: graphId,
  from: z.object({ id: graphId }),
  message: text,
  post: lenient(z.object({ permalink_url: text })),
  created_time: z.unknown().optional(),
});
export type WirePostNotice = z.infer<typeof postNotice>;

export const TAGGED_FIELDS = 'id,message,from{id,name,picture},created_time,permalink_url';

/** A post of somebody else that tags the Page. */
const tagged = z.object({
  id: graphId,
  message: text,
  from: lenient(z.object({ id: graphId, name: text, picture })),
  created_time: graphTime,
  permalink_url: text,
});
export type WireTagged = z.infer<typeof tagged>;
export const taggedPage = graphPage(withRaw(tagged));

/** A post or a comment that mentions the Page, in a callback. */
export const mentionNotice = z.object({
  item: z.string(),
  verb: z.literal('add'),
  post_id: graphId,
  comment_id: lenient(graphId),
  from: lenient(z.object({ id: graphId, name: text })),
  sender_id: lenient(graphId),
  sender_name: text,
  message: text,
  created_time: z.unknown().optional(),
});

const total = z.object({ summary: z.object({ total_count: metricCount }) });
const TOTALS = 'likes.summary(true).limit(0),comments.summary(true).limit(0)';
export const POST_COUNTS = `id,shares,${TOTALS}`;
export const VIDEO_COUNTS = `id,views,${TOTALS}`;

/** `shares` is absent while there are none. */
export const counts = z.object({
  id: graphId,
  likes: lenient(total),
  comments: lenient(total),
  shares: lenient(z.object({ count: metricCount })),
  views: lenient(metricCount),
});

export const ARCHIVED_FIELDS = `${POST_FIELDS},full_picture,shares,${TOTALS}`;
const archivedPost = post.extend({
  full_picture: text,
  likes: lenient(total),
  comments: lenient(total),
  shares: lenient(z.object({ count: metricCount })),
});
export type ArchivedPost = z.infer<typeof archivedPost>;
export const archivedPage = graphPage(archivedPost);

export const countedPage = z.object({ id: graphId, followers_count: lenient(metricCount) });

/** The material that `prepare` returns and the pipeline gives back. */
export const material = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('photos'), photos: z.array(graphId).min(1) }),
  z.object({ kind: z.literal('photo_story'), photo: graphId }),
  z.object({ kind: z.literal('video'), video: graphId }),
  z.object({ kind: z.literal('reel'), video: graphId }),
  z.object({ kind: z.literal('video_story'), video: graphId }),
]);
export type Material = z.infer<typeof material>;
export type PostKind = Material['kind'];
