import type { InboxEventType, NewEvent } from '../../core/event.ts';
import type { Interaction } from '../../core/events/interaction.ts';
import type { Person } from '../../core/messaging/inbox.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { compact } from '../../lib/compact.ts';
import type { InboxAccount } from './inbox-account.ts';

/** A person as it is stored. */
export function toStoredPerson({ id, name, username, avatarUrl }: Person): StoredPerson {
  return compact({ id, name, username, avatar_url: avatarUrl });
}

/** A person as it is shown: the name is never missing. */
function toShownPerson(person: StoredPerson): Interaction['author'] {
  return { ...person, name: person.name ?? person.username ?? '' };
}

export interface ReceivedItem {
  readonly id: string;
  readonly platformId: string;
  readonly author: StoredPerson;
  readonly recipient?: StoredPerson;
  readonly text?: string | undefined;
  readonly media?: Interaction['content']['media'];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly receivedAt?: Date;
  readonly postId?: string | undefined;
  readonly platformPostId?: string | undefined;
  readonly permalink?: string | undefined;
  readonly conversationId?: string;
  readonly isReply?: boolean;
}

export function toInteraction(
  account: Pick<InboxAccount, 'accountId' | 'platform' | 'livemode'>,
  type: Interaction['type'],
  item: ReceivedItem,
): Interaction {
  return compact({
    id: item.id,
    type,
    platform: account.platform,
    account_id: account.accountId,
    platform_id: item.platformId,
    author: toShownPerson(item.author),
    recipient: item.recipient && toShownPerson(item.recipient),
    content: { text: item.text ?? '', media: [...(item.media ?? [])] },
    metadata: { ...item.metadata },
    created_at: item.createdAt.toISOString(),
    received_at: (item.receivedAt ?? new Date()).toISOString(),
    post_id: item.postId,
    platform_post_id: item.platformPostId,
    permalink: item.permalink,
    conversation_id: item.conversationId,
    is_reply: item.isReply ?? false,
    livemode: account.livemode,
  });
}

/** The event for an item that arrived. */
export function interactionEvent(
  event: Exclude<InboxEventType, `dm.status.${string}`>,
  summary: string,
  account: InboxAccount,
  interaction: Interaction,
  raw: unknown,
): NewEvent {
  return {
    type: event,
    resourceId: interaction.id,
    accountId: account.accountId,
    platform: account.platform,
    summary,
    rawPayload: raw,
    data: interaction,
  };
}

/** A received item with its original. The words of one that was removed before it arrived are not told. */
export interface ArrivedItem extends ReceivedItem {
  readonly raw: unknown;
  readonly isRemoved: boolean;
}

/** The event for a comment, a mention or a review that arrived. */
export function receivedEvent(
  account: InboxAccount,
  type: 'comment' | 'mention' | 'review',
  summary: string,
  { raw, isRemoved, ...item }: ArrivedItem,
): NewEvent {
  const told = isRemoved ? { ...item, text: '', metadata: { ...item.metadata, removed: true } } : item;
  const original = isRemoved ? null : raw;
  return interactionEvent(`${type}.received`, summary, account, toInteraction(account, type, told), original);
}

/** How a person is named in summaries. */
export function nameOf({ id, name, username }: StoredPerson): string {
  return username ?? name ?? id;
}
