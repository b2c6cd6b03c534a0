import type { Price } from './prices.ts';
import { priceOf } from './prices.ts';
import type { CustomerRow, InvoiceRow, SessionRow, Stripe, SubscriptionRow } from './store.ts';

const money = { currency: 'usd', livemode: false } as const;

export function priceView({ id, product, amount, interval }: Price) {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    ...money,
    product,
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: amount,
  };
}

export function customerView({ id, created, email, name, metadata, is_deleted }: CustomerRow) {
  if (is_deleted) return { id, object: 'customer', deleted: true };
  return { id, object: 'customer', created, email, name, metadata, livemode: false };
}

/** `expand` names the fields that are given as objects instead of ids. */
export function subscriptionView({ store }: Stripe, row: SubscriptionRow, expand: readonly string[] = []) {
  const invoice = store.invoices.get(row.latest_invoice);
  const item = {
    id: row.item,
    object: 'subscription_item',
    subscription: row.id,
    quantity: 1,
    price: priceView(priceOf(row.price) as Price),
    current_period_start: row.period_start,
    current_period_end: row.period_end,
  };
  return {
    id: row.id,
    object: 'subscription',
    ...money,
    customer: row.customer,
    status: row.status,
    collection_method: 'charge_automatically',
    created: row.created,
    start_date: row.created,
    billing_cycle_anchor: row.anchor,
    cancel_at_period_end: row.cancel_at_period_end,
    cancel_at: row.cancel_at_period_end ? row.period_end : null,
    canceled_at: row.canceled_at,
    ended_at: row.ended_at,
    items: listView([item], '/v1/subscription_items'),
    latest_invoice: invoice && expand.includes('latest_invoice') ? invoiceView(invoice) : row.latest_invoice,
    metadata: row.metadata,
  };
}

export function invoiceView(row: InvoiceRow) {
  const isPaid = row.status === 'paid';
  return {
    id: row.id,
    object: 'invoice',
    ...money,
    customer: row.customer,
    status: row.status,
    billing_reason: row.billing_reason,
    collection_method: 'charge_automatically',
    created: row.created,
    period_start: row.period_start,
    period_end: row.period_end,
    attempted: row.attempt_count > 0,
    attempt_count: row.attempt_count,
    next_payment_attempt: row.next_payment_attempt,
    amount_due: row.amount,
    amount_paid: isPaid ? row.amount : 0,
    amount_remaining: isPaid ? 0 : row.amount,
    total: row.amount,
    parent: { type: 'subscription_details', subscription_details: { subscription: row.subscription, metadata: {} } },
  };
}

export function sessionView(row: SessionRow) {
  const amount = priceOf(row.price)?.amount ?? 0;
  return {
    id: row.id,
    object: 'checkout.session',
    ...money,
    mode: 'subscription',
    status: row.status,
    payment_status: row.status === 'complete' ? 'paid' : 'unpaid',
    customer: row.customer,
    subscription: row.subscription,
    amount_total: amount,
    created: row.created,
    expires_at: row.expires_at,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    // The address ends with the session.
    url: row.status === 'open' ? row.url : null,
    metadata: row.metadata,
    client_reference_id: row.client_reference_id,
  };
}

export function listView(data: readonly unknown[], url: string) {
  return { object: 'list', data, has_more: false, url };
}
