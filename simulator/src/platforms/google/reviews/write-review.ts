import { Rejected } from '../../../core/calls/response.ts';
import type { OwnThing, VisitorResult } from '../../../core/control/visitors.ts';
import type { Google, ReviewRow } from '../store.ts';

/** A visitor's review; `text` may be empty. */
interface ReviewOptions {
  /** platform_id of the account. */
  readonly location: string;
  readonly rating: number;
  readonly text: string;
  /** The visitor's name; without it always the same one. */
  readonly username?: string | undefined;
  visibleAt(): number;
}

/** A customer's review. A second one by the same person takes the place of the first and keeps its reply. */
export function visitorReviews(google: Google, options: ReviewOptions): VisitorResult {
  const { world, store } = google;
  const { location, text, username = 'Jane Smith' } = options;
  const rating = ([1, 2, 3, 4, 5] as const).find((stars) => stars === options.rating);
  if (!rating) throw new Rejected(400, 'A review has one to five stars.');
  return world.effect(() => {
    const now = world.clock.now();
    const known = store.reviews.where('location', location).find(({ reviewer }) => reviewer === username);
    const row: ReviewRow = {
      name: known?.name ?? `${location}/reviews/${world.ids.text('AbFv', 60)}`,
      location,
      reviewer: username,
      rating,
      comment: text,
      created_at: known?.created_at ?? now,
      updated_at: now,
      visible_at: known?.visible_at ?? options.visibleAt(),
      reply: known?.reply ?? null,
    };
    store.reviews.put(row.name, row);
    return { platform_id: row.name, username, rating, text };
  });
}

/** Another text, or other stars, for a review. */
export function visitorEdits(google: Google, { account, id, ...options }: OwnThing): VisitorResult {
  const row = google.store.reviews.get(id);
  if (row?.location !== account.platform_id) throw new Rejected(404, `No review ${id}.`);
  const { rating = row.rating, visibleAt } = options;
  const text = options.text || row.comment;
  return visitorReviews(google, { location: row.location, rating, text, username: row.reviewer, visibleAt });
}

/** Google tells nobody that a review is gone. */
export function visitorDeletes({ world, store }: Google, { account, id }: OwnThing): VisitorResult {
  const row = store.reviews.get(id);
  if (row?.location !== account.platform_id) throw new Rejected(404, `No review ${id}.`);
  return world.effect(() => {
    store.reviews.delete(id);
    return { platform_id: id, username: row.reviewer };
  });
}
