import { conversationAfter, type MessageAttachment } from '../../meta/conversations.ts';
import type { MessageRow, PersonRow, WhatsApp } from '../store.ts';

interface NewMessage {
  readonly account: string;
  readonly person: PersonRow;
  readonly isOwn: boolean;
  readonly type: string;
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  readonly reaction: string | null;
  readonly callback_data: string | null;
}

/** Inside an effect. */
export function putMessage({ world, store }: WhatsApp, message: NewMessage): MessageRow {
  const { account, person, isOwn, ...content } = message;
  const now = world.clock.now();
  const order = world.ids.snowflake();
  const row: MessageRow = {
    id: `wamid.HBgL${Buffer.from(`${person.wa_id}${world.ids.text('', 18)}`).toString('base64')}`,
    order,
    account,
    conversation: person.id,
    from: isOwn ? account : person.id,
    to: isOwn ? person.id : account,
    created_at: now,
    status: isOwn ? 'accepted' : 'delivered',
    ...content,
  };
  store.messages.put(row.id, row);
  const next = { id: person.id, order, account, person: person.id, updated_at: now };
  store.conversations.put(person.id, conversationAfter(store.conversations.get(person.id), next));
  return row;
}
