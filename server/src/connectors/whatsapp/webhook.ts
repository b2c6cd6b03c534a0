import type { Inbound, InboundItem, InboundNotice } from '../../core/connector.ts';
import { compact } from '../../lib/compact.ts';
import { echoHubChallenge, verifyHubSignature } from '../shared/meta/webhook.ts';
import { toMessage, toStatus } from './map.ts';
import { callback, change, entry, message, status, value, type WireContact } from './wire.ts';

/**
 * Callbacks of the object `whatsapp_business_account`, field `messages`: messages of people and the delivery of our
 * messages. One callback may hold many of both, for several numbers. Other fields concern templates and the business
 * account, which are not accounts of ours, so they are ignored.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export const inbound: Inbound = {
  handshake: echoHubChallenge,
  verify: (rawBody, headers, app) => verifyHubSignature(rawBody, headers, app.clientSecret),
  split: (body) => (callback.safeParse(body).data?.entry ?? []).flatMap(noticesOfEntry),
  parse: ({ payload }) => itemsOf(payload),
};

/** One message or delivery status, with the person that the callback names. */
interface Payload {
  readonly message?: unknown;
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
    const messages = (data.messages ?? []).flatMap((item): InboundNotice[] => {
      const wire = message.safeParse(item).data;
      if (wire === undefined) return [];
      const contact = contacts.find((found) => isOf(found, wire)) ?? (contacts.length === 1 ? contacts[0] : undefined);
      const payload = compact({ message: item, contact });
      return [{ key: `message:${platformAccountId}:${wire.id}`, platformAccountId, payload }];
    });
    const statuses = (data.statuses ?? []).flatMap((item): InboundNotice[] => {
      const wire = status.safeParse(item).data;
      if (wire === undefined) return [];
      return [{ key: `status:${wire.id}:${wire.status}`.slice(0, 600), platformAccountId, payload: { status: item } }];
    });
    return [...messages, ...statuses];
  });
}

function isOf(contact: WireContact, wire: { from?: string | undefined; from_user_id?: string | undefined }): boolean {
  const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;
  return isSame(contact.user_id, wire.from_user_id) || isSame(contact.wa_id, wire.from);
}

function itemsOf(payload: unknown): InboundItem[] {
  const { message: told, status: deliveryStatus, contact } = (payload ?? {}) as Payload;
  const wire = message.safeParse(told).data;
  const found = wire && toMessage(wire, contact, told);
  if (found !== undefined) return [{ kind: 'message', message: found }];
  const reached = status.safeParse(deliveryStatus).data;
  const known = reached && toStatus(reached, deliveryStatus);
  return known === undefined ? [] : [{ kind: 'message_status', status: known }];
}
