import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { ownLocation } from '../access.ts';
import { invalidField, notFound } from '../errors.ts';
import { nextPage, pageOf } from '../paging.ts';
import { hasPhoneNumber } from '../posts/post-input.ts';
import type { Google, ReplyRow, ReviewRow } from '../store.ts';
import { averageRating, replyView, reviewView } from './review-view.ts';

const replyBytesMax = 4096;
const size = { usual: 50, max: 50 };

type Order = (a: ReviewRow, b: ReviewRow) => number;

/** The newest comes first wherever nothing else is asked for, or it is a tie. */
const newest: Order = (a, b) => b.updated_at - a.updated_at || b.created_at - a.created_at;
const orders: Readonly<Record<string, Order>> = {
  'updatetime desc': newest,
  rating: (a, b) => a.rating - b.rating || newest(a, b),
  'rating desc': (a, b) => b.rating - a.rating || newest(a, b),
};

function sorted(call: Call, rows: ReviewRow[]): ReviewRow[] {
  const options = (call.input('orderBy') || 'updateTime desc').toLowerCase().replace('_', '');
  const order = orders[options];
  if (!order) throw invalidField('order_by', 'Invalid order_by.', options);
  return rows.reverse().sort(order);
}

function visibleReviews({ world, store }: Google, location: string): ReviewRow[] {
  const now = world.clock.now();
  return store.reviews.where('location', location).filter(({ visible_at }) => visible_at <= now);
}

/** `GET /v4/{location}/reviews`. */
export function listReviews(google: Google, call: Call): PlatformResponse {
  const rows = visibleReviews(google, ownLocation(google, call).name);
  const page = pageOf(call, sorted(call, rows), size);
  if (rows.length === 0) return json({});
  return json({
    reviews: page.rows.map((row) => reviewView(google, row)),
    averageRating: averageRating(rows),
    totalReviewCount: rows.length,
    ...nextPage(page),
  });
}

function ownReview(google: Google, call: Call): ReviewRow {
  const { name } = ownLocation(google, call);
  const row = google.store.reviews.get(`${name}/reviews/${call.param('review')}`);
  if (!row) throw notFound();
  return row;
}

/** `GET /v4/{review}`; each look takes the moderation of its reply one step on. */
export function readReview(google: Google, call: Call): PlatformResponse {
  const row = ownReview(google, call);
  const { reply } = row;
  const response = json(reviewView(google, row));
  if (reply && reply.polls_left > 0)
    call.effect(() =>
      google.store.reviews.put(row.name, { ...row, reply: { ...reply, polls_left: reply.polls_left - 1 } }),
    );
  return response;
}

/** `PUT /v4/{review}/reply`: makes the one reply, or puts another in its place. Its response is always PENDING. */
export function putReply(google: Google, call: Call): PlatformResponse {
  const row = ownReview(google, call);
  const { comment } = call.body;
  if (typeof comment !== 'string' || comment.trim() === '') throw invalidField('comment', 'A comment is required.');
  if (Buffer.byteLength(comment) > replyBytesMax) throw invalidField('comment', 'Comment is too long.', comment);
  const reply: ReplyRow = call.effect(() => {
    const made = {
      comment,
      updated_at: google.world.clock.now(),
      is_rejected: hasPhoneNumber(comment),
      polls_left: call.notReadyPolls(),
    };
    google.store.reviews.put(row.name, { ...row, reply: made });
    call.record({ kind: 'reply', platform_id: `${row.name}/reply`, text: comment, in_reply_to: row.name });
    return made;
  });
  return json({ ...replyView(google, reply), reviewReplyState: 'PENDING' });
}

/** `DELETE /v4/{review}/reply`. */
export function deleteReply(google: Google, call: Call): PlatformResponse {
  const row = ownReview(google, call);
  const { reply } = row;
  if (!reply) throw notFound();
  call.effect(() => {
    google.store.reviews.put(row.name, { ...row, reply: null });
    call.record({ kind: 'delete', platform_id: `${row.name}/reply`, text: reply.comment, in_reply_to: row.name });
  });
  return json({});
}
