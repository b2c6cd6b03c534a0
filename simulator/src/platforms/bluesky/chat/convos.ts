import { authorView, postView } from '../post-view.ts';
import type { Convo, Message, Reaction, Store } from '../store.ts';

const defs = 'chat.bsky.convo.defs';

/** The conversation of exactly these people, in any order. */
export function convoOf(store: Store, members: readonly string[]): Convo | undefined {
  const wanted = [...members].sort().join();
  return store.convos.all().find((convo) => [...convo.members].sort().join() === wanted);
}

/** A conversation that `from` opens; who did not open it has to accept it. Runs inside an effect. */
export function openConvo(store: Store, members: readonly string[], from: string): Convo {
  const rev = store.newTid();
  const convo: Convo = {
    id: rev,
    members,
    rev,
    requested: members.filter((did) => did !== from),
    read: {},
  };
  store.convos.put(convo.id, convo);
  log(store, convo, 'logBeginConvo', null, rev);
  return convo;
}

/** Adds a message and tells every member's log; to be called inside an effect. Who answers has accepted. */
export function addMessage(
  store: Store,
  convo: Convo,
  draft: Pick<Message, 'sender' | 'text' | 'facets' | 'embed' | 'visible_at'>,
): Message {
  const rev = store.newTid();
  const id = store.newTid();
  const sentAt = store.world.clock.now();
  const message: Message = { ...draft, id, convo: convo.id, rev, sent_at: sentAt, reactions: [] };
  store.messages.put(id, message);
  const requested = convo.requested.filter((did) => did !== draft.sender);
  const after = {
    ...convo,
    rev: rev > convo.rev ? rev : convo.rev,
    requested,
    read: { ...convo.read, [draft.sender]: id },
  };
  store.convos.put(convo.id, after);
  log(store, after, 'logCreateMessage', message, rev);
  return message;
}

/** Adds a reaction or takes it away; the same one twice is one. To be called inside an effect. */
export function setReaction(
  store: Store,
  convo: Convo,
  { message, reaction, isOn }: { message: Message; reaction: Reaction; isOn: boolean },
): Message {
  const rev = store.newTid();
  const others = message.reactions.filter(
    ({ value, sender }) => value !== reaction.value || sender !== reaction.sender,
  );
  const after: Message = { ...message, rev, reactions: isOn ? [...others, reaction] : others };
  store.messages.put(after.id, after);
  log(store, convo, isOn ? 'logAddReaction' : 'logRemoveReaction', after, rev, reaction);
  return after;
}

/** One line in the log of each member. */
function log(
  store: Store,
  convo: Convo,
  type: string,
  message: Message | null,
  rev: string,
  reaction: Reaction | null = null,
): void {
  const visibleAt = message?.visible_at ?? store.world.clock.now();
  for (const member of convo.members) {
    const row = { rev, member, type, convo: convo.id, message: message?.id ?? null, reaction, visible_at: visibleAt };
    store.logs.put(`${member} ${rev}`, row);
  }
}

/** Newest first, as `viewer` may see them. */
export function messagesOf(store: Store, convo: Convo): Message[] {
  const now = store.world.clock.now();
  return store.messages
    .where('convo', convo.id)
    .filter(({ visible_at }) => visible_at <= now)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

export function messageView(store: Store, message: Message, viewer: string): object {
  const { id, rev, sender, sent_at, text, facets, embed, reactions } = message;
  const base = { id, rev, sender: { did: sender }, sentAt: store.world.clock.iso(sent_at) };
  const quoted = embed ? store.records.get(embed.uri) : undefined;
  const record = quoted
    ? { $type: 'app.bsky.embed.record#viewRecord', ...postAsRecord(postView(store, quoted, viewer)) }
    : { $type: 'app.bsky.embed.record#viewNotFound', uri: embed?.uri, notFound: true };
  return {
    $type: `${defs}#messageView`,
    ...base,
    text,
    ...(facets === null ? {} : { facets }),
    ...(embed ? { embed: { $type: 'app.bsky.embed.record#view', record } } : {}),
    ...(reactions.length === 0
      ? {}
      : {
          reactions: reactions.map((reaction) => reactionView(store, reaction)),
        }),
  };
}

export function reactionView(store: Store, { value, sender, at }: Reaction): object {
  return { value, sender: { did: sender }, createdAt: store.world.clock.iso(at) };
}

function postAsRecord(view: object): object {
  const { uri, cid, author, record, indexedAt, labels } = view as Record<string, unknown>;
  return { uri, cid, author, value: record, labels, indexedAt };
}

export function convoView(store: Store, convo: Convo, viewer: string): object {
  const messages = messagesOf(store, convo);
  const read = convo.read[viewer] ?? '';
  const [last] = messages;
  return {
    id: convo.id,
    rev: convo.rev,
    members: convo.members.map((did) => authorView(store, did, viewer)),
    ...(last ? { lastMessage: messageView(store, last, viewer) } : {}),
    muted: false,
    status: convo.requested.includes(viewer) ? 'request' : 'accepted',
    unreadCount: messages.filter(({ id, sender }) => sender !== viewer && id > read).length,
  };
}
