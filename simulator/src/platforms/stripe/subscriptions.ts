import { json } from '../../core/calls/response.ts';
import { expandOf, type Handler, metadataOf, valuesOf } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { priceOf } from './prices.ts';
import type { Stripe, SubscriptionRow } from './store.ts';
import { endSubscription, updateSubscription } from './subscribe.ts';
import { listView, subscriptionView } from './views.ts';

/** Without a status, ended ones are left out; `all` shows them. */
export const listSubscriptions: Handler = (stripe, call) => {
  const { store } = stripe;
  const customer = call.input('customer');
  const status = call.input('status');
  const ofCustomer =
    customer === undefined ? store.subscriptions.all() : store.subscriptions.where('customer', customer);
  const rows = ofCustomer
    .filter((row) => status === 'all' || (status === undefined ? row.status !== 'canceled' : row.status === status))
    .toReversed();
  const expand = expandOf(call);
  return json(
    listView(
      rows.map((row) => subscriptionView(stripe, row, expand)),
      '/v1/subscriptions',
    ),
  );
};

export const readSubscription: Handler = (stripe, call) =>
  json(subscriptionView(stripe, subscriptionNamed(stripe, call.param('id')), expandOf(call)));

export const changeSubscription: Handler = (stripe, call) => {
  const row = subscriptionNamed(stripe, call.param('id'));
  if (row.status === 'canceled') throw invalid('subscription', 'A canceled subscription can only change its metadata.');
  const [item] = valuesOf(call.body.items) as { price?: string }[];
  if (item?.price !== undefined && priceOf(item.price) === undefined) throw noSuch('price', item.price, 400);
  const cancel = call.input('cancel_at_period_end');
  const changed = updateSubscription(stripe, row, {
    ...(item?.price === undefined ? {} : { price: item.price }),
    ...(cancel === undefined ? {} : { cancel_at_period_end: cancel === 'true' }),
    ...(call.body.metadata === undefined ? {} : { metadata: metadataOf(call.body.metadata) }),
  });
  return json(subscriptionView(stripe, changed, expandOf(call)));
};

export const cancelSubscription: Handler = (stripe, call) => {
  const row = subscriptionNamed(stripe, call.param('id'));
  if (row.status === 'canceled') throw noSuch('subscription', row.id);
  return json(subscriptionView(stripe, endSubscription(stripe, row)));
};

function subscriptionNamed({ store }: Stripe, id: string): SubscriptionRow {
  const row = store.subscriptions.get(id);
  if (row === undefined) throw noSuch('subscription', id);
  return row;
}
