import { Refused } from '../../core/answer.ts';
import type { AccountWish, StrangerAction, StrangerResult } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world.ts';
import { conversationOf, deliver } from './deliver.ts';
import { byId, type PersonRow, type StatusRow, type Store, type Visibility } from './store.ts';
import { idOf, mentionedIn } from './text.ts';

/** Everyone who is not on this instance lives here, unless a name says otherwise. */
const elsewhere = 'friends.example';
const strangerNames = ['jane', 'omar', 'mei', 'lucia', 'tom'];

export function createAccount(store: Store, { username, name }: AccountWish): Account {
  const count = store.world.accounts.all().length;
  const account: Account = {
    platform_id: store.newId(),
    username: username ?? freeUsername(store, count),
    name: name ?? username ?? 'Acme Coffee',
    picture_url: store.world.media.sample('avatar.png'),
    created_at: store.world.clock.now(),
  };
  store.world.accounts.put(account);
  return account;
}

function freeUsername(store: Store, count: number): string {
  for (let number = count; ; number += 1) {
    const username = number === 0 ? 'acme' : `acme${number + 1}`;
    if (!store.world.accounts.byUsername(username)) return username;
  }
}

/** Tokens of an instance neither expire nor refresh. */
export function connect(store: Store, account: Account): TokenPair {
  const scopes = ['profile', 'read', 'write', 'push'];
  const token = store.world.tokens.issue({ kind: 'access', account: account.platform_id, scopes });
  return { access_token: token.value };
}

/** A stranger answers a status of the account (the newest one, when none is named) or another comment below it. */
export function comment(store: Store, action: StrangerAction): StrangerResult {
  const parentId = action.parentId ?? action.postId ?? newestPost(store, action.account)?.id;
  const parent = parentId === undefined ? undefined : store.statuses.get(parentId);
  if (!parent)
    throw new Refused(404, parentId === undefined ? 'The account has posted nothing yet.' : 'No such post or comment.');
  return write(store, action, 'public', parent);
}

export function mention(store: Store, action: StrangerAction): StrangerResult {
  return write(store, action, 'public', undefined);
}

/** A message is a status of visibility direct, in the thread of the messages before it. */
export function message(store: Store, action: StrangerAction): StrangerResult {
  const person = personFor(store, action.username);
  const known = person && conversationOf(store, action.account.platform_id, [person.id]);
  return write(store, action, 'direct', known && store.statuses.get(known.last_status));
}

function write(
  store: Store,
  action: StrangerAction,
  visibility: Visibility,
  parent: StatusRow | undefined,
): StrangerResult {
  return store.world.effect(() => {
    const person = personFor(store, action.username) ?? makePerson(store, action.username);
    const { platform_id, username } = action.account;
    const isMentioned = mentionedIn(action.text, store).some((profile) => idOf(profile) === platform_id);
    const text = isMentioned ? action.text : `@${username} ${action.text}`;
    const id = store.newId();
    const now = store.world.clock.now();
    deliver(store, {
      id,
      author: person.id,
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
      visible_at: now,
    });
    return { platform_id: id, username: `${person.username}@${person.domain}`, person_id: person.id };
  });
}

function personFor(store: Store, wished: string | undefined): PersonRow | undefined {
  const [username = '', domain = elsewhere] = (wished ?? strangerNames[0] ?? '').replace(/^@/, '').split('@');
  return store.people.where('username', username).find((row) => row.domain === domain);
}

function makePerson(store: Store, wished: string | undefined): PersonRow {
  const [username = '', domain = elsewhere] = (wished ?? strangerNames[0] ?? '').replace(/^@/, '').split('@');
  if (!/^\w+$/.test(username) || !/^[\w.-]+$/.test(domain))
    throw new Refused(400, 'username must be letters, digits and underscores, with or without @server.');
  const name = username.charAt(0).toUpperCase() + username.slice(1);
  const person = { id: store.newId(), username, domain, name, created_at: store.world.clock.now() };
  store.people.put(person.id, person);
  return person;
}

function newestPost(store: Store, account: Account): StatusRow | undefined {
  return store.statuses
    .where('author', account.platform_id)
    .filter(({ visibility, in_reply_to_id }) => visibility !== 'direct' && in_reply_to_id === null)
    .sort(byId)
    .at(-1);
}
