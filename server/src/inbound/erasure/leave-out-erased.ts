import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Runner } from '../../db/query.ts';
import type { InboxItem } from '../../features/inbox/index.ts';
import { erasedAt, hashOf } from './erased-people.repository.ts';

/** Leaves out items of erased people, and of accounts that they had connected, from before the erasure. */
export async function leaveOutErased(
  tx: Runner,
  items: readonly InboxItem<InboundItem>[],
): Promise<readonly InboxItem<InboundItem>[]> {
  const [asked] = items.filter(({ inbox }) => inbox.hasErasedPeople);
  if (asked === undefined) return items;
  const { tenantId } = asked.inbox;
  const made = items.map(({ inbox, item }) => {
    const { at, personId } = madeBy(item) ?? {};
    const ids = at === undefined ? [] : [inbox.accountId, ...(personId === undefined ? [] : [personId])];
    return { at, hashes: ids.map((id) => hashOf(inbox, id)) };
  });
  const erased = await erasedAt(
    tx,
    tenantId,
    made.flatMap(({ hashes }) => hashes),
  );
  return items.filter((_, index) => {
    const { at, hashes } = made[index] as (typeof made)[number];
    return !hashes.some((hash) => at !== undefined && at <= (erased.get(hash) ?? NEVER));
  });
}

const NEVER = new Date(-8.64e15);

/** The other side of an item, and its time; undefined for items without a person. */
function madeBy(item: InboundItem): { readonly at: Date; readonly personId?: string | undefined } | undefined {
  switch (item.kind) {
    case 'comment':
      return { at: item.comment.createdAt, personId: item.comment.author.id };
    case 'mention':
      return { at: item.mention.createdAt, personId: item.mention.author.id };
    case 'review':
      return { at: item.review.createdAt, personId: item.review.author.id };
    case 'message':
      return { at: item.message.createdAt, personId: item.message.participant.id };
    case 'message_status':
      return { at: item.status.at, personId: item.status.participantId };
    case 'message_change':
      return { at: item.change.at, personId: item.change.personId };
    default:
      return undefined;
  }
}
