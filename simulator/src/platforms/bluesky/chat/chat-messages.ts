import { json } from '../../../core/calls/answer.ts';
import type { Answer, Call } from '../../../core/platform.ts';
import { LexiconError, string } from '../lexicon.ts';
import { edge } from '../post-view.ts';
import { type Convo, collections, type Message, type Store } from '../store.ts';
import { invalidRequest, me, required, XrpcError } from '../xrpc.ts';
import { addMessage, log, messageView, setReaction } from './convos.ts';

const checkText = string({ graphemesMax: 1000, bytesMax: 10_000 });
const reactionsMax = 5;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Draft {
  readonly text?: unknown;
  readonly facets?: unknown;
  readonly embed?: { readonly $type?: string; readonly record?: { uri: string; cid: string } };
}

/** Text, and at most a post embedded; there is nothing that recognises a message sent twice. */
export function sendMessage(store: Store, call: Call, convo: Convo): Answer {
  const draft = call.body.message as Draft | undefined;
  if (typeof draft !== 'object' || draft === null) throw invalidRequest('Input must have the property "message"');
  if (draft.text === undefined) throw invalidRequest('Input/message must have the property "text"');
  try {
    checkText(draft.text, '$.message.text');
  } catch (error) {
    if (error instanceof LexiconError) throw invalidRequest(error.message);
    throw error;
  }
  if (draft.embed !== undefined && draft.embed.$type !== 'app.bsky.embed.record')
    throw invalidRequest('Input/message/embed must be app.bsky.embed.record');
  const others = convo.members.filter((did) => did !== me(call));
  if (
    others.some((did) => edge(store, did, collections.block, me(call)) || edge(store, me(call), collections.block, did))
  )
    throw new XrpcError(400, 'BlockedActor', 'block between recipient and sender');
  const text = String(draft.text);
  const message = call.effect(() => {
    const row = addMessage(store, convo, {
      sender: me(call),
      text,
      facets: draft.facets ?? null,
      embed: draft.embed?.record ?? null,
      visible_at: call.visibleAt(),
    });
    call.record({ kind: 'message', platform_id: row.id, text, in_reply_to: convo.id });
    return row;
  });
  return json(messageView(store, message, me(call)));
}

/** The message stays for the others. */
export function removeMessage(store: Store, call: Call, convo: Convo): Answer {
  const message = messageIn(store, call, convo);
  const rev = store.newTid();
  const after = { ...message, rev, deleted_for: [...new Set([...message.deleted_for, me(call)])] };
  call.effect(() => {
    store.messages.put(after.id, after);
    log(store, convo, 'logDeleteMessage', after, rev, { only: me(call) });
    call.record({ kind: 'delete_message', platform_id: message.id, text: message.text });
  });
  return json(messageView(store, after, me(call)));
}

/** One emoji; the same one twice is one. */
export function react(store: Store, call: Call, convo: Convo, isWanted: boolean): Answer {
  const message = messageIn(store, call, convo);
  const value = required(call, 'value');
  if ([...graphemes.segment(value)].length !== 1)
    throw new XrpcError(400, 'ReactionInvalidValue', 'value must be a single emoji');
  const own = message.reactions.filter((row) => row.value !== value && row.sender === me(call));
  if (isWanted && own.length >= reactionsMax)
    throw new XrpcError(400, 'ReactionLimitReached', `At most ${reactionsMax} reactions`);
  const reaction = { value, sender: me(call), at: store.world.clock.now() };
  const after = call.effect(() => {
    call.record({ kind: isWanted ? 'react' : 'unreact', platform_id: message.id, text: value });
    return setReaction(store, convo, { message, reaction, isOn: isWanted });
  });
  return json({ message: messageView(store, after, me(call)) });
}

function messageIn(store: Store, call: Call, convo: Convo): Message {
  const message = store.messages.get(required(call, 'messageId'));
  if (message?.convo !== convo.id) throw new XrpcError(400, 'MessageNotFound', 'Message not found');
  return message;
}
