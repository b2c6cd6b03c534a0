import { z } from 'zod';
import { eachValid, lenient, metricCount, platformTime } from '../platform-call.ts';

// What Pinterest answers, as far as we need it. Lenient about the rest, strict about what decides.

const words = lenient(z.string());

/** Ids are decimal text beyond 2^53. Nothing else passes, because they become part of paths. */
export const PinterestId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}$/));

/** Times come without a zone and are those of UTC. */
const utcTime = z
  .string()
  .max(64)
  .transform((text) => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`))
  .pipe(platformTime);

export const OwnAccount = z.object({
  id: PinterestId,
  username: z.string().min(1),
  business_name: words,
  about: words,
  profile_image: words,
  account_type: words,
  website_url: words,
});
const count = lenient(metricCount);
export const CountedAccount = OwnAccount.extend({
  follower_count: count,
  pin_count: count,
  board_count: count,
  monthly_views: count,
});
export type CountedAccount = z.output<typeof CountedAccount>;

export const WireBoard = z.object({
  id: PinterestId,
  name: z.string(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']),
  created_at: lenient(utcTime),
});
export type WireBoard = z.output<typeof WireBoard>;
export const BoardPage = z.object({ items: z.array(WireBoard), bookmark: z.string().nullish() });
export type OwnAccount = z.output<typeof OwnAccount>;

export const SavedPin = z.object({ id: PinterestId });

/** A pin of a list. What is not readable spoils the list: it may be the very pin that is looked for. */
export const ListedPin = z.object({
  id: PinterestId,
  created_at: utcTime,
  title: z.string().nullish(),
  description: z.string().nullish(),
  media: lenient(z.object({ media_type: words, items: lenient(z.array(z.unknown())) })),
});
export type ListedPin = z.output<typeof ListedPin>;

export const PinPage = z.object({ items: z.array(ListedPin), bookmark: z.string().nullish() });

const picture = z.object({ url: z.string().min(1) });
const ShownPin = z.object({
  id: PinterestId,
  created_at: utcTime,
  title: z.string().nullish(),
  board_id: lenient(PinterestId),
  media: lenient(z.object({ cover_image_url: words, images: lenient(z.record(z.string(), lenient(picture))) })),
});
export type ShownPin = z.output<typeof ShownPin>;
export const ShownPins = z.object({ items: eachValid(ShownPin) });

/** A place for the file of a video. The address is that of a host known to us; only its fields are used. */
export const RegisteredMedia = z.object({
  media_id: PinterestId,
  upload_parameters: z.record(z.string(), z.string()),
});

export const MediaStatus = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) });

/** What `prepare` hands to the pipeline and gets back. */
export const Material = z.object({ video: PinterestId.optional() });

/** https://developers.pinterest.com/docs/reference/error-codes/: codes are not documented in full, so status decides. */
export const Refusal = z.object({ code: lenient(z.int()), message: z.string() });

/** A new refresh token comes only with those that roll on. */
export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(z.number().positive().max(1e9)),
});
