import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { Account } from '../../core/world/world.ts';
import { conversationOf, deliver, notify, withdraw } from './deliver.ts';
import { person, personFor } from './people.ts';
import { byId, isPerson, type PersonRow, type StatusRow, type Store, type Visibility } from './store.ts';
import { idOf, mentionedIn } from './text.ts';

/** A visitor answers a status of the account (the newest one, when none is named) or another comment below it. */
export function comment(store: Store, action: VisitorAction): VisitorResult {
  return write(store, action, 'public', answered(store, action));
}

export function mention(store: Store, action: VisitorAction): VisitorResult {
  return write(store, action, 'public', undefined);
}

/** A message is a status of visibility direct, in the thread of the messages before it; `kind`: a file that it attaches. */
export function message(store: Store, action: VisitorAction): VisitorResult {
  const { account, messageId } = action;
  const from = personFor(store, action.username);
  const last = from && conversationOf(store, account.platform_id, [from.id])?.last_status;
  const id = messageId ?? last;
  const parent = id === undefined ? undefined : store.statuses.get(id);
  if (messageId !== undefined && !parent) throw new Rejected(404, `No message ${messageId}.`);
  return write(store, action, 'direct', parent);
}

/** Another text for a status of a visitor's. */
export function edit(store: Store, action: OwnThing): VisitorResult {
  const { status, author } = own(store, action);
  const { clock } = store.world;
  const { text, spoiler_text, edited_at, created_at } = status;
  return store.world.effect(() => {
    const edits = [...status.edits, { text, spoiler_text, at: edited_at ?? created_at }];
    const after = addressed(store, action);
    store.statuses.put(status.id, { ...status, text: after, edits, edited_at: clock.now() });
    return { platform_id: status.id, ...named(author), text: after };
  });
}

/** The status is gone, and what told of it. */
export function remove(store: Store, action: OwnThing): VisitorResult {
  const { status, author } = own(store, action);
  return store.world.effect(() => {
    withdraw(store, status);
    return { platform_id: status.id, ...named(author) };
  });
}

function own(store: Store, { id }: OwnThing): { status: StatusRow; author: PersonRow } {
  const status = store.statuses.get(id);
  const author = status && store.profile(status.author);
  if (!status || !author) throw new Rejected(404, `No status ${id}.`);
  if (!isPerson(author)) throw new Rejected(409, 'The account has written this status.');
  return { status, author };
}

/** The text with the account's name in it, as other servers send it. */
function addressed(store: Store, { account, text }: VisitorAction): string {
  const isMentioned = mentionedIn(text, store).some((profile) => idOf(profile) === account.platform_id);
  return isMentioned ? text : `@${account.username} ${text}`.trim();
}

const attachable = { image: 'sample.jpg', gifv: 'sample.gif', video: 'sample.mp4', audio: 'sample.mp4' } as const;

/** Ids of what the status attaches. Inside an effect. */
function attached(store: Store, { account, kind, url }: VisitorAction, status: string): string[] {
  if (kind === undefined || kind === 'text') return [];
  if (!(kind in attachable))
    throw new Rejected(400, `kind must be one of: text, ${Object.keys(attachable).join(', ')}.`);
  const type = kind as keyof typeof attachable;
  const row = {
    id: store.newId(),
    account: account.platform_id,
    type,
    url: url ?? store.world.media.sample(attachable[type]),
    description: null,
    focus: { x: 0, y: 0 },
    width: null,
    height: null,
    duration: null,
    polls_left: 0,
    status,
  };
  store.media.put(row.id, row);
  return [row.id];
}

/** A favourite, of which the account hears. */
export function like(store: Store, action: VisitorAction): VisitorResult {
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
export function share(store: Store, action: VisitorAction): VisitorResult {
  const status = answered(store, action);
  return store.world.effect(() => {
    const from = person(store, action.username);
    const reblogged_by = [...new Set([...(status.reblogged_by ?? []), from.id])];
    store.statuses.put(status.id, { ...status, reblogged_by });
    return { platform_id: status.id, ...named(from) };
  });
}

/** The status that the action is about: the one that is named, else the account's newest. */
function answered(store: Store, { account, parentId, postId }: VisitorAction): StatusRow {
  const id = parentId ?? postId ?? newestPost(store, account)?.id;
  const status = id === undefined ? undefined : store.statuses.get(id);
  if (status) return status;
  throw new Rejected(404, id === undefined ? 'The account has posted nothing yet.' : 'No such post or comment.');
}

function named({ id, username, domain }: PersonRow) {
  return { username: `${username}@${domain}`, person_id: id };
}

function write(
  store: Store,
  action: VisitorAction,
  visibility: Visibility,
  parent: StatusRow | undefined,
): VisitorResult {
  return store.world.effect(() => {
    const from = person(store, action.username);
    const text = addressed(store, action);
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
      media: attached(store, action, id),
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
