import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { ledgerMedia } from '../add-post.ts';
import { checkBody, id, object, type Schema } from '../body-schema.ts';
import { pathId } from '../parameters.ts';
import { personById } from '../people.ts';
import { forbidden, invalidRequest } from '../problems.ts';
import type { Store } from '../store.ts';
import { addMessage, conversationOf, type MessageDraft } from './add-message.ts';
import { me } from './messages.ts';

/** https://docs.x.com/x-api/direct-messages/manage/introduction */
const textLengthMax = 10_000;

const attachmentSchema: Schema = { type: 'array', items: object({ media_id: id }, 'media_id'), min: 1, max: 1 };
const messageSchema = object({ text: { type: 'string', min: 1, max: textLengthMax }, attachments: attachmentSchema });
interface MessageBody {
  readonly text?: string;
  readonly attachments?: readonly { readonly media_id: string }[];
}

/** POST /2/dm_conversations/with/:participant_id/messages */
export function sendTo(store: Store, call: Call): PlatformResponse {
  const participant = pathId(call, 'participant_id');
  return send(store, call, conversationOf(me(call), participant), [me(call), participant], messageSchema);
}

function send(
  store: Store,
  call: Call,
  conversationId: string,
  participants: readonly string[],
  schema: Schema,
): PlatformResponse {
  checkBody(call, schema);
  return write(store, call, call.body as MessageBody, {
    conversation_id: conversationId,
    participant_ids: participants,
  });
}

function write(
  store: Store,
  call: Call,
  { text: words = '', attachments = [] }: MessageBody,
  place: Pick<MessageDraft, 'conversation_id' | 'participant_ids'>,
): PlatformResponse {
  const media = attachments.map(({ media_id }) => media_id);
  if (words === '' && media.length === 0)
    throw invalidRequest({ name: 'text', value: '', message: 'One of text or attachments is required.' });
  if (place.participant_ids.some((personId) => !personById(store, personId)))
    throw forbidden('You do not have permission to DM one or more participants.');
  const uploads = media.flatMap((mediaId) => store.uploads.get(mediaId) ?? []);
  const areReady = uploads.every(({ state, owners }) => state === 'succeeded' && owners.includes(me(call)));
  if (uploads.length < media.length || !areReady)
    throw invalidRequest({ name: 'attachments', value: media.join(','), message: 'Your media IDs are invalid.' });
  const sent = call.effect(() => {
    const draft = { ...place, sender_id: me(call), text: words, media };
    const message = addMessage(store, draft, call.visibleAt());
    call.record({ kind: 'message', platform_id: message.id, text: words, media: ledgerMedia(uploads) });
    return message;
  });
  return json({ data: { dm_conversation_id: sent.conversation_id, dm_event_id: sent.id } }, 201);
}
