import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { requireScope } from '../meta/errors.ts';
import { nodeOf } from './access.ts';
import {
  alreadyVerified,
  badValue,
  notRegistered,
  notVerified,
  requiredMissing,
  tooManyPins,
  wrongCode,
  wrongPin,
} from './errors.ts';
import { scopes } from './scopes.ts';
import type { NumberRow, WhatsApp } from './store.ts';

const wrongPinsMax = 5;
const done = json({ success: true });

/**
 * A code by SMS or call. Who owns the phone finds it in the truth ledger, as a `code`.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
 */
export function requestCode(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = managed(whatsapp, call);
  const method = call.input('code_method');
  if (method === undefined) throw requiredMissing('code_method');
  if (method !== 'SMS' && method !== 'VOICE') throw badValue('code_method must be one of {SMS, VOICE}');
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(call.input('language') ?? '')) throw badValue('language is not a locale.');
  if (row.is_verified) throw alreadyVerified();
  call.effect(() => {
    const code = whatsapp.world.ids.digits('', 6);
    put(whatsapp, { ...row, code });
    call.record({ kind: 'code', platform_id: row.id, text: code });
  });
  return done;
}

export function verifyCode(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = managed(whatsapp, call);
  const code = call.input('code')?.replace('-', '');
  if (!code) throw requiredMissing('code');
  if (row.code === null || code !== row.code) throw wrongCode();
  call.effect(() => put(whatsapp, { ...row, code: null, is_verified: true }));
  return json({ success: true, id: row.id });
}

export function register(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = managed(whatsapp, call);
  if (call.input('messaging_product') !== 'whatsapp') throw requiredMissing('messaging_product');
  const pin = pinOf(call);
  if (!row.is_verified) throw notVerified();
  if (row.wrong_pins >= wrongPinsMax) throw tooManyPins();
  if (row.pin !== null && row.pin !== pin) {
    call.effect(() => put(whatsapp, { ...row, wrong_pins: row.wrong_pins + 1 }));
    throw wrongPin();
  }
  call.effect(() => put(whatsapp, { ...row, pin, wrong_pins: 0, is_registered: true }));
  return done;
}

export function deregister(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = managed(whatsapp, call);
  if (!row.is_registered) throw notRegistered();
  call.effect(() => put(whatsapp, { ...row, is_registered: false }));
  return done;
}

/** `POST /{phone}` with a PIN: switches two-step verification on or over. */
export function setPin(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const row = managed(whatsapp, call);
  const pin = pinOf(call);
  call.effect(() => put(whatsapp, { ...row, pin }));
  return done;
}

function pinOf(call: Call): string {
  const pin = call.input('pin');
  if (pin === undefined) throw requiredMissing('pin');
  if (!/^\d{6}$/.test(pin)) throw badValue('pin must have six digits.');
  return pin;
}

function managed(whatsapp: WhatsApp, call: Call): NumberRow {
  const row = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.management);
  return row;
}

function put({ store }: WhatsApp, row: NumberRow): void {
  store.numbers.put(row.id, row);
}
