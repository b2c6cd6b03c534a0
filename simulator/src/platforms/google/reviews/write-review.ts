import { escapeHtml, html, Refused } from '../../../core/calls/answer.ts';
import type { OwnThing, StrangerResult } from '../../../core/control/strangers.ts';
import type { Answer, Call } from '../../../core/platform.ts';
import { pushReview } from '../push.ts';
import type { Google, LocationRow, ReviewRow } from '../store.ts';

/** A stranger's review; `text` may be empty. */
export interface ReviewWish {
  /** platform_id of the account. */
  readonly location: string;
  readonly rating: number;
  readonly text: string;
  /** The stranger's name; without it always the same one. */
  readonly username?: string | undefined;
  visibleAt(): number;
}

/** A customer's review. A second one by the same person takes the place of the first and keeps its reply. */
export function strangerReviews(google: Google, wish: ReviewWish): StrangerResult {
  const { world, store } = google;
  const { location, text, username = 'Jane Smith' } = wish;
  const rating = ([1, 2, 3, 4, 5] as const).find((stars) => stars === wish.rating);
  if (!rating) throw new Refused(400, 'A review has one to five stars.');
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
      visible_at: known?.visible_at ?? wish.visibleAt(),
      reply: known?.reply ?? null,
    };
    store.reviews.put(row.name, row);
    pushReview(google, row, known ? 'UPDATED_REVIEW' : 'NEW_REVIEW');
    return { platform_id: row.name, username, rating, text };
  });
}

/** Another text, or other stars, for a review. */
export function strangerEdits(google: Google, { account, id, ...wish }: OwnThing): StrangerResult {
  const row = google.store.reviews.get(id);
  if (row?.location !== account.platform_id) throw new Refused(404, `No review ${id}.`);
  const { rating = row.rating, visibleAt } = wish;
  const text = wish.text || row.comment;
  return strangerReviews(google, { location: row.location, rating, text, username: row.reviewer, visibleAt });
}

/** Google tells nobody that a review is gone. */
export function strangerDeletes({ world, store }: Google, { account, id }: OwnThing): StrangerResult {
  const row = store.reviews.get(id);
  if (row?.location !== account.platform_id) throw new Refused(404, `No review ${id}.`);
  return world.effect(() => {
    store.reviews.delete(id);
    return { platform_id: id, username: row.reviewer };
  });
}

/** `GET /local/writereview?placeid=`: where the `newReviewUri` of a location leads. */
export function showReviewPage(google: Google, call: Call): Answer {
  const place = placeOf(google, call);
  if (!place) return page('This place is not on Google.', 404);
  return page(
    `<h1>${escapeHtml(place.title)}</h1><form method="post">
<input type="hidden" name="placeid" value="${escapeHtml(place.place_id)}">
<p><label>Your name <input name="name" value="Jane Smith"></label></p>
<p><label>Stars <input type="number" name="rating" min="1" max="5" value="5"></label></p>
<p><textarea name="comment" rows="5" cols="40" aria-label="Your review"></textarea></p><p><button>Post</button></p></form>`,
  );
}

/** The same page, sent: a stranger has written a review. */
export function takeReview(google: Google, call: Call): Answer {
  const place = placeOf(google, call);
  if (!place) return page('This place is not on Google.', 404);
  try {
    const wish = { location: place.name, rating: Number(call.input('rating')), text: call.input('comment') ?? '' };
    const username = call.input('name') || undefined;
    const { platform_id } = strangerReviews(google, { ...wish, username, visibleAt: () => call.visibleAt() });
    return page(`<h1>Thank you</h1><p>Your review was posted.</p><p><code>${escapeHtml(platform_id)}</code></p>`);
  } catch (error) {
    if (error instanceof Refused) return page(escapeHtml(error.message), error.status);
    throw error;
  }
}

function placeOf({ store }: Google, call: Call): LocationRow | undefined {
  return store.locations.where('place_id', call.input('placeid') ?? '')[0];
}

function page(content: string, status = 200): Answer {
  return html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Write a review</title>${content}</html>`,
    status,
  );
}
