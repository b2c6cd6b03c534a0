import { z } from 'zod';
import { lenient } from '../shared/call-platform.ts';
import { toContainerState } from '../shared/meta/containers.ts';
import { graphPage } from '../shared/meta/paging.ts';
import { graphId, graphTime, text, withRaw } from '../shared/meta/wire.ts';

// Responses of Threads. Lenient about fields that we can do without, strict about fields that decide. A request for an
// unknown field fails the whole call, so the lists below hold documented fields only.

export const CONTAINER_FIELDS = 'id,status,error_message';

/** An unknown state makes the response invalid. */
export const containerStatus = z.object({ status: z.string(), error_message: text }).transform((raw, ctx) => {
  const state = toContainerState(raw.status);
  if (state !== undefined) return { state, detail: raw.error_message ?? '' };
  ctx.addIssue({ code: 'custom', message: 'not a state of a container' });
  return z.NEVER;
});

const reference = lenient(z.object({ id: graphId }));

export const MEDIA_FIELDS = 'id,media_type,permalink,text,timestamp,children,is_reply,replied_to';

/** A post or reply of the account. Threads omits empty fields. */
export const media = z.object({
  id: graphId,
  media_type: text,
  permalink: text,
  text,
  timestamp: graphTime,
  children: lenient(z.object({ data: z.array(z.unknown()) })),
  is_reply: lenient(z.boolean()),
  replied_to: reference,
});
export type WireMedia = z.infer<typeof media>;
export const mediaPage = graphPage(media);

export const ARCHIVED_FIELDS = 'id,media_type,media_url,thumbnail_url,permalink,text,timestamp';
const archivedMedia = media
  .pick({ id: true, media_type: true, permalink: true, text: true, timestamp: true })
  .extend({ media_url: text, thumbnail_url: text });
export type ArchivedMedia = z.infer<typeof archivedMedia>;
export const archivedPage = graphPage(archivedMedia);

export const anyMedia = z.object({ id: graphId });

export const COMMENT_FIELDS =
  'id,text,username,timestamp,permalink,media_type,has_replies,root_post,replied_to,is_reply,is_reply_owned_by_me,hide_status';

/** A reply under a post. Its author has a name and no id. */
export const comment = z.object({
  id: graphId,
  text,
  username: text,
  timestamp: graphTime,
  replied_to: reference,
  is_reply_owned_by_me: lenient(z.boolean()),
  hide_status: text,
});
export type WireComment = z.infer<typeof comment>;
export const commentPage = graphPage(withRaw(comment));

export const MENTION_FIELDS = 'id,text,username,timestamp,permalink,is_reply,root_post,replied_to';

/** A post of somebody else that mentions the account, in lists and in callbacks. */
const mention = z.object({
  id: graphId,
  text,
  username: text,
  timestamp: graphTime,
  permalink: text,
  root_post: reference,
});
export type WireMention = z.infer<typeof mention>;
export const mentionPage = graphPage(withRaw(mention));

/** A callback. `values` is an object in the documentation and a list in real callbacks. */
export const callback = z.object({
  target_id: lenient(graphId),
  time: z.unknown().optional(),
  values: z.union([z.array(z.unknown()), z.unknown().transform((value) => [value])]),
});

/** A reply in a callback. */
export const replyNotice = comment.extend({
  timestamp: z.unknown().optional(),
  root_post: z.object({ id: graphId, owner_id: lenient(graphId) }),
});

export const mentionNotice = mention.extend({
  timestamp: z.unknown().optional(),
  root_post: lenient(z.object({ id: graphId, owner_id: lenient(graphId) })),
});

/** A post or reply that was deleted. */
export const deleteNotice = z.object({ id: graphId, deleted_at: z.unknown().optional() });

export const PROFILE_FIELDS = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified';

export const profile = z.object({
  id: graphId,
  username: z.string().min(1),
  name: text,
  threads_profile_picture_url: text,
  threads_biography: text,
  is_verified: lenient(z.boolean()),
});
export type WireProfile = z.infer<typeof profile>;

const quota = z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) });
export const publishingLimit = z.object({ data: z.array(quota).min(1) });

/** The material that `prepare` returns and the pipeline gives back. */
export const material = z.object({
  container: graphId,
  children: z.array(graphId),
  mediaCount: z.int(),
  text: z.string(),
  replyTo: graphId.optional(),
  preparedAt: z.iso.datetime(),
  /** True when the customer created the container. */
  isAttached: z.boolean().optional(),
});
export type Material = z.infer<typeof material>;
