import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { nameOf } from '../meta/names.ts';
import { inboundContent } from './messages/inbound-content.ts';
import { putMessage } from './messages/message-rows.ts';
import type { MessageRow, MessageStatus, PersonRow, WhatsApp } from './store.ts';
import { sendInbound, sendStatus } from './webhooks.ts';

/** A number with an account of its own, ready to be used. A requested username is a phone number, or only a name. */
export function createAccount(whatsapp: WhatsApp, options: AccountOptions): Account {
  const { world, store } = whatsapp;
  const requested = options.username?.replace(/\D/g, '') ?? '';
  const digits = /^\d{6,15}$/.test(requested) ? requested : world.ids.digits('1555', 11);
  const name = options.name ?? (options.username && requested === '' ? nameOf(options.username) : 'Acme Bakery');
  return world.effect(() => {
    const waba = world.ids.digits('10', 15);
    const business = world.ids.digits('50', 15);
    store.wabas.put(waba, { id: waba, name, business, is_subscribed: false, override_url: null });
    return putNumber(whatsapp, { waba, digits, name, isReady: true });
  });
}

/** Inside an effect. */
export function putNumber(
  { world, store }: WhatsApp,
  { waba, digits, name, isReady }: { waba: string; digits: string; name: string; isReady: boolean },
): Account {
  const account: Account = {
    platform_id: world.ids.digits('10', 15),
    username: digits,
    name,
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.accounts.put(account);
  store.numbers.put(account.platform_id, {
    id: account.platform_id,
    order: world.ids.snowflake(),
    waba,
    display: `+${digits.slice(0, -10)} ${digits.slice(-10, -7)}-${digits.slice(-7, -4)}-${digits.slice(-4)}`,
    verified_name: name,
    is_verified: isReady,
    is_registered: isReady,
    pin: null,
    code: null,
    wrong_pins: 0,
    profile: isReady ? { about: 'Fresh every morning', vertical: 'RESTAURANT' } : {},
  });
  return account;
}

/** Somebody writes: `kind` is the type of the message, a text unless it is given. It opens the window of 24 hours. */
export function visitorWrites(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  const { world, store } = whatsapp;
  const content = inboundContent(whatsapp, action);
  return world.effect(() => {
    const known = personFor(whatsapp, action);
    const person = { ...known, wrote_at: Math.max(known.wrote_at ?? 0, world.clock.now()) };
    store.people.put(person.id, person);
    const { text, attachments, body } = content;
    const fields = { person, isOwn: false, text, attachments, type: content.type, reaction: content.reaction ?? null };
    const row = putMessage(whatsapp, { account: action.account.platform_id, callback_data: null, ...fields });
    sendInbound(whatsapp, row, person, body);
    return resultOf(row, person);
  });
}

/** A reaction to a message of the account, by default the last one; an empty text takes it back. */
export function visitorReacts(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  const message = action.messageId ?? ownMessages(whatsapp, action).at(-1)?.id;
  if (message === undefined || !whatsapp.store.messages.get(message)) throw new Rejected(404, 'No such message.');
  return visitorWrites(whatsapp, { ...action, kind: 'reaction', messageId: message });
}

/** Presses a button of a message: of a template with the kind `button`, else of an interactive one. */
export function visitorPresses(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  const messageId = action.messageId ?? ownMessages(whatsapp, action).at(-1)?.id;
  if (messageId === undefined || !whatsapp.store.messages.get(messageId)) throw new Rejected(404, 'No such message.');
  const text = action.text || (action.payload ?? 'Go');
  return visitorWrites(whatsapp, { ...action, text, kind: action.kind ?? 'interactive', messageId });
}

/** Comes by an advertisement, whose mark is `payload`, and writes. */
export function visitorComesByAd(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  const { kind: _none, ...rest } = action;
  return visitorWrites(whatsapp, { ...rest, text: action.text || 'Hello', payload: action.payload ?? 'ad-1' });
}

/** Reads everything that the account sent to this person. */
export function visitorReads(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  return tellStatus(whatsapp, action, 'read', ['delivered', 'sent']);
}

/** The person's phone is on again: what was only sent is delivered. */
export function visitorReceives(whatsapp: WhatsApp, action: VisitorAction): VisitorResult {
  return tellStatus(whatsapp, action, 'delivered', ['sent']);
}

function tellStatus(
  whatsapp: WhatsApp,
  action: VisitorAction,
  next: 'read' | 'delivered',
  from: readonly MessageStatus[],
): VisitorResult {
  const rows = ownMessages(whatsapp, action).filter(({ status }) => from.includes(status));
  const person = personFor(whatsapp, action);
  return whatsapp.world.effect(() => {
    for (const row of rows) sendStatus(whatsapp, row, person, next);
    return { platform_id: rows.at(-1)?.id ?? '', username: person.username, user_id: person.user_id };
  });
}

function ownMessages(whatsapp: WhatsApp, action: VisitorAction): MessageRow[] {
  const account = action.account.platform_id;
  const { id } = personFor(whatsapp, action);
  return whatsapp.store.messages.where('conversation', id).filter(({ from }) => from === account);
}

/** The visitor by that name; without a name always the same one. With @ in front the number stays hidden. */
function personFor(whatsapp: WhatsApp, { account, username = 'jane' }: VisitorAction): PersonRow {
  const { world, store } = whatsapp;
  const known = store.people.where('account', account.platform_id).find((row) => row.username === username);
  if (known) return known;
  return addPerson(whatsapp, account.platform_id, { wa_id: world.ids.digits('1650', 11), username });
}

export function addPerson(
  { world, store }: WhatsApp,
  account: string,
  { wa_id, username }: { readonly wa_id: string; readonly username: string },
): PersonRow {
  const person: PersonRow = {
    id: `${account}/${wa_id}`,
    account,
    wa_id,
    user_id: world.ids.digits('US.1', 20),
    username,
    name: nameOf(username.replace('@', '')),
    hides_number: username.startsWith('@'),
    wrote_at: null,
  };
  world.effect(() => store.people.put(person.id, person));
  return person;
}

function resultOf(row: MessageRow, person: PersonRow): VisitorResult {
  const { username, user_id, wa_id } = person;
  return { platform_id: row.id, username, user_id, wa_id, conversation_id: user_id, text: row.text };
}
