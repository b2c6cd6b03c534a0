import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalidParameter, requireScope } from '../meta/errors.ts';
import { listInput } from '../meta/input.ts';
import { requestedFields } from '../meta/node.ts';
import { nodeOf } from './access.ts';
import { requiredMissing } from './errors.ts';
import { scopes } from './scopes.ts';
import { type BusinessProfile, profileFields, type WhatsApp } from './store.ts';

const verticals =
  'OTHER AUTO BEAUTY APPAREL EDU ENTERTAIN EVENT_PLAN FINANCE GROCERY GOVT HOTEL HEALTH NONPROFIT PROF_SERVICES RETAIL TRAVEL RESTAURANT ALCOHOL ONLINE_GAMBLING PHYSICAL_GAMBLING OTC_DRUGS'.split(
    ' ',
  );
const lengths: Readonly<Record<string, number>> = { about: 139, address: 256, description: 512, email: 128 };

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-profiles; without `fields` only the product. */
export function readProfile(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const { id, profile } = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.messaging);
  const picture = whatsapp.world.accounts.get(id)?.picture_url;
  const all: Record<string, unknown> = { ...profile, profile_picture_url: picture };
  const requested = (requestedFields(call) ?? []).map(({ name }) => name);
  const shown = Object.fromEntries(requested.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  return json({ data: [{ ...shown, messaging_product: 'whatsapp' }] });
}

export function updateProfile(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.messaging);
  if (call.input('messaging_product') !== 'whatsapp') throw requiredMissing('messaging_product');
  const change: Record<string, unknown> = {};
  for (const field of profileFields) {
    const value = call.input(field);
    if (value === undefined) continue;
    const most = lengths[field] ?? Number.POSITIVE_INFINITY;
    if (value.length > most) throw invalidParameter(`Param ${field} must be at most ${most} characters long.`);
    change[field] = value;
  }
  if (change.about === '') throw invalidParameter('Param about must not be empty.');
  if (change.vertical !== undefined && !verticals.includes(String(change.vertical)))
    throw invalidParameter(`Param vertical must be one of {${verticals.join(', ')}}`);
  const websites = listInput(call, 'websites')?.map(String);
  if (websites && (websites.length > 2 || websites.some((url) => url.length > 256 || !URL.canParse(url))))
    throw invalidParameter('Param websites must hold at most two addresses.');
  const profile: BusinessProfile = { ...row.profile, ...change, ...(websites && { websites }) };
  call.effect(() => whatsapp.store.numbers.put(row.id, { ...row, profile }));
  return json({ success: true });
}
