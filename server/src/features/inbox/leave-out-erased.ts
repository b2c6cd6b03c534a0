import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Person } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import { erasedAt, hashOf, type Where } from './erased-people.repository.ts';
import type { InboxItem } from './inbox-item.ts';

/**
 * Leaves out items of erased people, and of accounts that they had connected, from before the erasure; also the account's own
 * answers to those. Everything that people wrote passes here on its way from a platform to our tables. The caller has opened
 * the inboxes: a person who is erased meanwhile is either known here, or the erasure finds what is stored.
 */
export async function leaveOutErased<Item extends InboundItem>(
  tx: Runner,
  items: readonly InboxItem<Item>[],
): Promise<readonly InboxItem<Item>[]> {
  const [asked] = items.filter(({ inbox }) => inbox.hasErasedPeople);
  if (asked === undefined) return items;
  const made = items.map(({ inbox, item }) => {
    const { at, personIds } = madeBy(item) ?? {};
    const ids = personIds === undefined ? [] : [inbox.accountId, ...personIds];
    return { at, hashes: ids.map((id) => hashOf(inbox, id)) };
  });
  const erased = await erasedAt(
    tx,
    asked.inbox.tenantId,
    made.flatMap(({ hashes }) => hashes),
  );
  const isErased = (index: number) => {
    const { at, hashes } = made[index] as (typeof made)[number];
    return hashes.some((hash) => at !== undefined && at <= (erased.get(hash) ?? NEVER));
  };
  const gone = new Set(items.flatMap(({ item }, index) => (isErased(index) ? (commentIdOf(item) ?? []) : [])));
  return items.filter(({ item }, index) => !isErased(index) && !isOwnAnswerTo(item, gone));
}

/** Whether everything of the person was erased. They may have written again since. */
export async function wasErased(db: Runner, where: Where, personId: string): Promise<boolean> {
  return (await erasedAt(db, where.tenantId, [hashOf(where, personId)])).size > 0;
}

const NEVER = new Date(-8.64e15);

function commentIdOf(item: InboundItem): string | undefined {
  return item.kind === 'comment' ? item.comment.platformId : undefined;
}

function isOwnAnswerTo(item: InboundItem, commentIds: ReadonlySet<string>): boolean {
  return item.kind === 'comment' && item.comment.isOwner && commentIds.has(item.comment.parentId ?? '');
}

interface Made {
  readonly at: Date;
  /** The ids of the other side; empty where the platform does not tell. */
  readonly personIds: readonly string[];
}

/** The other side of an item, and its time; undefined for items without a person. */
function madeBy(item: InboundItem): Made | undefined {
  switch (item.kind) {
    case 'comment':
      return { at: item.comment.createdAt, personIds: idsOf(item.comment.author) };
    case 'mention':
      return { at: item.mention.createdAt, personIds: idsOf(item.mention.author) };
    case 'review':
      return { at: item.review.createdAt, personIds: idsOf(item.review.author) };
    case 'message':
      return { at: item.message.createdAt, personIds: idsOf(item.message.participant) };
    case 'message_status':
      return { at: item.status.at, personIds: known(item.status.participantId, item.status.otherPersonIds) };
    case 'message_change':
      return { at: item.change.at, personIds: known(item.change.personId, item.change.otherPersonIds) };
    default:
      return undefined;
  }
}

function idsOf({ id, otherIds }: Person): string[] {
  return known(id, otherIds);
}

function known(id: string | undefined, others: readonly string[] = []): string[] {
  return id === undefined ? [...others] : [id, ...others];
}
