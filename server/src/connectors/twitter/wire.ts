import { z } from 'zod';
import { eachValid, lenient, metricCount, platformCount, platformTime } from '../platform-call.ts';

/** X's ids are decimal text. The answer's parser has already kept the digits of those that came as numbers. */
export const XId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine((id) => /^\d{1,24}$/.test(id), 'not a decimal id');

/** The error envelope in all of its shapes: problem details, `errors[]`, and OAuth's. At least one word is in it. */
export const Problem = z
  .object({
    title: lenient(z.string()),
    detail: lenient(z.string()),
    type: lenient(z.string()),
    errors: lenient(
      z.array(
        z.object({
          message: lenient(z.string()),
          detail: lenient(z.string()),
          title: lenient(z.string()),
          code: lenient(z.union([z.int(), z.string().max(60)])),
        }),
      ),
    ),
    error: lenient(z.string()),
    error_description: lenient(z.string()),
  })
  .refine(({ title, detail, errors, error }) => title ?? detail ?? errors?.[0] ?? error, 'no error in it');
export type Problem = z.output<typeof Problem>;

export const User = z.object({
  id: XId,
  name: lenient(z.string()),
  username: lenient(z.string()),
  profile_image_url: lenient(z.string()),
});

const Reference = z.object({ type: z.string(), id: XId });
const UrlEntity = z.object({
  url: z.string(),
  expanded_url: lenient(z.string()),
  /** There when the link stands for media of the post itself. */
  media_key: lenient(z.string()),
});

/** A post. X is renaming its fields (`referenced_posts`); both spellings are read. */
export const Tweet = z.object({
  id: XId,
  text: z.string(),
  created_at: platformTime,
  author_id: lenient(XId),
  conversation_id: lenient(XId),
  in_reply_to_user_id: lenient(XId),
  referenced_tweets: z.array(Reference).optional(),
  referenced_posts: z.array(Reference).optional(),
  attachments: lenient(z.object({ media_keys: lenient(z.array(z.string())) })),
  entities: lenient(z.object({ urls: lenient(z.array(UrlEntity)) })),
  public_metrics: lenient(z.object({ like_count: lenient(platformCount), reply_count: lenient(platformCount) })),
});
export type Tweet = z.output<typeof Tweet>;

const meta = z.object({ result_count: platformCount, next_token: z.string().min(1).max(500).optional() });
const errors = lenient(z.array(Problem));

/**
 * A page from which "it did not happen" may be concluded: every item is readable, and an empty page says that it is
 * empty.
 */
export const ProvenPage = z
  .object({ data: z.array(Tweet).optional(), meta, errors })
  .refine(({ data = [], meta: { result_count } }) => data.length === result_count, 'items are missing');

/** A page for reading: a broken item does not hide the others. */
export const ReadingPage = z.object({
  data: eachValid(Tweet).optional(),
  includes: lenient(z.object({ users: lenient(eachValid(User)) })),
  meta,
});
export type ReadingPage = z.output<typeof ReadingPage>;

/** One event of a private conversation; only messages are asked for. */
export const MessageEvent = z.object({
  id: XId,
  text: lenient(z.string()),
  created_at: platformTime,
  sender_id: XId,
  dm_conversation_id: z.string().min(1).max(100),
  attachments: lenient(z.object({ media_keys: lenient(z.array(z.string())) })),
  entities: lenient(z.object({ urls: lenient(z.array(UrlEntity)) })),
});
export type MessageEvent = z.output<typeof MessageEvent>;

const MessageMedia = z.object({ media_key: z.string(), type: lenient(z.string()), url: lenient(z.string()) });
const messageIncludes = lenient(z.object({ users: lenient(eachValid(User)), media: lenient(eachValid(MessageMedia)) }));

/** A page of messages for reading. */
export const MessagePage = z.object({ data: lenient(eachValid(MessageEvent)), includes: messageIncludes, meta });
export type MessagePage = z.output<typeof MessagePage>;

/** A page of messages from which "it was not sent" may be concluded. */
export const ProvenMessages = z
  .object({ data: z.array(MessageEvent).optional(), meta, errors })
  .refine(({ data = [], meta: { result_count } }) => data.length === result_count, 'items are missing');

export const SentMessage = z.object({ data: z.object({ dm_event_id: XId }) });

export const HiddenTweet = z
  .object({ data: z.object({ hidden: z.boolean() }).optional(), errors })
  .refine(({ data, errors = [] }) => data !== undefined || errors.length > 0, 'neither hidden nor a problem');

/** The counters of one post; boosts have an old and a new name, and some counters are younger than the others. */
const PublicMetrics = z
  .object({
    like_count: metricCount,
    reply_count: metricCount,
    quote_count: metricCount,
    retweet_count: lenient(metricCount),
    repost_count: lenient(metricCount),
    bookmark_count: lenient(metricCount),
    impression_count: lenient(metricCount),
  })
  .refine(({ retweet_count, repost_count }) => (retweet_count ?? repost_count) !== undefined, 'no count of reposts');
export const CountedTweet = z.object({ data: z.object({ public_metrics: PublicMetrics }).optional(), errors });

/** The answer to a deletion. A post that is not there comes as a problem, with status 200. */
export const DeletedTweet = z
  .object({ data: z.object({ deleted: z.literal(true) }).optional(), errors })
  .refine(({ data, errors = [] }) => data !== undefined || errors.length > 0, 'neither deleted nor a problem');

export const CreatedTweet = z.object({ data: z.object({ id: XId }) });

const ProcessingInfo = z.object({
  state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
  check_after_secs: lenient(z.number().min(0).max(3600)),
  error: lenient(z.object({ name: lenient(z.string()), message: lenient(z.string()) })),
});

/** Every upload step answers with the media; without `processing_info` it is ready. */
export const UploadedMedia = z.object({ data: z.object({ id: XId, processing_info: ProcessingInfo.optional() }) });
export type ProcessingInfo = z.output<typeof ProcessingInfo>;

export const Me = z.object({
  data: z.object({
    id: XId,
    username: z.string().min(1).max(100),
    name: lenient(z.string()),
    profile_image_url: lenient(z.string()),
    description: lenient(z.string()),
    verified_type: lenient(z.string()),
    subscription_type: lenient(z.string()),
  }),
});

export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z
    .number()
    .positive()
    .max(10 * 365 * 24 * 3600)
    .optional(),
});
