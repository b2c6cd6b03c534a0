import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformCount, platformTime } from '../shared/call-platform.ts';

/** Ids are opaque text; on Mastodon itself they are decimal. */
export const MastodonId = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine((id) => /^[\w-]{1,64}$/.test(id), 'not an id');

export const Rejection = z.object({ error: z.string().min(1) });

/** The author of a status. */
export const Account = z.object({
  id: MastodonId,
  username: optionalText,
  acct: optionalText,
  display_name: optionalText,
  avatar: optionalText,
});

const Visibility = z.enum(['public', 'unlisted', 'private', 'direct']);
export type Visibility = z.output<typeof Visibility>;

export const Status = z.object({
  id: MastodonId,
  created_at: platformTime,
  in_reply_to_id: MastodonId.nullish(),
  in_reply_to_account_id: MastodonId.nullish().catch(undefined),
  /** Other servers have further words for an audience. An unknown one counts as private. */
  visibility: Visibility.catch('direct'),
  content: z.string(),
  url: lenient(z.string().max(4000).nullable()),
  account: Account,
  media_attachments: lenient(z.array(z.unknown())),
  mentions: lenient(z.array(z.object({ id: MastodonId }))),
  favourites_count: lenient(platformCount),
  replies_count: lenient(platformCount),
});
export type Status = z.output<typeof Status>;

/** A list that can prove "it did not happen", because every item must be readable. */
export const ProvenStatuses = z.array(Status);

/** The thread around a status. */
export const Context = z.object({ ancestors: eachValid(Status), descendants: eachValid(Status) });

/** A thread of private statuses with the others in it, and its newest status. */
const Conversation = z.object({ accounts: z.array(Account), last_status: Status });
export const Conversations = eachValid(Conversation);

/** An attachment of a shown status: `gifv` is a video, `unknown` could not be processed. */
export const ShownMedia = eachValid(
  z.object({
    type: z.enum(['image', 'gifv', 'video', 'audio']).optional().catch(undefined),
    url: lenient(z.string().max(4000)),
  }),
);

/** Some servers ignore the wanted types. */
export const Notification = z.object({
  id: MastodonId,
  type: z.literal('mention'),
  created_at: platformTime,
  status: Status,
});
export const Notifications = eachValid(Notification);

/** The text of a status as it was written. */
export const StatusSource = z.object({
  text: z.string(),
  spoiler_text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
});

/** The parts of a status that an edit must repeat. */
export const EditableStatus = z.object({
  id: MastodonId,
  media_attachments: z.array(z.object({ id: MastodonId })),
  sensitive: z.boolean(),
  language: lenient(z.string().max(40).nullable()),
  poll: z.unknown(),
});

export const CountedStatus = z.object({
  id: MastodonId,
  favourites_count: lenient(metricCount),
  replies_count: lenient(metricCount),
  reblogs_count: lenient(metricCount),
});

export const CountedAccount = z.object({
  id: MastodonId,
  followers_count: lenient(metricCount),
  following_count: lenient(metricCount),
  statuses_count: lenient(metricCount),
});

/** A status of the account with its counters. */
const ArchivedStatus = Status.extend({ reblogs_count: lenient(platformCount) });
export type ArchivedStatus = z.output<typeof ArchivedStatus>;
export const ArchivedStatuses = eachValid(ArchivedStatus);

/** The response to a new, edited or deleted status, with its address for the permalink. */
export const CreatedStatus = z.object({ id: MastodonId, url: lenient(z.string().max(4000).nullable()) });

/** While an attachment is processed its address is null. */
export const Attachment = z.object({ id: MastodonId, url: z.string().nullish() });

export const OwnAccount = z.object({
  id: MastodonId,
  username: z.string().min(1).max(200),
  acct: optionalText,
  display_name: optionalText,
  avatar: optionalText,
  url: optionalText,
  note: optionalText,
  source: lenient(z.object({ note: optionalText })),
});
