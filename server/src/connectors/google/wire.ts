import { z } from 'zod';
import { eachValid, lenient, platformTime } from '../platform-call.ts';

// What Google's APIs answer, as far as we need it. Lenient about the rest, strict about what decides.

const words = lenient(z.string());

/** The v4 name of a location, as which an account is known here. */
export const LocationName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}$/);
/** The v4 name of a local post, which is its id here. */
export const PostName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}\/localPosts\/[\w-]{1,200}$/);

/** https://developers.google.com/my-business/reference/businessinformation/rest/v1/locations/get */
export const LOCATION_FIELDS = 'name,title,storeCode,languageCode,metadata';

export const Location = z.object({
  name: z.string().regex(/^locations\/[\w-]{1,100}$/),
  title: z.string().min(1),
  storeCode: words,
  languageCode: words,
  metadata: lenient(
    z.object({
      placeId: words,
      mapsUri: words,
      canOperateLocalPost: lenient(z.boolean()),
    }),
  ),
});
export type Location = z.output<typeof Location>;

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts */
export const SavedPost = z.object({ name: PostName, state: words, searchUrl: words });
export type SavedPost = z.output<typeof SavedPost>;

/** A post of a list. What is not readable spoils the list: it may be the very post that is looked for. */
export const ListedPost = z.object({
  name: PostName,
  summary: z.string().optional(),
  topicType: z.string().optional(),
  state: z.string().optional(),
  createTime: platformTime,
  searchUrl: words,
  media: z.array(z.unknown()).optional(),
});
export type ListedPost = z.output<typeof ListedPost>;

/** An empty list is left out, so that nothing else may be in such an answer. */
export const PostPage = z.union([
  z.object({ localPosts: z.array(ListedPost), nextPageToken: z.string().optional() }),
  z.strictObject({ nextPageToken: z.string().optional() }).transform((page) => ({ ...page, localPosts: [] })),
]);

/** The v4 name of a review, which is its id here. */
export const ReviewName = z.string().regex(/^accounts\/[\w-]{1,100}\/locations\/[\w-]{1,100}\/reviews\/[\w-]{1,300}$/);

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews */
export const Review = z.object({
  name: ReviewName,
  reviewer: lenient(z.object({ displayName: words, profilePhotoUrl: words, isAnonymous: lenient(z.boolean()) })),
  starRating: z.enum(STARS).transform((stars) => STARS.indexOf(stars) + 1),
  comment: words,
  createTime: platformTime,
  updateTime: lenient(platformTime),
  reviewReply: lenient(z.object({ comment: z.string(), updateTime: platformTime })),
});
export type Review = z.output<typeof Review>;

/** An empty list is left out. A review that is not readable costs only itself. */
export const ReviewPage = z.object({ reviews: lenient(eachValid(Review)), nextPageToken: words });

export const SavedReply = z.object({ comment: words });

/** What a removal answers. */
export const Empty = z.object({});

const Violation = z.object({ field: words, message: words, description: words });

/** One of many forms: `ErrorInfo`, `RetryInfo`, `BadRequest` of Google's newer APIs, `ValidationError` of v4. */
const Detail = z.object({
  reason: words,
  metadata: lenient(z.record(z.string(), z.unknown())),
  retryDelay: words,
  fieldViolations: lenient(z.array(Violation)),
  errorDetails: lenient(z.array(Violation)),
});
export type Detail = z.output<typeof Detail>;

/** https://cloud.google.com/apis/design/errors */
export const Refusal = z.object({
  error: z.object({ message: words, status: words, details: lenient(eachValid(Detail)) }),
});

/** The form of the token host. */
export const TokenRefusal = z.object({ error: z.string(), error_description: words });

/** A refresh answers no new refresh token: the one that was used stays good. */
export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(z.number().positive().max(1e9)),
});
