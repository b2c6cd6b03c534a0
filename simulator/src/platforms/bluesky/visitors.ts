import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import { addRecord, removeRecord } from './add-record.ts';
import { addMessage, convoOf, messagesOf, openConvo, setReaction } from './chat/convos.ts';
import { postAt } from './feed-routes.ts';
import { visitor } from './people.ts';
import { edge, threadgateOf } from './post-view.ts';
import { collections, type Profile, postsOf, type RecordRow, type Store } from './store.ts';

/** A reply to a post of the account (the newest one, when none is named) or to another reply below it. */
export function comment(store: Store, action: VisitorAction): VisitorResult {
  const parent = answered(store, action);
  const rootUri = parent.root === '' ? parent.uri : parent.root;
  const gate = threadgateOf(store, rootUri)?.value.allow;
  if (Array.isArray(gate) && gate.length === 0) throw new Rejected(409, 'The thread takes no replies.');
  const root = store.records.get(rootUri) ?? parent;
  const ref = ({ uri, shown_cid: cid }: RecordRow) => ({ uri, cid });
  return post(store, action, { reply: { root: ref(root), parent: ref(parent) } }, []);
}

export function mention(store: Store, action: VisitorAction): VisitorResult {
  const name = `@${action.account.username}`;
  const text = action.text.includes(name) ? action.text : `${name} ${action.text}`;
  const byteStart = Buffer.byteLength(text.slice(0, text.indexOf(name)));
  const facet = {
    index: { byteStart, byteEnd: byteStart + Buffer.byteLength(name) },
    features: [{ $type: 'app.bsky.richtext.facet#mention', did: action.account.platform_id }],
  };
  return post(store, { ...action, text }, {}, [facet]);
}

/** The first message is a request, as from everybody whom the account does not follow. */
export function message(store: Store, action: VisitorAction): VisitorResult {
  if ((action.kind ?? 'text') !== 'text') throw new Rejected(400, 'kind must be text.');
  return store.world.effect(() => {
    const from = person(store, action);
    const members = [from.did, action.account.platform_id];
    const convo = convoOf(store, members) ?? openConvo(store, members, from.did);
    const draft = { sender: from.did, text: action.text, facets: null, embed: null, visible_at: action.visibleAt() };
    const { id } = addMessage(store, convo, draft);
    return { platform_id: id, username: from.handle, person_id: from.did, convo_id: convo.id };
  });
}

/** An emoji below a message, by default the account's last one; an empty text takes the visitor's own away. */
export function reaction(store: Store, action: VisitorAction): VisitorResult {
  return store.world.effect(() => {
    const from = person(store, action);
    const convo = convoOf(store, [from.did, action.account.platform_id]);
    const messages = convo ? messagesOf(store, convo) : [];
    const message = messages.find(({ id, sender }) =>
      action.messageId === undefined ? sender === action.account.platform_id : id === action.messageId,
    );
    if (!convo || !message) throw new Rejected(404, 'No such message.');
    const own = message.reactions.find(({ sender }) => sender === from.did);
    const isOn = action.text !== '';
    const made = isOn ? { value: action.text, sender: from.did, at: store.world.clock.now() } : own;
    if (made) setReaction(store, convo, { message, reaction: made, isOn });
    return { platform_id: message.id, username: from.handle, person_id: from.did, convo_id: convo.id };
  });
}

/** A reply or a mention is gone. */
export function remove(store: Store, { account, id }: OwnThing): VisitorResult {
  const row = postAt(store, id);
  const from = row && store.profile(row.repo);
  if (!row || !from) throw new Rejected(404, `No post ${id}.`);
  if (row.repo === account.platform_id) throw new Rejected(409, 'The account has written this post.');
  return store.world.effect(() => {
    removeRecord(store, row);
    return { platform_id: row.uri, username: from.handle, person_id: from.did };
  });
}

export function like(store: Store, action: VisitorAction): VisitorResult {
  return aboutPost(store, action, collections.like);
}

export function share(store: Store, action: VisitorAction): VisitorResult {
  return aboutPost(store, action, collections.repost);
}

function aboutPost(store: Store, action: VisitorAction, collection: string): VisitorResult {
  const { uri, shown_cid: cid } = answered(store, action);
  return store.world.effect(() => {
    const from = person(store, action);
    const value = { $type: collection, subject: { uri, cid }, createdAt: store.world.clock.iso() };
    if (!edge(store, from.did, collection, uri))
      addRecord(store, { repo: from.did, collection, rkey: store.newTid(), value }, store.world.clock.now());
    return { platform_id: uri, username: from.handle, person_id: from.did };
  });
}

function post(store: Store, action: VisitorAction, more: object, facets: readonly object[]): VisitorResult {
  return store.world.effect(() => {
    const from = person(store, action);
    const value = {
      $type: collections.post,
      text: action.text,
      createdAt: store.world.clock.iso(),
      langs: ['en'],
      ...(facets.length > 0 ? { facets } : {}),
      ...more,
    };
    const draft = { repo: from.did, collection: collections.post, rkey: store.newTid(), value };
    const row = addRecord(store, draft, action.visibleAt());
    return { platform_id: row.uri, username: from.handle, person_id: from.did, cid: row.cid };
  });
}

function person(store: Store, { account, username }: VisitorAction): Profile {
  const from = visitor(store, username);
  if (edge(store, account.platform_id, collections.block, from.did))
    throw new Rejected(409, `@${from.handle} is blocked by the account.`);
  return from;
}

function answered(store: Store, { account, postId, parentId }: VisitorAction): RecordRow {
  const requested = parentId ?? postId;
  const newest = postsOf(store, account.platform_id).find(({ parent }) => parent === '');
  const row = requested === undefined ? newest : postAt(store, requested);
  if (row) return row;
  throw new Rejected(404, requested === undefined ? 'The account has posted nothing yet.' : `No post ${requested}.`);
}
