import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { requireScope } from '../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { compare, listResponse } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { nodeOf } from './access.ts';
import { badValue, requiredMissing } from './errors.ts';
import { putNumber } from './people.ts';
import { scopes } from './scopes.ts';
import type { NumberRow, WabaRow, WhatsApp } from './store.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/phone-numbers */
const numberType: NodeType<NumberRow> = {
  name: 'WhatsAppBusinessPhoneNumber',
  defaults: ['verified_name', 'code_verification_status', 'display_phone_number', 'quality_rating', 'id'],
  fields: {
    id: ({ id }) => id,
    display_phone_number: ({ display }) => display,
    verified_name: ({ verified_name }) => verified_name,
    status: ({ is_verified, is_registered }) => (is_registered ? 'CONNECTED' : is_verified ? 'PENDING' : 'UNVERIFIED'),
    quality_rating: ({ is_registered }) => (is_registered ? 'GREEN' : 'UNKNOWN'),
    code_verification_status: ({ is_verified }) => (is_verified ? 'VERIFIED' : 'NOT_VERIFIED'),
    name_status: () => 'APPROVED',
    platform_type: ({ is_registered }) => (is_registered ? 'CLOUD_API' : 'NOT_APPLICABLE'),
    host_platform: () => 'CLOUD_API',
    account_mode: () => 'LIVE',
    messaging_limit_tier: () => 'TIER_250',
    is_official_business_account: () => false,
    is_pin_enabled: ({ pin }) => pin !== null,
    throughput: () => ({ level: 'STANDARD' }),
  },
};

export function readNumber(call: Call, row: NumberRow): PlatformResponse {
  return json(project(numberType, row, requestedFields(call)));
}

const wabaType: NodeType<WabaRow> = {
  name: 'WhatsAppBusinessAccount',
  defaults: ['id', 'name', 'timezone_id', 'message_template_namespace'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    timezone_id: () => '1',
    currency: () => 'USD',
    country: () => 'US',
    ownership_type: () => 'CLIENT_OWNED',
    account_review_status: () => 'APPROVED',
    business_verification_status: () => 'verified',
    message_template_namespace: ({ id }) => `ba30dd89_${id}`,
  },
};

export function readWaba(call: Call, row: WabaRow): PlatformResponse {
  return json(project(wabaType, row, requestedFields(call)));
}

/** `GET /{waba}/phone_numbers` */
export function listNumbers(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const rows = whatsapp.store.numbers.where('waba', waba.id).sort((a, b) => compare(a.order, b.order));
  const choices = requestedFields(call);
  const path = edgePath(call, waba.id, 'phone_numbers');
  const map = (row: NumberRow) => project(numberType, row, choices);
  return json(listResponse(call, { rows, direction: 'oldest first', map, limitMax: 100, path }));
}

/** `POST /{waba}/phone_numbers`: a number that has yet to be verified and registered. */
export function addNumber(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const waba = nodeOf(whatsapp, call, 'waba');
  requireScope(call, scopes.management);
  const [cc, number, name] = ['cc', 'phone_number', 'verified_name'].map((field) => {
    const value = call.input(field);
    if (!value) throw requiredMissing(field);
    return value;
  }) as [string, string, string];
  const digits = `${cc}${number}`.replace(/\D/g, '');
  if (!/^\d{6,15}$/.test(digits)) throw badValue('phone_number is not a phone number.');
  const taken = whatsapp.world.accounts.byUsername(digits);
  if (taken) throw badValue('This number belongs to a WhatsApp account already.');
  const account = call.effect(() => putNumber(whatsapp, { waba: waba.id, digits, name, isReady: false }));
  return json({ id: account.platform_id });
}
