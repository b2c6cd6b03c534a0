import { type Attempt, charge } from './charge.ts';
import { tell } from './events.ts';
import { periodStart, priceOf } from './prices.ts';
import { type Card, change, nowOf, type SessionRow, type Stripe, type SubscriptionRow } from './store.ts';
import { invoiceView, sessionView, subscriptionView } from './views.ts';

/** Pays a session and starts its subscription. Returns whether the card was good. */
export function completeSession(stripe: Stripe, session: SessionRow, card: Card): boolean {
  const { world, store } = stripe;
  const customer = store.customers.get(session.customer);
  const price = priceOf(session.price);
  if (card === 'declined' || customer === undefined || price === undefined) return false;
  const now = nowOf(stripe);
  world.effect(() => {
    change(store.customers, customer, { card });
    const id = world.ids.text('sub_', 24);
    const end = periodStart(now, 1, price);
    const invoice = {
      id: world.ids.text('in_', 24),
      created: now,
      customer: customer.id,
      subscription: id,
      status: 'paid',
      amount: price.amount,
      billing_reason: 'subscription_create',
      attempt_count: 1,
      next_payment_attempt: null,
      period_start: now,
      period_end: end,
    } as const;
    store.invoices.put(invoice.id, invoice);
    const subscription: SubscriptionRow = {
      id,
      item: world.ids.text('si_', 14),
      created: now,
      customer: customer.id,
      price: price.id,
      status: 'active',
      period_start: now,
      period_end: end,
      anchor: now,
      periods: 0,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: invoice.id,
      metadata: session.metadata,
    };
    store.subscriptions.put(id, subscription);
    const completed = change(store.sessions, session, { status: 'complete', subscription: id });
    tell(stripe, 'customer.subscription.created', customer.id, now, subscriptionView(stripe, subscription));
    tell(stripe, 'invoice.paid', customer.id, now, invoiceView(invoice));
    tell(stripe, 'checkout.session.completed', customer.id, now, sessionView(completed));
  });
  return true;
}

/** Changes price or cancellation, at once and without a proration. */
export function updateSubscription(
  stripe: Stripe,
  row: SubscriptionRow,
  options: Partial<Pick<SubscriptionRow, 'price' | 'cancel_at_period_end' | 'metadata'>>,
): SubscriptionRow {
  const { world, store } = stripe;
  const now = nowOf(stripe);
  return world.effect(() => {
    const before = priceOf(row.price);
    const after = priceOf(options.price ?? row.price);
    // Another interval begins a new period at once.
    const isNewCycle = after !== undefined && after.interval !== before?.interval;
    const cycle = isNewCycle
      ? { anchor: now, periods: 0, period_start: now, period_end: periodStart(now, 1, after) }
      : {};
    const cancelled =
      options.cancel_at_period_end === undefined ? {} : { canceled_at: options.cancel_at_period_end ? now : null };
    const changed = change(store.subscriptions, row, { ...options, ...cycle, ...cancelled });
    tell(stripe, 'customer.subscription.updated', row.customer, now, subscriptionView(stripe, changed));
    return changed;
  });
}

/** Ends it at once, without a refund. */
export function endSubscription(stripe: Stripe, row: SubscriptionRow, at = nowOf(stripe)): SubscriptionRow {
  const { world, store } = stripe;
  if (row.status === 'canceled') return row;
  return world.effect(() => {
    const ended = change(store.subscriptions, row, {
      status: 'canceled',
      ended_at: at,
      canceled_at: row.canceled_at ?? at,
    });
    const invoice = store.invoices.get(row.latest_invoice);
    if (invoice?.status === 'open') change(store.invoices, invoice, { next_payment_attempt: null });
    tell(stripe, 'customer.subscription.deleted', row.customer, at, subscriptionView(stripe, ended));
    return ended;
  });
}

/** Begins the next period and charges for it, or ends what was cancelled. */
export function renew(stripe: Stripe, row: SubscriptionRow): void {
  const { world, store } = stripe;
  const price = priceOf(row.price);
  const at = row.period_end;
  if (row.cancel_at_period_end || price === undefined) return void endSubscription(stripe, row, at);
  world.effect(() => {
    const periods = row.periods + 1;
    const id = world.ids.text('in_', 24);
    const period = { period_start: at, period_end: periodStart(row.anchor, periods + 1, price) };
    store.invoices.put(id, {
      id,
      created: at,
      customer: row.customer,
      subscription: row.id,
      status: 'open',
      amount: price.amount,
      billing_reason: 'subscription_cycle',
      attempt_count: 0,
      next_payment_attempt: at,
      ...period,
    });
    change(store.subscriptions, row, { ...period, periods, latest_invoice: id });
    attempt(stripe, id, 'automatic', at);
  });
}

/** Charges an open invoice; the last retry that fails ends the subscription. Returns whether it was paid. */
export function attempt(stripe: Stripe, invoiceId: string, kind: Attempt, at = nowOf(stripe)): boolean {
  const { store } = stripe;
  const outcome = charge(stripe, invoiceId, kind, at);
  const subscription = store.subscriptions.get(store.invoices.get(invoiceId)?.subscription ?? '');
  if (subscription === undefined || outcome === 'none') return false;
  if (outcome === 'given_up') endSubscription(stripe, subscription, at);
  else if (subscription.status !== 'canceled') {
    const status = outcome === 'paid' ? 'active' : 'past_due';
    const changed = change(store.subscriptions, subscription, { status });
    tell(stripe, 'customer.subscription.updated', changed.customer, at, subscriptionView(stripe, changed));
  }
  return outcome === 'paid';
}
