import { z } from 'zod';
import { eachValid, lenient, metricCount } from '../shared/call-platform.ts';
import { toContainerState } from '../shared/meta/containers.ts';
import { graphPage } from '../shared/meta/paging.ts';
import { count, graphId, graphTime, text, withRaw } from '../shared/meta/wire.ts';

// Responses of Instagram. Lenient about fields that we can do without, strict about fields that decide.

export const CONTAINER_FIELDS = 'id,status,status_code';

/**
 * `status` is a sentence that begins with the state and names an error subcode on failure. It replaces `status_code`,
 * which is sometimes absent. An unknown state makes the response invalid.
 */
export const containerStatus = z.object({ status_code: text, status: text }).transform((raw, ctx) => {
  const state = toContainerState(raw.status_code ?? raw.status?.split(':')[0] ?? '');
  if (state !== undefined) return { state, detail: raw.status ?? '' };
  ctx.addIssue({ code: 'custom', message: 'not a state of a container' });
  return z.NEVER;
});

export const MEDIA_FIELDS = 'id,caption,media_type,media_product_type,permalink,timestamp,children{id}';

export const media = z.object({
  id: graphId,
  caption: text,
  media_type: text,
  media_product_type: text,
  permalink: text,
  timestamp: graphTime,
  children: lenient(z.object({ data: z.array(z.unknown()) })),
});
export type WireMedia = z.infer<typeof media>;
export const mediaPage = graphPage(media);

export const ARCHIVED_FIELDS = 'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp';
const archivedMedia = media
  .pick({ id: true, caption: true, media_type: true, permalink: true, timestamp: true })
  .extend({ media_url: text, thumbnail_url: text });
export type ArchivedMedia = z.infer<typeof archivedMedia>;
export const archivedPage = graphPage(archivedMedia);

export const REPLY_FIELDS = 'id,text,timestamp,username,from{id,username},like_count,hidden,parent_id';
export const COMMENT_FIELDS = `${REPLY_FIELDS},replies{${REPLY_FIELDS}}`;

const from = z.object({ id: lenient(graphId), username: text });

/** A comment without its replies. Comments that are only a GIF have no text. */
const reply = z.object({
  id: graphId,
  text,
  timestamp: graphTime,
  username: text,
  from: lenient(from),
  like_count: count,
  hidden: lenient(z.boolean()),
});
export type WireReply = z.infer<typeof reply>;

export const replyPage = graphPage(withRaw(reply));
const comment = reply.extend({ replies: replyPage.optional() });
export const commentPage = graphPage(withRaw(comment));

/** A comment in a callback: without a time, and with the id under either of two names. */
export const commentNotice = z
  .object({
    id: lenient(graphId),
    comment_id: lenient(graphId),
    text,
    from: lenient(from),
    media: z.object({ id: graphId }),
    parent_id: lenient(graphId),
  })
  .transform(({ id, comment_id, ...rest }, ctx) => {
    const either = id ?? comment_id;
    if (either !== undefined) return { ...rest, id: either };
    ctx.addIssue({ code: 'custom', message: 'no id' });
    return z.NEVER;
  });

/** A mention in a callback. Without `comment_id` it is in the caption. */
export const mentionNotice = z.object({ media_id: graphId, comment_id: lenient(graphId) });

export const MENTIONED_COMMENT_FIELDS = 'id,text,timestamp,username,media{id,permalink}';
export const MENTIONED_MEDIA_FIELDS = 'id,caption,timestamp,username,permalink';

const mentioning = z.object({ timestamp: graphTime, username: text });

export const mentionedComment = z.object({
  mentioned_comment: withRaw(mentioning.extend({ text, media: lenient(z.object({ id: graphId, permalink: text })) })),
});
export const mentionedMedia = z.object({
  mentioned_media: withRaw(mentioning.extend({ caption: text, permalink: text })),
});

export const COUNT_FIELDS = 'id,like_count,comments_count,media_product_type';

export const countedMedia = z.object({
  id: graphId,
  like_count: lenient(metricCount),
  comments_count: lenient(metricCount),
  media_product_type: text,
});

export const STORY_FIELDS = 'id,caption,media_type,media_url,permalink,timestamp,like_count,comments_count';

export const storyPage = graphPage(
  z.object({
    id: graphId,
    caption: text,
    media_type: text,
    media_url: text,
    permalink: text,
    timestamp: graphTime,
    like_count: count,
    comments_count: count,
  }),
);
export type WireStory = z.infer<typeof storyPage>['data'][number];

export const PERSON_FIELDS =
  'name,username,profile_pic,follower_count,is_user_follow_business,is_business_follow_user,is_verified_user';

const flag = lenient(z.boolean());

export const person = z.object({
  name: text,
  username: text,
  profile_pic: text,
  follower_count: count,
  is_user_follow_business: flag,
  is_business_follow_user: flag,
  is_verified_user: flag,
});
export type WirePerson = z.infer<typeof person>;

/** Instagram's documentation misspells a status, so only its beginning counts. */
const inviteStatus = z
  .string()
  .transform((word) => (/^acc/i.test(word) ? 'accepted' : /^pend/i.test(word) ? 'pending' : 'declined'));

export const collaboratorPage = graphPage(z.object({ id: graphId, username: z.string(), invite_status: inviteStatus }));

export const invitePage = graphPage(z.object({ media_id: graphId }));

/** Totals of an account over a period. A broken-down total lists for each part its dimensions and its value. */
const total = z.object({
  name: z.string(),
  total_value: lenient(
    z.object({
      value: lenient(metricCount),
      breakdowns: lenient(
        z.array(
          z.object({
            results: lenient(z.array(z.object({ dimension_values: z.array(z.string()), value: metricCount }))),
          }),
        ),
      ),
    }),
  ),
});
export const totals = z.object({ data: eachValid(total) });
export type WireTotals = z.infer<typeof totals>;

const profileFields = z.object({
  id: lenient(graphId),
  user_id: graphId,
  username: z.string().min(1),
  name: text,
  account_type: text,
  profile_picture_url: text,
  followers_count: count,
  follows_count: count,
  media_count: count,
});
export type WireProfile = z.infer<typeof profileFields>;

/** The documentation wraps the profile in `data[]`; the real response is flat. */
export const profile = z.union([
  profileFields,
  z.object({ data: z.tuple([profileFields], z.unknown()) }).transform(({ data }) => data[0]),
]);

/** The material that `prepare` returns and the pipeline gives back. */
export const material = z.object({
  container: graphId,
  children: z.array(graphId),
  kind: z.enum(['image', 'reel', 'story', 'carousel']),
  mediaType: z.string(),
  caption: z.string(),
  preparedAt: z.iso.datetime(),
  /** True when the customer created the container. */
  isAttached: z.boolean().optional(),
});
export type Material = z.infer<typeof material>;
export type PostKind = Material['kind'];
