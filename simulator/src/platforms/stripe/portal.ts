import { json } from '../../core/calls/response.ts';
import { type Html, html } from '../../core/page/html.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { customerNamed, type Handler, pageUrl, required } from './api.ts';
import { cardChoice, page } from './page.ts';
import { priceOf, prices, shownAmount } from './prices.ts';
import { cards, change, nowOf, type PortalRow, type Stripe, type SubscriptionRow } from './store.ts';
import { attempt, updateSubscription } from './subscribe.ts';

const title = 'Your subscription';
const openSeconds = 3600;

export const createPortal: Handler = (stripe, call) => {
  const { world, store } = stripe;
  const customer = customerNamed(stripe, required(call, 'customer'));
  const row: PortalRow = {
    id: world.ids.text('bps_', 24),
    created: nowOf(stripe),
    customer: customer.id,
    return_url: call.input('return_url') ?? null,
  };
  store.portals.put(row.id, row);
  const url = pageUrl(stripe, call, 'billing', `/p/session/${row.id}`);
  return json({ ...row, object: 'billing_portal.session', configuration: 'bpc_default', livemode: false, url });
};

export const showPortal: Handler = (stripe, call) => withPortal(stripe, call, (row) => portalPage(stripe, row));

/** One change: `price`, `card`, `decision` = cancel | resume | pay. */
export const changeInPortal: Handler = (stripe, call) =>
  withPortal(stripe, call, (row) => portalPage(stripe, row, apply(stripe, row, call)));

function withPortal(stripe: Stripe, call: Call, then: (row: PortalRow) => PlatformResponse): PlatformResponse {
  const row = stripe.store.portals.get(call.param('id'));
  if (row === undefined || row.created + openSeconds <= nowOf(stripe))
    return page(title, html`<p>This page is over. Ask for a new one.</p>`, undefined, 404);
  return then(row);
}

/** Returns what is wrong. */
function apply(stripe: Stripe, { customer: id }: PortalRow, call: Call): string | undefined {
  const { store } = stripe;
  const customer = customerNamed(stripe, id);
  const card = cards.find((word) => word === call.input('card'));
  if (card !== undefined) change(store.customers, customer, { card });
  const subscription = currentOf(stripe, id);
  const decision = call.input('decision');
  if (subscription === undefined) return undefined;
  const price = call.input('price');
  if (price !== undefined && priceOf(price) === undefined) return 'There is no such plan.';
  if (price !== undefined) updateSubscription(stripe, subscription, { price });
  if (decision === 'cancel' || decision === 'resume')
    updateSubscription(stripe, subscription, { cancel_at_period_end: decision === 'cancel' });
  const open = decision === 'pay' ? openInvoicesOf(stripe, id) : [];
  const isPaid = open.map((invoice) => attempt(stripe, invoice.id, 'manual')).every(Boolean);
  return isPaid ? undefined : 'Your card was declined.';
}

function portalPage(stripe: Stripe, { customer, return_url }: PortalRow, problem?: string): PlatformResponse {
  const subscription = currentOf(stripe, customer);
  const back = return_url === null ? undefined : html`<p><a href="${return_url}">Go back</a></p>`;
  const content =
    subscription === undefined ? html`<p>There is no subscription.</p>` : subscriptionForms(stripe, subscription);
  return page(title, html`${content}${back}`, problem);
}

function subscriptionForms(stripe: Stripe, row: SubscriptionRow): Html {
  const owed = openInvoicesOf(stripe, row.customer).reduce((sum, { amount }) => sum + amount, 0);
  const until = new Date(row.period_end * 1000).toISOString().slice(0, 10);
  const plans = prices.map((price) => {
    const mark = price.id === row.price ? html` selected` : undefined;
    return html`<option value="${price.id}"${mark}>${price.name}, ${shownAmount(price)}</option>`;
  });
  return html`<p>${row.cancel_at_period_end ? 'It ends' : 'It is renewed'} on ${until}. Status: ${row.status}.</p>
${owed > 0 ? html`<form method="post"><p>You owe $${(owed / 100).toFixed(2)}. <button class="main" name="decision" value="pay">Pay now</button></p></form>` : undefined}
<form method="post"><label>Plan <select name="price">${plans}</select></label> <button>Change</button></form>
<form method="post">${cardChoice} <button>Change</button></form>
<form method="post">${row.cancel_at_period_end ? html`<button name="decision" value="resume">Keep it</button>` : html`<button name="decision" value="cancel">Cancel at the end of the period</button>`}</form>`;
}

function currentOf({ store }: Stripe, customer: string): SubscriptionRow | undefined {
  return store.subscriptions.where('customer', customer).findLast(({ status }) => status !== 'canceled');
}

function openInvoicesOf({ store }: Stripe, customer: string) {
  return store.invoices.where('customer', customer).filter(({ status }) => status === 'open');
}
