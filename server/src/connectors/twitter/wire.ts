import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformCount, platformTime } from '../shared/call-platform.ts';

/** X's ids are decimal text. The response's parser has already kept the digits of ids that came as numbers. */
export const XId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine((id) => /^\d{1,24}$/.test(id), 'not a decimal id');

/**
 * The error envelope in all of its shapes: problem details, `errors[]`, and OAuth's. It contains at least one message.
 */
export const Problem = z
  .object({
    title: optionalText,
    detail: optionalText,
    type: optionalText,
    errors: lenient(
      z.array(
        z.object({
          message: optionalText,
          detail: optionalText,
          title: optionalText,
          code: lenient(z.union([z.int(), z.string().max(60)])),
        }),
      ),
    ),
    error: optionalText,
    error_description: optionalText,
  })
  .refine(({ title, detail, errors, error }) => title ?? detail ?? errors?.[0] ?? error, 'no error in it');
export type Problem = z.output<typeof Problem>;

const User = z.object({
  id: XId,
  name: optionalText,
  username: optionalText,
  profile_image_url: optionalText,
});

const Reference = z.object({ type: z.string(), id: XId });
const UrlEntity = z.object({
  url: z.string(),
  expanded_url: optionalText,
  /** Present when the link stands for media of the post itself. */
  media_key: optionalText,
});

/** A post. X is renaming its fields (`referenced_posts`), so both spellings are read. */
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
 * A page that can prove "it did not happen": every item must be readable, and an empty page must state that it is
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

/** One event of a private conversation; only messages are requested. */
export const MessageEvent = z.object({
  id: XId,
  text: optionalText,
  created_at: platformTime,
  sender_id: XId,
  dm_conversation_id: z.string().min(1).max(100),
  attachments: lenient(z.object({ media_keys: lenient(z.array(z.string())) })),
  entities: lenient(z.object({ urls: lenient(z.array(UrlEntity)) })),
});
export type MessageEvent = z.output<typeof MessageEvent>;

const MessageMedia = z.object({ media_key: z.string(), type: optionalText, url: optionalText });
const messageIncludes = lenient(z.object({ users: lenient(eachValid(User)), media: lenient(eachValid(MessageMedia)) }));

/** A page of messages for reading. */
export const MessagePage = z.object({ data: lenient(eachValid(MessageEvent)), includes: messageIncludes, meta });
export type MessagePage = z.output<typeof MessagePage>;

/** A page of messages that can prove "it was not sent". */
export const ProvenMessages = z
  .object({ data: z.array(MessageEvent).optional(), meta, errors })
  .refine(({ data = [], meta: { result_count } }) => data.length === result_count, 'items are missing');

export const SentMessage = z.object({ data: z.object({ dm_event_id: XId }) });

export const HiddenTweet = z
  .object({ data: z.object({ hidden: z.boolean() }).optional(), errors })
  .refine(({ data, errors = [] }) => data !== undefined || errors.length > 0, 'neither hidden nor a problem');

/** The counters of one post. Boosts have an old and a new name. A counter that is missing or no count is not told. */
const CountedTweet = z.object({
  id: XId,
  public_metrics: z.object({
    like_count: lenient(metricCount),
    reply_count: lenient(metricCount),
    quote_count: lenient(metricCount),
    retweet_count: lenient(metricCount),
    repost_count: lenient(metricCount),
    bookmark_count: lenient(metricCount),
    impression_count: lenient(metricCount),
  }),
});
export type CountedTweet = z.output<typeof CountedTweet>;
export const OneCountedTweet = z.object({ data: CountedTweet.optional(), errors });
export const CountedTweets = z.object({ data: lenient(eachValid(CountedTweet)) });

export const CountedUser = z.object({
  data: z.object({
    public_metrics: z.object({
      followers_count: lenient(metricCount),
      following_count: lenient(metricCount),
      tweet_count: lenient(metricCount),
    }),
  }),
});

/** A page of the account's posts with their counters. */
const ArchivedTweet = Tweet.pick({ id: true, text: true, created_at: true, entities: true }).extend({
  public_metrics: lenient(CountedTweet.shape.public_metrics),
});
export type ArchivedTweet = z.output<typeof ArchivedTweet>;
export const ArchivedPage = z.object({ data: eachValid(ArchivedTweet).optional(), meta });

/** The response to a deletion. A missing post is a problem with status 200. */
export const DeletedTweet = z
  .object({ data: z.object({ deleted: z.literal(true) }).optional(), errors })
  .refine(({ data, errors = [] }) => data !== undefined || errors.length > 0, 'neither deleted nor a problem');

export const CreatedTweet = z.object({ data: z.object({ id: XId }) });

const ProcessingInfo = z.object({
  state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
  check_after_secs: lenient(z.number().min(0).max(3600)),
  error: lenient(z.object({ name: optionalText, message: optionalText })),
});

/** Every upload step responds with the media; without `processing_info` it is ready. */
export const UploadedMedia = z.object({ data: z.object({ id: XId, processing_info: ProcessingInfo.optional() }) });
export type ProcessingInfo = z.output<typeof ProcessingInfo>;

export const Me = z.object({
  data: z.object({
    id: XId,
    username: z.string().min(1).max(100),
    name: optionalText,
    profile_image_url: optionalText,
    description: optionalText,
    verified_type: optionalText,
    subscription_type: optionalText,
  }),
});

export const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z
    .number()
    .positive()
    .max(10 * 365 * 24 * 3600)
    .optional(),
});
