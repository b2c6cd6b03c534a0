import { compareIds, type Message, type Store } from '../store.ts';

export interface MessageDraft {
  readonly conversation_id: string;
  readonly participant_ids: readonly string[];
  readonly sender_id: string;
  readonly text: string;
  readonly media?: readonly string[];
}

/** The conversation of two people bears both ids, the smaller one first. */
export function conversationOf(one: string, other: string): string {
  return [one, other].sort(compareIds).join('-');
}

/** Writes a message into everybody's inbox. Runs inside an effect. */
export function addMessage(store: Store, draft: MessageDraft, visibleAt = store.world.clock.now()): Message {
  const message: Message = {
    id: store.nextId(),
    conversation_id: draft.conversation_id,
    sender_id: draft.sender_id,
    participant_ids: draft.participant_ids,
    text: draft.text,
    media: draft.media ?? [],
    created_at: store.world.clock.now(),
    visible_at: visibleAt,
  };
  store.messages.put(message.id, message);
  for (const personId of draft.participant_ids)
    store.seats.put(`${personId}:${message.id}`, { person_id: personId, target_id: message.id });
  return message;
}

export function isSeenBy({ participant_ids }: Message, personId: string): boolean {
  return participant_ids.includes(personId);
}
