import type { BlindEffect, Published } from '../../core/effect.ts';
import type { MessageInput, MessageLimits, Messages } from '../../core/messaging/messages.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { call } from './client.ts';
import { PERSON_ID, PHONE } from './map.ts';
import { sent } from './wire.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages */
const limits: MessageLimits = {
  textLengthMax: 4096,
  attachments: ['image', 'video', 'audio', 'file'],
  windowHours: 24,
  takesReplyTo: true,
};

/**
 * Class D: sent messages cannot be listed. A repeated call sends twice, because WhatsApp accepts no key. Our key only
 * comes back in the delivery callbacks.
 */
const send: BlindEffect<MessageInput> = {
  class: 'D',
  send(session, { participantId, text, attachment, replyToId }, _prepared, key) {
    const content = attachment === undefined ? { type: 'text', text: { body: text ?? '' } } : fileOf(attachment);
    const context = replyToId === undefined ? {} : { context: { message_id: replyToId } };
    return deliver(session, { ...recipientOf(participantId), ...content, ...context }, key);
  },
};

/** Messages of people come by callback only; there is no history. */
export const messages: Messages = {
  send,
  limits,
  reports: ['delivered', 'read', 'failed', 'postback', 'reaction'],
};

/** One message of the session's number. */
export async function deliver(
  session: Session,
  message: Readonly<Record<string, unknown>>,
  key: string,
): Promise<Published> {
  const head = { messaging_product: 'whatsapp', recipient_type: 'individual', biz_opaque_callback_data: key };
  const path = [session.account.platformId, 'messages'];
  const json = { ...head, ...message };
  const response = await call(session, { method: 'POST', path, json, response: sent, purpose: 'effect' });
  const [{ id, message_status }] = response.messages;
  const [contact] = response.contacts ?? [];
  const facts = compact({
    wa_id: contact?.wa_id,
    message_status,
  });
  return { platformId: id, ...(Object.keys(facts).length === 0 ? {} : { facts }) };
}

/** A number, or the id of a person who hides the number. */
function recipientOf(participantId: string): { to: string } | { recipient: string } {
  if (PHONE.test(participantId)) return { to: participantId };
  if (PERSON_ID.test(participantId) && /[A-Za-z]/.test(participantId)) return { recipient: participantId };
  throw new PlatformError('not_found', 'There is nobody with this id on WhatsApp.');
}

function fileOf({ type, url }: Media): Readonly<Record<string, unknown>> {
  if (type !== 'file') return { type, [type]: { link: url } };
  const filename = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  return { type: 'document', document: { link: url, ...(filename === '' ? {} : { filename }) } };
}
