import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformReview, RemovedItem } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import {
  type Inbox,
  type InboxItem,
  isNews,
  nameOf,
  receivedEvent,
  removeOrWait,
  storableItems,
  takeChanges,
  toStoredPerson,
} from '../inbox/index.ts';
import * as reviews from './review.repository.ts';

/** Stores reviews with the owner's reply, and returns the events of the new ones. */
export async function storeReviews(tx: Runner, items: readonly InboxItem<PlatformReview>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const storable = storableItems(items);
  const early = await takeChanges(tx, 'review', storable);
  for (const each of storable) {
    const { inbox, item: review } = each;
    const author = toStoredPerson(review.author);
    const [removed] = early(each);
    const written = await reviews.upsert(tx, inbox, { id: newId('rev'), review, author, removedAt: removed?.at });
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
