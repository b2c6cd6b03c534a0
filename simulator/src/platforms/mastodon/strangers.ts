import { Refused } from '../../core/calls/answer.ts';
import type { StrangerAction, StrangerResult } from '../../core/control/strangers.ts';
import type { Account } from '../../core/world/world.ts';
import { conversationOf, deliver, notify } from './deliver.ts';
import { person, personFor } from './people.ts';
import { byId, type PersonRow, type StatusRow, type Store, type Visibility } from './store.ts';
import { idOf, mentionedIn } from './text.ts';

/** A stranger answers a status of the account (the newest one, when none is named) or another comment below it. */
export function comment(store: Store, action: StrangerAction): StrangerResult {
  return write(store, action, 'public', answered(store, action));
}

export function mention(store: Store, action: StrangerAction): StrangerResult {
  return write(store, action, 'public', undefined);
}

/** A message is a status of visibility direct, in the thread of the messages before it. */
export function message(store: Store, action: StrangerAction): StrangerResult {
  const from = personFor(store, action.username);
  const known = from && conversationOf(store, action.account.platform_id, [from.id]);
  return write(store, action, 'direct', known && store.statuses.get(known.last_status));
}

/** A favourite, of which the account hears. */
export function like(store: Store, action: StrangerAction): StrangerResult {
  const status = answered(store, action);
  return store.world.effect(() => {
    const from = person(store, action.username);
    if (!status.favourited_by.includes(from.id)) {
      const after = { ...status, favourited_by: [...status.favourited_by, from.id] };
      store.statuses.put(after.id, after);
      notify(store, after.author, 'favourite', after, from.id);
    }
    return { platform_id: status.id, ...named(from) };
  });
}

/** A boost. */
export function share(store: Store, action: StrangerAction): StrangerResult {
  const status = answered(store, action);
  return store.world.effect(() => {
    const from = person(store, action.username);
    const reblogged_by = [...new Set([...(status.reblogged_by ?? []), from.id])];
    store.statuses.put(status.id, { ...status, reblogged_by });
    return { platform_id: status.id, ...named(from) };
  });
}

/** The status that the action is about: the one that is named, else the account's newest. */
function answered(store: Store, { account, parentId, postId }: StrangerAction): StatusRow {
  const id = parentId ?? postId ?? newestPost(store, account)?.id;
  const status = id === undefined ? undefined : store.statuses.get(id);
  if (status) return status;
  throw new Refused(404, id === undefined ? 'The account has posted nothing yet.' : 'No such post or comment.');
}

function named({ id, username, domain }: PersonRow) {
  return { username: `${username}@${domain}`, person_id: id };
}

function write(
  store: Store,
  action: StrangerAction,
  visibility: Visibility,
  parent: StatusRow | undefined,
): StrangerResult {
  return store.world.effect(() => {
    const from = person(store, action.username);
    const { platform_id, username } = action.account;
    const isMentioned = mentionedIn(action.text, store).some((profile) => idOf(profile) === platform_id);
    const text = isMentioned ? action.text : `@${username} ${action.text}`;
    const id = store.newId();
    const now = store.world.clock.now();
    deliver(store, {
      id,
      author: from.id,
      text,
      spoiler_text: '',
      sensitive: false,
      visibility,
      language: 'en',
      in_reply_to_id: parent?.id ?? null,
      in_reply_to_account_id: parent?.author ?? null,
      thread: parent?.thread ?? id,
      media: [],
      mentions: mentionedIn(text, store).map(idOf),
      favourited_by: [],
      poll: null,
      application: null,
      created_at: now,
      edited_at: null,
      edits: [],
      visible_at: action.visibleAt(),
    });
    return { platform_id: id, ...named(from) };
  });
}

function newestPost(store: Store, account: Account): StatusRow | undefined {
  return store.statuses
    .where('author', account.platform_id)
    .filter(({ visibility, in_reply_to_id }) => visibility !== 'direct' && in_reply_to_id === null)
    .sort(byId)
    .at(-1);
}
