import type { z } from 'zod';
import type { Inbound, InboundItem, InboundNotice } from '../../core/inbound/callbacks.ts';
import { compact } from '../../lib/compact.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { echoHubChallenge, isChange, noticeKey, verifyHubSignature } from '../shared/meta/webhook.ts';
import { toChange, toEcho, toMessage, toStatus } from './map.ts';
import { callback, contact, message, messageHead, status, statusHead, value, type WireContact } from './wire.ts';

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
  const changes = isObject(raw) && Array.isArray(raw.changes) ? raw.changes : [];
  return changes.flatMap((one) => {
    // Changes of other fields have no number.
    if (!isChange(one) || !isObject(one.value) || !isObject(one.value.metadata)) return [];
    const { data } = value.safeParse(one.value);
    if (data === undefined) return [];
    const platformAccountId = data.metadata.phone_number_id;
    const contacts = (data.contacts ?? []).filter(isObject);
    const contactOf = createContactOf(contacts);
    const noticeOf = (kind: string, id: string | undefined, payload: Payload): InboundNotice => ({
      // Things without a readable id are told apart by their content.
      key: id === undefined ? noticeKey(kind, platformAccountId, payload) : `${kind}:${platformAccountId}:${id}`,
      platformAccountId,
      payload,
    });
    const messages = (data.messages ?? []).filter(isObject).map((item) => {
      const wire = headOf(messageHead, item);
      return noticeOf('message', wire?.id, compact({ message: item, contact: contactOf(wire) }));
    });
    const echoes = (data.message_echoes ?? []).filter(isObject).map((echo) => {
      const wire = headOf(messageHead, echo);
      return noticeOf('echo', wire?.id, compact({ echo, contact: contact.safeParse(contacts[0]).data }));
    });
    const statuses = (data.statuses ?? []).filter(isObject).map((item) => {
      const wire = headOf(statusHead, item);
      return noticeOf('status', wire && `${wire.id}:${wire.status}`.slice(0, 600), { status: item });
    });
    return [...messages, ...echoes, ...statuses];
  });
}

function headOf<Head extends z.ZodType>(schema: Head, item: Record<string, unknown>): z.output<Head> | undefined {
  return typeof item.id === 'string' ? schema.safeParse(item).data : undefined;
}

/** Finds the person who wrote a message; the only contact when none is named. */
function createContactOf(contacts: readonly Record<string, unknown>[]) {
  const byId = new Map<string, Record<string, unknown>>(
    // The first of a name stays.
    contacts
      .toReversed()
      .flatMap((one) => [one.wa_id, one.user_id].filter((id) => typeof id === 'string').map((id) => [id, one])),
  );
  return (wire: { from?: string | undefined; from_user_id?: string | undefined } | undefined) => {
    const named = byId.get(wire?.from_user_id ?? '') ?? byId.get(wire?.from ?? '');
    const found = named ?? (contacts.length === 1 ? contacts[0] : undefined);
    return contact.safeParse(found).data;
  };
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
