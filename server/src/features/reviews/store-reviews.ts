import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformReview, RemovedItem } from '../../core/inbox.ts';
import { toStorable } from '../../lib/storable-text.ts';
import {
  type Inbox,
  isNews,
  nameOf,
  receivedEvent,
  removeOrWait,
  takeChanges,
  toStoredPerson,
} from '../inbox/index.ts';
import * as reviews from './review.repository.ts';

/** Stores reviews with the owner's reply, and returns the events of the new ones. */
export async function storeReviews(inbox: Inbox, items: readonly PlatformReview[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const early = await takeChanges(
    inbox.tx,
    inbox,
    'review',
    items.map((item) => item.platformId),
  );
  for (const review of items.map(toStorable)) {
    const author = toStoredPerson(review.author);
    const [removed] = early.get(review.platformId) ?? [];
    const written = await reviews.upsert(inbox.tx, inbox, { id: newId('rev'), review, author, removedAt: removed?.at });
    if (written === undefined || !written.is_new || !isNews(inbox, review.createdAt)) continue;
    const { rating } = review;
    const arrived = { ...review, id: written.id, author, metadata: { rating }, isRemoved: removed !== undefined };
    events.push(receivedEvent(inbox, 'review', `Review by ${nameOf(author)}: ${rating} of 5`, arrived));
  }
  return events;
}

/** Removes a review that was removed on the platform. The removal waits when it comes before the review. */
export async function removeReview(inbox: Inbox, removal: RemovedItem): Promise<void> {
  await removeOrWait(inbox, removal, reviews.remove);
}
