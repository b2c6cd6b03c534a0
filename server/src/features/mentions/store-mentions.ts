import type { RemovedItem } from '../../core/connector.ts';
import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformMention } from '../../core/inbox.ts';
import { toStorable } from '../../lib/storable-text.ts';
import { giveUpComment } from '../comments/index.ts';
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
import * as mentions from './mention.repository.ts';
import { mentionType } from './mention.ts';

/**
 * Stores mentions and returns their events. A comment on a post that is known as the account's own is a comment only; one
 * below another post, which some platforms tell as a comment too, is a mention only.
 */
export async function storeMentions(inbox: Inbox, items: readonly PlatformMention[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const early = await takeChanges(
    inbox.tx,
    inbox,
    'mention',
    items.map((item) => item.platformId),
  );
  for (const mention of items.map(toStorable)) {
    const author = toStoredPerson(mention.author);
    const [removed] = early.get(mention.platformId) ?? [];
    const wasComment = await giveUpComment(inbox.tx, inbox, mention.platformId);
    const written = await mentions.upsert(inbox.tx, inbox, {
      id: newId('mnt'),
      mention,
      author,
      removedAt: removed?.at,
    });
    if (written === undefined || !written.is_new || wasComment || !isNews(inbox, mention.createdAt)) continue;
    const isRemoved = removed !== undefined;
    const mention_type = mentionType(mention.platformId, mention.platformPostId);
    const interaction = toInteraction(inbox, 'mention', {
      id: written.id,
      platformId: mention.platformId,
      author,
      text: isRemoved ? '' : mention.text,
      metadata: isRemoved ? { mention_type, removed: true } : { mention_type },
      createdAt: mention.createdAt,
      platformPostId: mention.platformPostId,
      permalink: mention.permalink,
    });
    const raw = isRemoved ? null : mention.raw;
    events.push(interactionEvent('mention.received', `Mention by ${nameOf(author)}`, inbox, interaction, raw));
  }
  return events;
}

/** Removes a mention that was removed on the platform. The removal waits when it comes before the mention. */
export async function removeMention(inbox: Inbox, { platformId, at }: RemovedItem): Promise<void> {
  if (await mentions.remove(inbox.tx, inbox, platformId, at)) return;
  await keepChange(inbox.tx, inbox, 'mention', platformId, { change: 'removed', actor: '', at, data: {} });
}
