import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { LexiconError, string } from '../lexicon.ts';
import { edge } from '../post-view.ts';
import { type Convo, collections, type Store } from '../store.ts';
import { invalidRequest, me, XrpcError } from '../xrpc.ts';
import { addMessage, messageView } from './convos.ts';

const checkText = string({ graphemesMax: 1000, bytesMax: 10_000 });
interface Draft {
  readonly text?: unknown;
  readonly facets?: unknown;
  readonly embed?: { readonly $type?: string; readonly record?: { uri: string; cid: string } };
}

/** Text, and at most a post embedded; there is nothing that recognises a message sent twice. */
export function sendMessage(store: Store, call: Call, convo: Convo): PlatformResponse {
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
