import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { requireScope } from '../../meta/errors.ts';
import { objectInput } from '../../meta/input.ts';
import { nodeOf } from '../access.ts';
import {
  badValue,
  type Failure,
  notRegistered,
  rejectedNow,
  requiredMissing,
  toOneself,
  undeliverable,
  windowClosed,
} from '../errors.ts';
import { addPerson } from '../people.ts';
import { scopes } from '../scopes.ts';
import type { NumberRow, PersonRow, WhatsApp } from '../store.ts';
import { sendStatus } from '../webhooks.ts';
import { type MessageContent, readContent } from './message-content.ts';
import { putMessage } from './message-rows.ts';

const windowMs = 86_400_000;
/** Numbers that end so have no WhatsApp. */
const nobody = /0000$/;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages */
export async function sendMessage(whatsapp: WhatsApp, call: Call): Promise<PlatformResponse> {
  const number = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.messaging);
  if (call.input('messaging_product') !== 'whatsapp') throw requiredMissing('messaging_product');
  if (call.input('status') !== undefined) return markRead(whatsapp, call, number);
  if (!number.is_registered) throw notRegistered();
  const recipient = recipientOf(whatsapp, call, number);
  const content = await readContent(whatsapp, call, number);
  const data = call.input('biz_opaque_callback_data') ?? null;
  if (data !== null && data.length > 512) throw badValue('biz_opaque_callback_data has more than 512 characters.');
  const quoted = objectInput(call, 'context')?.message_id;
  if (quoted !== undefined && whatsapp.store.messages.get(String(quoted))?.account !== number.id)
    throw badValue('context.message_id is not a known message.');
  const failure = failureOf(whatsapp, recipient, content);
  if (failure === windowClosed && whatsapp.options.closedWindow === 'answer') throw rejectedNow(failure);
  return deliver(whatsapp, call, { number, recipient, content, data, failure });
}

interface Recipient {
  readonly input: string;
  readonly wa_id: string;
  /** Absent when this number has not met them. */
  readonly person: PersonRow | undefined;
  readonly isByUserId: boolean;
}

/** A phone number in `to`, or since 2026 the id of a person in `recipient`. */
function recipientOf({ store }: WhatsApp, call: Call, number: NumberRow): Recipient {
  const people = store.people.where('account', number.id);
  const [to, userId] = [call.input('to'), call.input('recipient')];
  if (to === undefined && userId !== undefined) {
    const person = people.find(({ user_id }) => user_id === userId);
    if (!person) throw badValue('recipient is not a known user.');
    return { input: userId, wa_id: person.wa_id, person, isByUserId: true };
  }
  if (!to) throw requiredMissing('to');
  const wa_id = to.replace(/[\s()+-]/g, '');
  if (!/^\d{6,15}$/.test(wa_id)) throw badValue('to is not a phone number.');
  if (wa_id === number.display.replace(/\D/g, '')) throw toOneself();
  return { input: to, wa_id, person: people.find((row) => row.wa_id === wa_id), isByUserId: false };
}

function failureOf({ world }: WhatsApp, { wa_id, person }: Recipient, content: MessageContent): Failure | undefined {
  if (nobody.test(wa_id)) return undeliverable;
  const now = world.clock.now();
  const isOpen = person?.wrote_at != null && now - person.wrote_at <= windowMs;
  return content.isTemplate || isOpen ? undefined : windowClosed;
}

interface Delivery {
  readonly number: NumberRow;
  readonly recipient: Recipient;
  readonly content: MessageContent;
  readonly data: string | null;
  readonly failure: Failure | undefined;
}

/** Accepted; what becomes of it is told by status callbacks, the failure too. */
function deliver(
  whatsapp: WhatsApp,
  call: Call,
  { number, recipient, content, data, failure }: Delivery,
): PlatformResponse {
  const { input, wa_id, isByUserId } = recipient;
  const row = call.effect(() => {
    const person = recipient.person ?? addPerson(whatsapp, number.id, { wa_id, username: wa_id });
    const { isTemplate: _, ...fields } = content;
    const message = putMessage(whatsapp, { account: number.id, person, isOwn: true, callback_data: data, ...fields });
    const media = content.attachments.flatMap(({ type, url }) => (url === null ? [] : [{ type, url }]));
    const kind = failure ? 'failed_message' : 'message';
    call.record({ kind, platform_id: message.id, text: content.text ?? '', media, ...(data && { key: data }) });
    if (failure) sendStatus(whatsapp, message, person, 'failed', failure);
    else {
      sendStatus(whatsapp, message, person, 'sent');
      sendStatus(whatsapp, message, person, 'delivered');
    }
    return { ...message, person };
  });
  const contact = isByUserId ? { input, user_id: row.person.user_id } : { input, wa_id };
  const sent = { id: row.id, ...(content.isTemplate && { message_status: 'accepted' }) };
  return json({ messaging_product: 'whatsapp', contacts: [contact], messages: [sent] });
}

function markRead({ store }: WhatsApp, call: Call, number: NumberRow): PlatformResponse {
  if (call.input('status') !== 'read') throw badValue('status must be one of {read}');
  const id = call.input('message_id');
  if (!id) throw requiredMissing('message_id');
  const row = store.messages.get(id);
  if (row?.account !== number.id || row.from === number.id) throw badValue('message_id is not a message of a person.');
  call.effect(() => store.messages.put(id, { ...row, status: 'read' }));
  return json({ success: true });
}
