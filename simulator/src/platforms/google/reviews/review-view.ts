import type { Google, ReplyRow, ReviewRow } from '../store.ts';

const stars = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews */
export function reviewView(google: Google, row: ReviewRow): Record<string, unknown> {
  const { clock, media } = google.world;
  return {
    name: row.name,
    reviewId: row.name.slice(row.name.lastIndexOf('/') + 1),
    reviewer: { profilePhotoUrl: media.sample('avatar.png'), displayName: row.reviewer, isAnonymous: false },
    starRating: stars[row.rating - 1],
    ...(row.comment !== '' && { comment: row.comment }),
    createTime: clock.iso(row.created_at),
    updateTime: clock.iso(row.updated_at),
    ...(row.reply && { reviewReply: replyView(google, row.reply) }),
  };
}

export function replyView({ world }: Google, reply: ReplyRow): Record<string, unknown> {
  const reviewReplyState = reply.polls_left > 0 ? 'PENDING' : reply.is_rejected ? 'REJECTED' : 'APPROVED';
  return { comment: reply.comment, updateTime: world.clock.iso(reply.updated_at), reviewReplyState };
}

/** With one decimal, as Google shows it. */
export function averageRating(rows: readonly ReviewRow[]): number {
  const sum = rows.reduce((total, { rating }) => total + rating, 0);
  return Math.round((10 * sum) / rows.length) / 10;
}
