import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { sendSigned } from '../meta/callbacks.ts';
import { invalidParameter, requireScope } from '../meta/errors.ts';
import { unixSeconds } from '../meta/time.ts';
import { nodeOf } from './access.ts';
import type { Failure } from './errors.ts';
import { scopes } from './scopes.ts';
import type { MessageRow, MessageStatus, PersonRow, TemplateRow, WabaRow, WhatsApp } from './store.ts';

/** `POST /{waba}/subscribed_apps`, with an address of its own if one is given. */
export function subscribe(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const override = call.input('override_callback_uri') ?? null;
  if (override !== null && !URL.canParse(override)) throw invalidParameter('Param override_callback_uri must be a URI');
  return setSubscription(whatsapp, call, { is_subscribed: true, override_url: override });
}

export function unsubscribe(whatsapp: WhatsApp, call: Call): PlatformResponse {
  return setSubscription(whatsapp, call, { is_subscribed: false, override_url: null });
}

function setSubscription(
  whatsapp: WhatsApp,
  call: Call,
  change: Pick<WabaRow, 'is_subscribed' | 'override_url'>,
): PlatformResponse {
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  call.effect(() => whatsapp.store.wabas.put(waba.id, { ...waba, ...change }));
  return json({ success: true });
}

export function readSubscription(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const { is_subscribed, override_url } = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const { client_id: id, name } = whatsapp.world.app;
  const app = { id, name, link: `https://www.facebook.com/games/?app_id=${id}` };
  const override = override_url === null ? {} : { override_callback_uri: override_url };
  return json({ data: is_subscribed ? [{ whatsapp_business_api_data: app, ...override }] : [] });
}

/** A message of a person. Inside the effect that writes it. */
export function sendInbound(
  whatsapp: WhatsApp,
  row: MessageRow,
  person: PersonRow,
  body: Readonly<Record<string, unknown>>,
): void {
  const { user_id, wa_id, hides_number, name, username } = person;
  const contact = {
    profile: { name, ...(hides_number && { username: username.slice(1) }) },
    ...(!hides_number && { wa_id }),
    user_id,
  };
  const message = {
    ...(!hides_number && { from: wa_id }),
    from_user_id: user_id,
    id: row.id,
    timestamp: String(unixSeconds(row.created_at)),
    type: row.type,
    ...body,
  };
  sendValue(whatsapp, row.account, { contacts: [contact], messages: [message] });
}

const categories: Readonly<Record<string, string>> = { template: 'utility' };

/** Sends the new status of a message. Call it inside an effect. */
export function sendStatus(
  whatsapp: WhatsApp,
  row: MessageRow,
  person: PersonRow,
  status: Exclude<MessageStatus, 'accepted'>,
  failure?: Failure,
): void {
  const { store, world } = whatsapp;
  store.messages.put(row.id, { ...row, status });
  const { user_id, wa_id, hides_number, name } = person;
  const pricing = {
    billable: true,
    pricing_model: 'PMP',
    type: 'regular',
    category: categories[row.type] ?? 'service',
  };
  const told = {
    id: row.id,
    status,
    timestamp: String(unixSeconds(world.clock.now())),
    ...(!hides_number && { recipient_id: wa_id }),
    ...(failure === undefined && { recipient_user_id: user_id }),
    ...(row.callback_data !== null && { biz_opaque_callback_data: row.callback_data }),
    ...(failure === undefined
      ? status === 'sent' && { pricing }
      : {
          errors: [
            {
              code: failure.code,
              title: failure.title,
              message: failure.title,
              error_data: { details: failure.details },
              href: 'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes',
            },
          ],
        }),
  };
  const contact = { profile: { name }, ...(!hides_number && { wa_id }), user_id };
  sendValue(whatsapp, row.account, { ...(failure === undefined && { contacts: [contact] }), statuses: [told] });
}

function sendValue(whatsapp: WhatsApp, account: string, what: Readonly<Record<string, unknown>>): void {
  const number = whatsapp.store.numbers.get(account);
  if (!number) return;
  const metadata = { display_phone_number: number.display.replace(/\D/g, ''), phone_number_id: number.id };
  const value = { messaging_product: 'whatsapp', metadata, ...what };
  sendChange(whatsapp, number.waba, account, { changes: [{ value, field: 'messages' }] });
}

/** The id is a bare number with more digits than a double holds; the language has a hyphen. Inside an effect. */
export function sendTemplateStatus(whatsapp: WhatsApp, row: TemplateRow, event: string): void {
  const { store, world } = whatsapp;
  const account = store.numbers.where('waba', row.waba)[0]?.id;
  if (account === undefined) return;
  const value = {
    event,
    message_template_id: idMark,
    message_template_name: row.name,
    message_template_language: row.language.replace('_', '-'),
    reason: row.rejected_reason,
    message_template_category: row.category,
  };
  const change = { changes: [{ value, field: 'message_template_status_update' }] };
  sendChange(whatsapp, row.waba, account, { time: unixSeconds(world.clock.now()), ...change }, row.id);
}

const idMark = '\u0001id';

function sendChange(
  { store, world }: WhatsApp,
  id: string,
  account: string,
  entry: { readonly time?: number; readonly changes: readonly { readonly field: string; readonly value: object }[] },
  bareId?: string,
): void {
  const waba = store.wabas.get(id);
  if (!waba?.is_subscribed) return;
  const payload = { object: 'whatsapp_business_account', entry: [{ id, ...entry }] };
  const event = entry.changes[0]?.field ?? '';
  const text = JSON.stringify(payload);
  const body = bareId === undefined ? text : text.replace(JSON.stringify(idMark), bareId);
  sendSigned(world, { account, event, payload: body, url: waba.override_url, retrySeconds });
}

/** Up to seven days. https://developers.facebook.com/documentation/business-messaging/whatsapp/throughput */
const retrySeconds: readonly number[] = [
  0, 5, 25, 90, 180, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400, 86_400, 86_400, 86_400, 86_400, 86_400,
];
