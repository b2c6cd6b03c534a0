import type { Inbound, InboundItem, InboundNotice } from '../../core/inbound/callbacks.ts';
import { compact } from '../../lib/compact.ts';
import { echoHubChallenge, noticeKey, verifyHubSignature } from '../shared/meta/webhook.ts';
import { toChange, toEcho, toMessage, toStatus } from './map.ts';
import { callback, change, entry, message, status, value, type WireContact } from './wire.ts';

/**
 * Callbacks of the object `whatsapp_business_account`: messages of people, those that were written in the phone's app,
 * and the delivery of our messages. One callback may hold many of them, for several numbers. Other fields concern
 * templates and the business account, which are not accounts of ours, so they are ignored.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  updates: { entry: { changes: { value: { messages: {}, message_echoes: {}, statuses: {} } } } },
  split: (body) => (callback.safeParse(body).data?.entry ?? []).flatMap(noticesOfEntry),
  parse: ({ payload }) => itemsOf(payload),
};

/** One message, echo or delivery status, with the person that the callback names. */
interface Payload {
  readonly message?: unknown;
  readonly echo?: unknown;
  readonly status?: unknown;
  readonly contact?: WireContact;
}

function noticesOfEntry(raw: unknown): InboundNotice[] {
  const changes = entry.safeParse(raw).data?.changes ?? [];
  return changes.flatMap((one) => {
    const { data } = value.safeParse(change.safeParse(one).data?.value);
    if (data === undefined) return [];
    const platformAccountId = data.metadata.phone_number_id;
    const contacts = (data.contacts ?? []).map((found) => found.value);
    const noticeOf = (kind: string, id: string | undefined, payload: Payload): InboundNotice => ({
      // Things without a readable id are told apart by their content.
      key: id === undefined ? noticeKey(kind, platformAccountId, payload) : `${kind}:${platformAccountId}:${id}`,
      platformAccountId,
      payload,
    });
    const messages = (data.messages ?? []).map((item) => {
      const wire = message.safeParse(item).data;
      const found = contacts.find((contact) => wire !== undefined && isOf(contact, wire));
      const contact = found ?? (contacts.length === 1 ? contacts[0] : undefined);
      return noticeOf('message', wire?.id, compact({ message: item, contact }));
    });
    const echoes = (data.message_echoes ?? []).map((echo) =>
      noticeOf('echo', message.safeParse(echo).data?.id, compact({ echo, contact: contacts[0] })),
    );
    const statuses = (data.statuses ?? []).map((item) => {
      const wire = status.safeParse(item).data;
      return noticeOf('status', wire && `${wire.id}:${wire.status}`.slice(0, 600), { status: item });
    });
    return [...messages, ...echoes, ...statuses];
  });
}

function isOf(contact: WireContact, wire: { from?: string | undefined; from_user_id?: string | undefined }): boolean {
  const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;
  return isSame(contact.user_id, wire.from_user_id) || isSame(contact.wa_id, wire.from);
}

function itemsOf(payload: unknown): InboundItem[] {
  const { message: told, echo, status: deliveryStatus, contact } = (payload ?? {}) as Payload;
  const wire = message.safeParse(told ?? echo).data;
  const change = wire && toChange(wire, contact);
  if (change !== undefined) return [{ kind: 'message_change', change }];
  const found = wire && (told === undefined ? toEcho(wire, contact, echo) : toMessage(wire, contact, told));
  if (found !== undefined) return [{ kind: 'message', message: found }];
  const reached = status.safeParse(deliveryStatus).data;
  const known = reached && toStatus(reached, deliveryStatus);
  return known === undefined ? [] : [{ kind: 'message_status', status: known }];
}
