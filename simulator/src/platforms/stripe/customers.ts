import { json } from '../../core/calls/response.ts';
import { customerNamed, type Handler, metadataOf } from './api.ts';
import { noSuch } from './errors.ts';
import { tell } from './events.ts';
import { change, nowOf } from './store.ts';
import { endSubscription } from './subscribe.ts';
import { customerView } from './views.ts';

export const createCustomer: Handler = (stripe, call) => {
  const { world, store } = stripe;
  const created = nowOf(stripe);
  const row = {
    id: world.ids.text('cus_', 14),
    created,
    email: call.input('email') ?? null,
    name: call.input('name') ?? null,
    metadata: metadataOf(call.body.metadata),
    card: null,
    is_deleted: false,
  };
  store.customers.put(row.id, row);
  tell(stripe, 'customer.created', row.id, created, customerView(row));
  return json(customerView(row));
};

/** A deleted customer can still be read. */
export const readCustomer: Handler = ({ store }, call) => {
  const row = store.customers.get(call.param('id'));
  if (row === undefined) throw noSuch('customer', call.param('id'));
  return json(customerView(row));
};

/** Ends the customer's subscriptions at once. */
export const deleteCustomer: Handler = (stripe, call) => {
  const { store } = stripe;
  const row = customerNamed(stripe, call.param('id'), 404);
  for (const subscription of store.subscriptions.where('customer', row.id)) endSubscription(stripe, subscription);
  const deleted = change(store.customers, row, { is_deleted: true });
  tell(stripe, 'customer.deleted', row.id, nowOf(stripe), customerView(row));
  return json(customerView(deleted));
};
