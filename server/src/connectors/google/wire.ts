import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformTime } from '../shared/call-platform.ts';

// Responses of Google's APIs, as far as we need them. Lenient about other fields, strict about fields that decide.

/** The v4 name of a location, the platform id of an account here. */
export const LocationName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}$/);
/** The v4 name of a local post, which is its id here. */
export const PostName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}\/localPosts\/[\w-]{1,200}$/);

/** https://developers.google.com/my-business/reference/businessinformation/rest/v1/locations/get */
export const LOCATION_FIELDS = 'name,title,storeCode,languageCode,metadata';

export const Location = z.object({
  name: z.string().regex(/^locations\/[\w-]{1,100}$/),
  title: z.string().min(1),
  storeCode: optionalText,
  languageCode: optionalText,
  metadata: lenient(
    z.object({
      placeId: optionalText,
      mapsUri: optionalText,
      canOperateLocalPost: lenient(z.boolean()),
    }),
  ),
});
export type Location = z.output<typeof Location>;

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts */
export const SavedPost = z.object({ name: PostName, state: optionalText, searchUrl: optionalText });
export type SavedPost = z.output<typeof SavedPost>;

/**
 * An entry of a list of posts. An unreadable entry invalidates the list, because it may be the very post that we look
 * for.
 */
export const ListedPost = z.object({
  name: PostName,
  summary: z.string().optional(),
  topicType: z.string().optional(),
  state: z.string().optional(),
  createTime: platformTime,
  searchUrl: optionalText,
  media: z.array(z.unknown()).optional(),
});
export type ListedPost = z.output<typeof ListedPost>;

/** Google omits an empty list, so a response without it must have no other fields. */
export const PostPage = z.union([
  z.object({ localPosts: z.array(ListedPost), nextPageToken: z.string().optional() }),
  z.strictObject({ nextPageToken: z.string().optional() }).transform((page) => ({ ...page, localPosts: [] })),
]);

/** A post for an export. One that cannot be read is left out. */
const ArchivedPost = ListedPost.extend({
  event: lenient(z.object({ title: optionalText })),
  media: lenient(eachValid(z.object({ mediaFormat: optionalText, googleUrl: optionalText }))),
});
export type ArchivedPost = z.output<typeof ArchivedPost>;
/** Google omits an empty list. */
export const ArchivedPosts = z.object({ localPosts: eachValid(ArchivedPost).default([]), nextPageToken: optionalText });

/** The v4 name of a review, which is its id here. */
export const ReviewName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}\/reviews\/[\w-]{1,300}$/);

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews */
export const Review = z.object({
  name: ReviewName,
  reviewer: lenient(
    z.object({ displayName: optionalText, profilePhotoUrl: optionalText, isAnonymous: lenient(z.boolean()) }),
  ),
  starRating: z.enum(STARS).transform((stars) => STARS.indexOf(stars) + 1),
  comment: optionalText,
  createTime: platformTime,
  updateTime: lenient(platformTime),
  reviewReply: lenient(z.object({ comment: z.string(), updateTime: platformTime })),
});
export type Review = z.output<typeof Review>;

/** Google omits an empty list. An unreadable review is skipped. */
export const ReviewPage = z.object({ reviews: lenient(eachValid(Review)), nextPageToken: optionalText });

export const SavedReply = z.object({ comment: optionalText });

/** The response to a removal. */
export const Empty = z.object({});

const Violation = z.object({ field: optionalText, message: optionalText, description: optionalText });

/**
 * An error detail in one of many forms: `ErrorInfo`, `RetryInfo`, `BadRequest` of Google's newer APIs,
 * `ValidationError` of v4.
 */
const Detail = z.object({
  reason: optionalText,
  metadata: lenient(z.record(z.string(), z.unknown())),
  retryDelay: optionalText,
  fieldViolations: lenient(z.array(Violation)),
  errorDetails: lenient(z.array(Violation)),
});
export type Detail = z.output<typeof Detail>;

/** https://cloud.google.com/apis/design/errors */
export const Rejection = z.object({
  error: z.object({ message: optionalText, status: optionalText, details: lenient(eachValid(Detail)) }),
});

/** The error form of the token host. */
export const TokenRejection = z.object({ error: z.string(), error_description: optionalText });

/** A refresh returns no new refresh token; the used one stays valid. */
export const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(z.number().positive().max(1e9)),
});

const GoogleDay = z.object({
  year: z.int().min(2000).max(2200),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});

/** https://developers.google.com/my-business/reference/performance/rest/v1/locations/fetchMultiDailyMetricsTimeSeries */
export const DailySeries = z.object({
  multiDailyMetricTimeSeries: z
    .array(
      z.object({
        dailyMetricTimeSeries: eachValid(
          z.object({
            dailyMetric: z.string(),
            timeSeries: z.object({
              // A count comes as text; Google omits 0.
              datedValues: eachValid(
                z.object({ date: GoogleDay, value: z.string().default('0').transform(Number).pipe(metricCount) }),
              ),
            }),
          }),
        ),
      }),
    )
    .default([]),
});
