import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { missing, noSuch, otherParameters, StripeError } from './errors.ts';
import { passTime } from './pass-time.ts';
import { type CustomerRow, nowOf, type Stripe } from './store.ts';

export type Handler = (stripe: Stripe, call: Call) => PlatformResponse;

const keySeconds = 24 * 3600;

/** Runs a call at the present time; a repeated idempotency key gets the first response again. */
export function answering(stripe: Stripe, handler: Handler): (call: Call) => PlatformResponse {
  return (call) => {
    passTime(stripe);
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    if (key === undefined) return attempted(stripe, handler, call);
    const { keys } = stripe.store;
    const request = `${call.path}\n${call.rawBody.toString('utf8')}`;
    const known = keys.get(key);
    if (known !== undefined && known.at + keySeconds > nowOf(stripe))
      return known.request === request
        ? json(known.body, known.status, { 'idempotent-replayed': 'true' })
        : otherParameters(key).answer;
    return stripe.world.effect(() => {
      const response = attempted(stripe, handler, call);
      keys.put(key, { at: nowOf(stripe), request, status: response.status, body: response.body });
      return response;
    });
  };
}

function attempted(stripe: Stripe, handler: Handler, call: Call): PlatformResponse {
  try {
    return stripe.world.effect(() => handler(stripe, call));
  } catch (error) {
    if (error instanceof StripeError) return error.answer;
    throw error;
  }
}

/** A parameter that must be there. */
export function required(call: Call, name: string): string {
  const value = call.input(name);
  if (value === undefined || value === '') throw missing(name);
  return value;
}

/** The values of a list or an object, such as `items[0]`. */
export function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

export function metadataOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

/** The fields that are asked for as objects, without the part that leads into a list. */
export function expandOf(call: Call): string[] {
  const asked = call.body.expand ?? call.query.expand;
  return valuesOf(asked).map((field) => String(field).replace(/^data\./, ''));
}

/** A customer that was not deleted. */
export function customerNamed({ store }: Stripe, id: string, status: 400 | 404 = 400): CustomerRow {
  const row = store.customers.get(id);
  if (row === undefined || row.is_deleted) throw noSuch('customer', id, status);
  return row;
}

/** The address of a page for people. */
export function pageUrl({ world }: Stripe, call: Call, host: string, path: string): string {
  return world.publicUrl === undefined ? call.url(path, host) : `${world.publicUrl}/${host}${path}`;
}
