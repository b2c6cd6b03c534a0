import { json } from '../../core/calls/response.ts';
import { customerNamed, expandOf, type Handler, metadataOf, pageUrl, required, valuesOf } from './api.ts';
import { invalid, missing, noSuch } from './errors.ts';
import { priceOf } from './prices.ts';
import { type CustomerRow, change, nowOf, type SessionRow, type Stripe } from './store.ts';
import { customerView, listView, sessionView } from './views.ts';

const openSeconds = 24 * 3600;

/** Only subscriptions to one price can be sold here. */
export const createSession: Handler = (stripe, call) => {
  const { world, store } = stripe;
  if (required(call, 'mode') !== 'subscription') throw invalid('mode', 'Only mode=subscription is simulated.');
  const [item, ...others] = valuesOf(call.body.line_items) as { price?: string }[];
  if (item === undefined) throw missing('line_items');
  if (others.length > 0) throw invalid('line_items', 'Only one line item is simulated.');
  if (priceOf(item.price ?? '') === undefined) throw noSuch('price', item.price ?? '', 400);
  const customer = customerNamed(stripe, required(call, 'customer'));
  const created = nowOf(stripe);
  const id = world.ids.text('cs_test_', 58);
  const { metadata } = (call.body.subscription_data ?? {}) as { metadata?: unknown };
  const row: SessionRow = {
    id,
    created,
    expires_at: created + openSeconds,
    customer: customer.id,
    price: item.price ?? '',
    status: 'open',
    success_url: required(call, 'success_url'),
    cancel_url: call.input('cancel_url') ?? null,
    url: pageUrl(stripe, call, 'checkout', `/c/pay/${id}`),
    metadata: metadataOf(metadata ?? call.body.metadata),
    client_reference_id: call.input('client_reference_id') ?? null,
    subscription: null,
  };
  store.sessions.put(id, row);
  return json(sessionView(row));
};

export const readSession: Handler = (stripe, call) => {
  const row = sessionNamed(stripe, call.param('id'));
  const expand = expandOf(call);
  const items = listView(
    [{ object: 'item', quantity: 1, price: { id: row.price } }],
    `/v1/checkout/sessions/${row.id}/line_items`,
  );
  return json({
    ...sessionView(row),
    ...(expand.includes('line_items') ? { line_items: items } : {}),
    ...(expand.includes('customer')
      ? { customer: customerView(stripe.store.customers.get(row.customer) as CustomerRow) }
      : {}),
  });
};

export const listSessions: Handler = ({ store }, call) => {
  const status = call.input('status');
  const rows = store.sessions
    .where('customer', required(call, 'customer'))
    .filter((row) => status === undefined || row.status === status)
    .toReversed();
  return json(listView(rows.map(sessionView), '/v1/checkout/sessions'));
};

export const expireSession: Handler = (stripe, call) => {
  const row = sessionNamed(stripe, call.param('id'));
  if (row.status !== 'open') throw invalid('session', `Only open sessions can be expired; this one is ${row.status}.`);
  return json(sessionView(change(stripe.store.sessions, row, { status: 'expired' })));
};

function sessionNamed({ store }: Stripe, id: string): SessionRow {
  const row = store.sessions.get(id);
  if (row === undefined) throw noSuch('checkout.session', id);
  return row;
}
