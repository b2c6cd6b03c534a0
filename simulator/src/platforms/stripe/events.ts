import { createHmac } from 'node:crypto';
import type { Stripe } from './store.ts';

/** The version in which objects are told. */
const apiVersion = '2026-10-28.endive';

/** Tells the service of an object as it is now: https://docs.stripe.com/api/events. */
export function tell({ world }: Stripe, type: string, customer: string, at: number, object: unknown): void {
  const event = {
    id: world.ids.text('evt_', 24),
    object: 'event',
    api_version: apiVersion,
    created: at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  world.callbacks.send({
    account: customer,
    url: world.app.callback_url,
    event: type,
    body: JSON.stringify(event),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function signEvent({ world }: Stripe, body: string): Record<string, string> {
  const at = Math.floor(world.clock.now() / 1000);
  const signature = createHmac('sha256', world.app.verify_token ?? '')
    .update(`${at}.${body}`)
    .digest('hex');
  return { 'stripe-signature': `t=${at},v1=${signature}` };
}
