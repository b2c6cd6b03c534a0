import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSimulator, until } from '../../core/testing.ts';

/** A judge from outside: Stripe's own library, unchanged but for the address of each request. */
const simulator = new TestSimulator();
const httpClient = Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
  fetch(String(url).replace('https://api.stripe.com', `${simulator.url}/stripe/api`), init),
);
const secret = 'whsec_judge';
const events: Stripe.Event[] = [];
let receiver: Server;
let stripe: Stripe;

beforeAll(async () => {
  await simulator.start();
  stripe = new Stripe('sk_test_judge', { httpClient, telemetry: false, maxNetworkRetries: 0 });
  receiver = createServer(async (request, response) => {
    const signature = String(request.headers['stripe-signature']);
    events.push(stripe.webhooks.constructEvent(await text(request), signature, secret));
    // The first attempt of each is not taken, so each is signed twice.
    response.writeHead(events.filter(({ id }) => id === events.at(-1)?.id).length > 1 ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await simulator.control('PUT', '/apps/stripe', { callback_url, verify_token: secret });
});
afterAll(async () => {
  receiver?.close();
  await simulator.close();
});

const daySeconds = 86_400;
const send = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function subscribed(price = 'price_pro_monthly'): Promise<{ customer: string; subscription: string }> {
  const { id: customer } = await stripe.customers.create({ metadata: { workspace_id: 'ws_1' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://app.example/?session={CHECKOUT_SESSION_ID}',
    subscription_data: { metadata: { workspace_id: 'ws_1' } },
  });
  expect((await send(session.url as string, { card: 'declined' })).status).toBe(200);
  const paid = await send(session.url as string, { card: 'pays' });
  expect(paid.headers.get('location')).toBe(`https://app.example/?session=${session.id}`);
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(done.line_items?.data[0]?.price?.id).toBe(price);
  return { customer, subscription: done.subscription as string };
}

test('customers are made once for a key; rejections are the library’s errors', async () => {
  const options = { idempotencyKey: 'one' };
  const first = await stripe.customers.create({ metadata: { a: '1' } }, options);
  expect((await stripe.customers.create({ metadata: { a: '1' } }, options)).id).toBe(first.id);
  await expect(stripe.customers.create({ metadata: { a: '2' } }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.billingPortal.sessions.create({ customer: 'cus_nobody' })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'customer',
  });
  const visitor = new Stripe('pk_test_1', { httpClient, maxNetworkRetries: 0 });
  await expect(visitor.prices.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  expect((await stripe.prices.list()).data.map(({ id }) => id)).toContain('price_pro_annual');
});

test('a subscription is renewed, owed, retried, paid, changed and ended, and each step is told with a valid signature', async () => {
  const { customer, subscription: id } = await subscribed();
  const read = () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  const first = await read();
  expect(first).toMatchObject({ status: 'active', metadata: { workspace_id: 'ws_1' } });
  await simulator.advance(32 * daySeconds);
  const second = await read();
  expect(second.items.data[0]?.current_period_start).toBe(first.items.data[0]?.current_period_end);

  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'https://app.example/' });
  expect(await (await send(portal.url, { card: 'fails_later' })).text()).toContain('Full Send');
  await simulator.advance(31 * daySeconds);
  expect(await read()).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
  await simulator.advance(3 * daySeconds);
  const owed = (await read()).latest_invoice as Stripe.Invoice;
  expect(owed).toMatchObject({ status: 'open', attempt_count: 2 });
  await expect(stripe.invoices.pay(owed.id as string)).rejects.toMatchObject({ type: 'StripeCardError' });
  const again = await stripe.billingPortal.sessions.create({ customer });
  await send(again.url, { card: 'pays' });
  expect(await stripe.invoices.pay(owed.id as string)).toMatchObject({ status: 'paid', attempt_count: 2 });
  expect((await read()).status).toBe('active');

  const [item] = (await read()).items.data;
  await stripe.subscriptions.update(id, { items: [{ id: item?.id as string, price: 'price_starter_monthly' }] });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await read()).toMatchObject({
    cancel_at_period_end: true,
    items: { data: [{ price: { unit_amount: 2900 } }] },
  });
  await simulator.advance(31 * daySeconds);
  expect((await read()).status).toBe('canceled');
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.map((row) => row.id)).toEqual([id]);

  await simulator.advance(60);
  const toldOf = () => events.filter(({ data }) => (data.object as { customer?: string }).customer === customer);
  const types = await until(
    async () => toldOf().map(({ type }) => type as string),
    (told) => told.includes('customer.subscription.deleted'),
  );
  for (const type of [
    'checkout.session.completed',
    'invoice.paid',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
    expect(types).toContain(type);
});

test('what nobody pays ends after four attempts, and a deleted customer has no subscription', async () => {
  const { customer, subscription } = await subscribed('price_business_annual');
  await send((await stripe.billingPortal.sessions.create({ customer })).url, { card: 'fails_later' });
  await simulator.advance(366 * daySeconds);
  await simulator.advance(15 * daySeconds);
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  const [invoice] = (await stripe.invoices.list({ customer })).data;
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });

  const other = await subscribed('price_starter_monthly');
  expect(await stripe.customers.del(other.customer)).toMatchObject({ deleted: true });
  expect((await stripe.subscriptions.retrieve(other.subscription)).status).toBe('canceled');
  expect(await stripe.customers.retrieve(other.customer)).toMatchObject({ deleted: true });
});
