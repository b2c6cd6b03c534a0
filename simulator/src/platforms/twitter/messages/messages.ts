import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { integer, listOf, pathId, readQuery, text } from '../parameters.ts';
import { personById } from '../people.ts';
import { messageRules, type Wanted, wanted } from '../reading/fields.ts';
import { nonEmpty } from '../reading/includes.ts';
import { pageOf } from '../reading/pages.ts';
import { mediaObject, pick, timeOf, userObject } from '../reading/render.ts';
import { compareIds, type Message, type Store } from '../store.ts';
import { conversationOf, isSeenBy } from './add-message.ts';

/** https://docs.x.com/x-api/direct-messages/lookup/introduction */
const daysMs = 30 * 24 * 3_600_000;

/** GET /2/dm_events: everything of the account, newest first. */
export function listMessages(store: Store, call: Call): PlatformResponse {
  const seats = store.seats.where('person_id', me(call));
  return list(
    store,
    call,
    seats.flatMap(({ target_id }) => store.messages.get(target_id) ?? []),
  );
}

export function listConversation(store: Store, call: Call, conversationId: string): PlatformResponse {
  return list(store, call, store.messages.where('conversation_id', conversationId));
}

/** GET /2/dm_conversations/with/:participant_id/dm_events */
export function listWith(store: Store, call: Call): PlatformResponse {
  return listConversation(store, call, conversationOf(me(call), pathId(call, 'participant_id')));
}

function list(store: Store, call: Call, messages: readonly Message[]): PlatformResponse {
  const query = readQuery(call, {
    max_results: integer(1, 100),
    pagination_token: text(64),
    event_types: listOf('MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'),
    ...messageRules,
  });
  const types = query.list('event_types');
  const now = store.world.clock.now();
  const newest = messages
    .filter((message) => isSeenBy(message, me(call)) && message.visible_at <= now && message.created_at > now - daysMs)
    .filter(() => types.length === 0 || types.includes('MessageCreate'))
    .sort((a, b) => compareIds(b.id, a.id));
  const token = { name: 'pagination_token', value: query.get('pagination_token') };
  const { rows, next_token, previous_token } = pageOf(newest, query.integer('max_results', 100), token);
  const meta = {
    result_count: rows.length,
    ...(next_token === undefined ? {} : { next_token }),
    ...(previous_token === undefined ? {} : { previous_token }),
  };
  return json(rows.length === 0 ? { meta } : { ...rendered(store, rows, wanted(query)), meta });
}

function rendered(store: Store, messages: readonly Message[], shown: Wanted) {
  const people = new Set<string>();
  const uploads = new Set<string>();
  for (const message of messages) {
    if (shown.expansions.has('sender_id')) people.add(message.sender_id);
    if (shown.expansions.has('participant_ids')) for (const person of message.participant_ids) people.add(person);
    if (shown.expansions.has('attachments.media_keys')) for (const upload of message.media) uploads.add(upload);
  }
  const includes = nonEmpty({
    users: [...people].flatMap((personId) => {
      const person = personById(store, personId);
      return person ? [userObject(store, person, shown)] : [];
    }),
    media: [...uploads].flatMap((mediaId) => {
      const upload = store.uploads.get(mediaId);
      return upload ? [mediaObject(upload, shown)] : [];
    }),
  });
  const data = messages.map((message) => messageObject(store, message, shown));
  return { data, ...(Object.keys(includes).length > 0 ? { includes } : {}) };
}

function messageObject(store: Store, message: Message, shown: Wanted): Record<string, unknown> {
  const keys = message.media.flatMap((mediaId) => store.uploads.get(mediaId)?.media_key ?? []);
  return pick(
    {
      id: message.id,
      event_type: 'MessageCreate',
      text: message.text,
      created_at: timeOf(store, message.created_at),
      dm_conversation_id: message.conversation_id,
      sender_id: message.sender_id,
      participant_ids: message.participant_ids,
      attachments: keys.length > 0 ? { media_keys: keys } : undefined,
    },
    shown.message,
  );
}

export function me(call: Call): string {
  return call.account?.platform_id ?? '';
}
