import { type StoredActor, storedActor } from '../../../core/actor.ts';
import type { Transaction } from '../../../core/context.ts';
import { callOf, type Deferred } from '../../../db/query.ts';
import { eventRecords } from '../../events/index.ts';
import { asPostHeld, type Hold, hold } from '../../held/index.ts';
import { assertDirect, type Sender } from '../../outcomes/index.ts';
import { usage } from '../../usage/index.ts';
import { columnsOf, dueByAccount } from './account-queue.repository.ts';
import type { NewPost } from './new-post.ts';
import type { ShownPost } from './post.ts';
import { retainMedia, storedItemsOf } from './retain-media.ts';
import { scheduledEvent } from './scheduled-event.ts';
import { targetRecords } from './target.repository.ts';

/** How long the same content counts as a duplicate. */
export const FINGERPRINT_MINUTES = 2;

const writePost = callOf<{ result: Date }>('write_post');

/**
 * Writes a post with everything that belongs to it: fingerprint, targets, the queues of their accounts, the charge and
 * the event. The statements leave with the commit. The transaction aborts with the reason `media`, `duplicate`,
 * `account`, `clock` or `quota:post` when the post may not be written. A draft is free and locks no account.
 * `aheadSeconds`: the offset of the tenant's clock by which the schedule was checked.
 * The result is the row as a read would return it.
 */
export function insertPost(
  tx: Transaction,
  ctx: Sender,
  post: NewPost,
  aheadSeconds?: number | undefined,
): Deferred<ShownPost> {
  if (post.status !== 'draft') assertDirect(ctx);
  const items = storedItemsOf(post);
  if (items.length > 0) tx.defer((db) => retainMedia(db, ctx.tenant.id, items));
  const row = tx.defer(async (db) => {
    const written = await db.first(writePost(parametersOf(ctx, post, aheadSeconds)));
    return toRow(post, storedActor(ctx.actor), written?.result as Date);
  });
  if (post.held !== undefined) tx.defer((db) => hold(db, ctx, [post.held as Hold]));
  return row;
}

function parametersOf({ tenant, actor }: Sender, post: NewPost, aheadSeconds: number | undefined) {
  const accounts = columnsOf(dueByAccount(post));
  return {
    tenant: tenant.id,
    limits: usage.ALLOWANCES.post,
    new_fingerprint: post.fingerprint,
    fingerprint_minutes: FINGERPRINT_MINUTES,
    post: { ...postRecord(post), created_by: storedActor(actor), ahead_seconds: aheadSeconds },
    targets: JSON.stringify(targetRecords(post)),
    account_ids: accounts.ids,
    account_brands: accounts.brands,
    account_dues: accounts.times,
    new_events: post.status === 'scheduled' ? eventRecords([scheduledEvent(post)]) : null,
  };
}

/** The columns of a post as one JSON record. */
export function postRecord(post: NewPost) {
  return {
    id: post.id,
    text: post.text,
    title: post.title,
    status: post.status,
    visibility: post.visibility,
    first_comment: post.firstComment,
    segments: post.segments.length === 0 ? null : post.segments,
    media: post.media,
    platform_data: post.platformData,
    scheduled_at: post.schedule?.at,
    scheduled_local: post.schedule?.local,
    timezone: post.timezone,
  };
}

function toRow(post: NewPost, by: StoredActor, at: Date): ShownPost {
  return {
    id: post.id,
    text: post.text,
    title: post.title,
    status: post.status,
    visibility: post.visibility,
    first_comment: post.firstComment,
    segments: post.segments.length === 0 ? null : [...post.segments],
    media: [...post.media],
    platform_data: { ...post.platformData },
    hidden: false,
    scheduled_at: post.schedule?.at ?? null,
    scheduled_local: post.schedule?.local ?? null,
    timezone: post.timezone,
    published_at: null,
    retry_count: 0,
    created_at: at,
    updated_at: at,
    created_by: by,
    changed_by: null,
    held: post.held === undefined ? null : asPostHeld(post.held),
    review: null,
    targets: targetRecords(post).map((record) => ({
      ...record,
      scheduled_at: record.scheduled_at?.toISOString() ?? null,
      platform_id: null,
      permalink: null,
      published_at: null,
      error: null,
      metadata: {},
      attempt: 0,
    })),
  };
}
