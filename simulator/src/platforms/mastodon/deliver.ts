import { compareIds } from './paging.ts';
import { type ConversationRow, isPerson, type StatusRow, type Store } from './store.ts';

/** Stores a new status and tells the business accounts that it mentions; to be called inside an effect. */
export function deliver(store: Store, status: StatusRow): void {
  store.statuses.put(status.id, status);
  for (const id of status.mentions)
    if (id !== status.author && isBusiness(store, id)) notify(store, id, 'mention', status);
  if (status.visibility === 'direct') updateConversations(store, status);
}

export function notify(
  store: Store,
  account: string,
  type: 'mention' | 'favourite',
  status: StatusRow,
  from = status.author,
): void {
  const id = store.newId();
  const { clock } = store.world;
  const visibleAt = type === 'mention' ? status.visible_at : clock.now();
  store.notifications.put(id, {
    id,
    account,
    type,
    from,
    status: status.id,
    created_at: clock.now(),
    visible_at: visibleAt,
  });
}

/** Every business account in a direct status has the conversation, each with the others as its participants. */
function updateConversations(store: Store, status: StatusRow): void {
  const everyone = [...new Set([status.author, ...status.mentions])];
  for (const account of everyone.filter((id) => isBusiness(store, id))) {
    const participants = everyone.filter((id) => id !== account).sort(compareIds);
    const known = conversationOf(store, account, participants);
    // What is older than the last one leaves the conversation where it is.
    const last = known && compareIds(known.last_status, status.id) > 0 ? known.last_status : status.id;
    const conversation: ConversationRow = {
      id: known?.id ?? store.newId(),
      account,
      participants,
      last_status: last,
      unread: last === status.id ? status.author !== account : (known?.unread ?? true),
    };
    store.conversations.put(conversation.id, conversation);
  }
}

export function conversationOf(
  store: Store,
  account: string,
  participants: readonly string[],
): ConversationRow | undefined {
  const key = participants.join();
  return store.conversations.where('account', account).find((row) => row.participants.join() === key);
}

/** Takes a status and everything that points at it away; to be called inside an effect. */
export function withdraw(store: Store, status: StatusRow): void {
  store.statuses.delete(status.id);
  for (const account of status.mentions.filter((id) => isBusiness(store, id)))
    for (const { id, status: about } of store.notifications.where('account', account))
      if (about === status.id) store.notifications.delete(id);
  for (const conversation of store.conversations.all())
    if (conversation.last_status === status.id) rewind(store, conversation, status.thread);
}

function rewind(store: Store, conversation: ConversationRow, thread: string): void {
  const last = store.statuses.where('thread', thread).findLast(({ visibility }) => visibility === 'direct');
  if (last) store.conversations.put(conversation.id, { ...conversation, last_status: last.id });
  else store.conversations.delete(conversation.id);
}

function isBusiness(store: Store, id: string): boolean {
  const profile = store.profile(id);
  return profile !== undefined && !isPerson(profile);
}
