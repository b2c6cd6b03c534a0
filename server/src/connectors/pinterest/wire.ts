import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformTime } from '../shared/call-platform.ts';

// Pinterest's responses as far as we need them: strict for the fields that decide, lenient for the rest.

/** Ids are decimal text beyond 2^53. Nothing else passes, because they become part of paths. */
export const PinterestId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}$/));

/** Times come without a zone and are in UTC. */
const utcTime = z
  .string()
  .max(64)
  .transform((text) => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`))
  .pipe(platformTime);

export const OwnAccount = z.object({
  id: PinterestId,
  username: z.string().min(1),
  business_name: optionalText,
  about: optionalText,
  profile_image: optionalText,
  account_type: optionalText,
  website_url: optionalText,
});
const count = lenient(metricCount);
/** Numbers by Pinterest's names. Rates and averages are not whole numbers. */
const numbers = lenient(z.record(z.string(), count));

export const CountedAccount = OwnAccount.extend({
  follower_count: count,
  following_count: count,
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

/** A pin of a list. An unreadable pin invalidates the list, because it may be the pin we look for. */
export const ListedPin = z.object({
  id: PinterestId,
  created_at: utcTime,
  title: z.string().nullish(),
  description: z.string().nullish(),
  media: lenient(z.object({ media_type: optionalText, items: lenient(z.array(z.unknown())) })),
});
export type ListedPin = z.output<typeof ListedPin>;

export const PinPage = z.object({ items: z.array(ListedPin), bookmark: z.string().nullish() });

const image = z.object({ url: z.string().min(1) });
const images = lenient(z.record(z.string(), lenient(image)));
/** A carousel has the images of its items only. */
const shownMedia = z.object({
  cover_image_url: optionalText,
  images,
  items: lenient(z.array(z.object({ images }))),
});
const ShownPin = z.object({
  id: PinterestId,
  created_at: utcTime,
  title: z.string().nullish(),
  board_id: lenient(PinterestId),
  media: lenient(shownMedia),
});
export type ShownPin = z.output<typeof ShownPin>;
export const ShownPins = z.object({ items: eachValid(ShownPin) });

/** A pin for an export. The duration is in milliseconds; the counters stand apart for 90 days and the lifetime. */
const ArchivedPin = ShownPin.extend({
  description: z.string().nullish(),
  media: lenient(shownMedia.extend({ media_type: optionalText, duration: lenient(z.number().positive()) })),
  pin_metrics: lenient(z.object({ lifetime_metrics: numbers })),
});
export type ArchivedPin = z.output<typeof ArchivedPin>;
export const ArchivedPins = z.object({ items: eachValid(ArchivedPin), bookmark: z.string().nullish() });

/** An upload address for a video. The host is known to us, so only the fields of the address are used. */
export const RegisteredMedia = z.object({
  media_id: PinterestId,
  upload_parameters: z.record(z.string(), z.string()),
});

export const MediaStatus = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) });

/** The result of `prepare`, which the effect gets back. */
export const Material = z.object({ video: PinterestId.optional() });

/**
 * https://developers.pinterest.com/docs/reference/error-codes/: codes are not documented in full, so status decides.
 */
export const Rejection = z.object({ code: lenient(z.int()), message: z.string() });

/** Only continuous refresh tokens are replaced. */
export const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(z.number().positive().max(1e9)),
});

export const PinAnalytics = z.object({ all: z.object({ lifetime_metrics: numbers, summary_metrics: numbers }) });

const day = z.object({ date: z.iso.date(), metrics: z.record(z.string(), count) });
export const AccountAnalytics = z.object({ all: z.object({ daily_metrics: eachValid(day) }) });
