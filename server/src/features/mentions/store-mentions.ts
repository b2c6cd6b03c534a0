import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformMention, RemovedItem } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import { giveUpComment } from '../comments/index.ts';
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
import * as mentions from './mention.repository.ts';
import { mentionType } from './mention.ts';

/**
 * Stores mentions and returns their events. A comment on a post that is known as the account's own is a comment only; one
 * below another post, which some platforms tell as a comment too, is a mention only. It causes its event even when it was
 * told as a comment first, because the event of that comment names a comment that is gone.
 */
export async function storeMentions(tx: Runner, items: readonly InboxItem<PlatformMention>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const storable = storableItems(items);
  const early = await takeChanges(tx, 'mention', storable);
  for (const each of storable) {
    const { inbox, item: mention } = each;
    const author = toStoredPerson(mention.author);
    const [removed] = early(each);
    await giveUpComment(tx, inbox, mention.platformId);
    const written = await mentions.upsert(tx, inbox, {
      id: newId('mnt'),
      mention,
      author,
      removedAt: removed?.at,
    });
    if (written === undefined || !written.is_new || !isNews(inbox, mention.createdAt)) continue;
    const arrived = {
      ...mention,
      id: written.id,
      author,
      metadata: { mention_type: mentionType(mention.platformId, mention.platformPostId) },
      isRemoved: removed !== undefined,
    };
    events.push(receivedEvent(inbox, 'mention', `Mention by ${nameOf(author)}`, arrived));
  }
  return events;
}

/** Removes a mention that was removed on the platform. The removal waits when it comes before the mention. */
export async function removeMention(inbox: Inbox, removal: RemovedItem): Promise<void> {
  await removeOrWait(inbox, removal, mentions.remove);
}
