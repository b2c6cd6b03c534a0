import type { RemovedItem } from '../../core/connector.ts';
import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformReview } from '../../core/inbox.ts';
import { toStorable } from '../../lib/storable-text.ts';
import {
  type Inbox,
  interactionEvent,
  isNews,
  keepChange,
  nameOf,
  takeChanges,
  toInteraction,
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
    const isRemoved = removed !== undefined;
    const { rating } = review;
    const interaction = toInteraction(inbox, 'review', {
      id: written.id,
      platformId: review.platformId,
      author,
      text: isRemoved ? '' : review.text,
      metadata: isRemoved ? { rating, removed: true } : { rating },
      createdAt: review.createdAt,
    });
    const raw = isRemoved ? null : review.raw;
    const summary = `Review by ${nameOf(author)}: ${rating} of 5`;
    events.push(interactionEvent('review.received', summary, inbox, interaction, raw));
  }
  return events;
}

/** Removes a review that was removed on the platform. The removal waits when it comes before the review. */
export async function removeReview(inbox: Inbox, { platformId, at }: RemovedItem): Promise<void> {
  if (await reviews.remove(inbox.tx, inbox, platformId, at)) return;
  await keepChange(inbox.tx, inbox, 'review', platformId, { change: 'removed', actor: '', at, data: {} });
}
