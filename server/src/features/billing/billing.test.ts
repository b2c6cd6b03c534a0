import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { failedPostEvent } from '../../../test/sample-events.ts';
import { withNewKey } from '../../../test/steps.ts';
import { record } from '../events/index.ts';
import { payer, untilStatus } from './billing.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
});
afterAll(() => service?.close());

const PATH = '/v1/billing/checkout';
const inForce = (row: { subscription_period_start: Date; subscription_period_end: Date }) => ({
  period_start: row.subscription_period_start.toISOString(),
  period_end: row.subscription_period_end.toISOString(),
});

describe('create_checkout, get_checkout_status, create_portal', () => {
  test('a paid checkout gives the plan and its cycle; an Idempotency-Key opens one', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const { liveApi } = ws;
    const { buy, becomes } = payer(service, ws);
    const headers = { 'idempotency-key': 'buy-1' };
    const body = {
      plan: 'pro',
      interval: 'annual',
      success_url: 'https://app.example/paid?session={CHECKOUT_SESSION_ID}',
    };
    const first = await liveApi.post(PATH, body, { headers });
    const again = await liveApi.post(PATH, body, { headers });
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect(first.body).toEqual({ id: expect.stringMatching(/^cs_/), url: expect.any(String), livemode: true });
    expect((await fetch(first.body.url)).status).toBe(200);

    // The same checkout within a minute is the same page; another one closes it.
    expect((await liveApi.post(PATH, body)).body).toEqual(first.body);
    const paid = await buy('pro', 'pays', { ...body, cancel_url: 'https://app.example/' });
    expect((await fetch(first.body.url)).status).toBe(404);
    expect(paid).toMatchObject({ status: 303, location: `https://app.example/paid?session=${paid.id}` });
    const row = await becomes({ plan: 'pro' });
    expect(row.subscription_period_end - row.subscription_period_start).toBeGreaterThan(360 * 86_400_000);
    const usage = await liveApi.get('/v1/usage');
    expect(usage.body).toMatchObject(inForce(row));
    const status = await untilStatus(() => liveApi.get(`${PATH}/status?session_id=${paid.id}`), 200);
    expect(status.body).toMatchObject({
      id: paid.id,
      status: 'complete',
      is_paid: true,
      plan: 'pro',
      interval: 'annual',
    });
    expect((await liveApi.get(`${PATH}/status?session_id=${first.body.id}`)).body.status).toBe('expired');

    expect(await liveApi.post(PATH, { plan: 'business' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail_code: 'billing.subscribed' },
    });
    const visitor = await service.workspace();
    await visitor.liveApi.post(PATH, { plan: 'pro' });
    for (const id of [paid.id, 'cs_nobody'])
      expect(await visitor.liveApi.get(`${PATH}/status?session_id=${id}`)).toMatchObject({ status: 404 });
  });

  test('checkouts that are opened at once leave exactly one usable page, and the same ones share it', async () => {
    const { liveApi } = await service.workspace({ plan: 'free' });
    const openAtOnce = async (plans: readonly string[]) => {
      const opened = await Promise.all(plans.map((plan) => liveApi.post(PATH, { plan })));
      expect(opened.map(({ status }) => status)).toEqual(plans.map(() => 201));
      const pages = [...new Set<string>(opened.map(({ body }) => body.url))];
      const answers = await Promise.all(pages.map((page) => fetch(page)));
      return { pages, usable: answers.filter(({ status }) => status === 200).map(({ url }) => url) };
    };
    for (const plans of [
      ['pro', 'pro', 'pro', 'pro'],
      ['business', 'business'],
    ]) {
      const { pages, usable } = await openAtOnce(plans);
      expect(pages).toHaveLength(1);
      expect(usable).toEqual(pages);
    }
    expect((await openAtOnce(['pro', 'starter'])).usable).toHaveLength(1);
  });

  test('a declined card changes nothing, and a lost notice is no loss to the payer', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const { buy, becomes, workspace } = payer(service, ws);
    expect((await buy('starter', 'declined')).status).toBe(200);
    const { callback_url, verify_token } = await service.installation.control('GET', 'apps/stripe');
    await service.installation.control('PUT', 'apps/stripe', { callback_url: 'http://127.0.0.1:1/', verify_token });
    const { id } = await buy('starter');
    expect(await workspace()).toMatchObject({ plan: 'free', subscription_id: null });
    await ws.liveApi.get(`${PATH}/status?session_id=${id}`);
    await becomes({ plan: 'starter' });
    await service.installation.control('PUT', 'apps/stripe', { callback_url, verify_token });
  });

  test('test keys, restricted keys, plans by agreement, bad addresses and customers who never bought are rejected', async () => {
    const ws = await service.workspace();
    const { liveApi } = ws;
    const live = { status: 409, body: { code: 'conflict', detail_code: 'billing.live_only' } };
    expect(await ws.api.post(PATH, { plan: 'pro' })).toMatchObject(live);
    expect(await ws.api.post('/v1/billing/portal')).toMatchObject(live);
    expect(await ws.api.get(`${PATH}/status?session_id=cs_1`)).toMatchObject(live);
    const { api: limited } = await withNewKey(service, ws, { scopes: ['posts:write'] });
    expect(await limited.post(PATH, { plan: 'pro' })).toMatchObject({ status: 403 });
    for (const plan of ['free', 'enterprise', 'gold'])
      expect(await liveApi.post(PATH, { plan }), plan).toMatchObject({
        status: 400,
        body: { meta: { field: 'plan' } },
      });
    for (const address of [
      'http://app.example',
      'javascript:alert(1)',
      'https:app.example',
      'https://a:b@app.example',
      '/paid',
    ])
      for (const field of ['success_url', 'cancel_url'])
        expect(await liveApi.post(PATH, { plan: 'pro', [field]: address }), address).toMatchObject({
          status: 400,
          body: { meta: { field } },
        });
    expect(
      await liveApi.post(`${PATH}?dry_run=true`, { plan: 'pro', success_url: 'http://localhost:3000/' }),
    ).toMatchObject({
      status: 200,
      body: { dry_run: true, url: '' },
    });
    expect(await liveApi.post('/v1/billing/portal')).toMatchObject({
      status: 409,
      body: { detail_code: 'billing.not_subscribed' },
    });
    expect(
      await service.sql('select 1 from billing_customers c join tenants t using (tenant_id) where workspace_id = $1', [
        ws.id,
      ]),
    ).toEqual([]);
  });
});

describe('notices', () => {
  let ws: TestWorkspace;
  let steps: ReturnType<typeof payer>;
  const secret = async () => (await service.installation.control('GET', 'apps/stripe')).verify_token as string;
  const deliver = (body: string, signature: string) =>
    fetch(`${service.url}/callbacks/stripe`, { method: 'POST', body, headers: { 'stripe-signature': signature } });
  /** Signed by Stripe's own library. */
  const signed = async (body: string, timestamp = Math.floor(Date.now() / 1000)) =>
    deliver(
      body,
      new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload: body, secret: await secret(), timestamp }),
    );
  const rows = async () => ({
    workspace: await steps.workspace(),
    notices: await service.sql('select id, type, customer_id from billing_notices order by id'),
    customers: await service.sql('select * from billing_customers order by id'),
  });

  beforeAll(async () => {
    ws = await service.workspace({ plan: 'free' });
    steps = payer(service, ws);
    await steps.buy('pro');
    await steps.becomes({ plan: 'pro' });
  });

  test('forged, altered and old ones are rejected and not stored', async () => {
    const [{ event }] = await steps.notices();
    const body = JSON.stringify({ ...event, id: 'evt_forged' });
    const before = await rows();
    const now = Math.floor(Date.now() / 1000);
    const foreign = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' });
    for (const signature of ['', 'nonsense', `t=${now},v1=${'0'.repeat(64)}`, `t=${now}`, foreign])
      expect((await deliver(body, signature)).status, signature).toBe(401);
    expect((await signed(body, now - 3600)).status).toBe(401);
    for (const broken of ['', '{', '[]', 'null', '{}', '{"id":5}'])
      expect((await signed(broken)).status, broken).toBe(401);
    expect(await rows()).toEqual(before);
  });

  test('those of nobody and of other kinds are noted; no notice carries a state that could win', async () => {
    const [{ event }] = (await steps.notices()).filter(({ event }) => event.type === 'customer.subscription.created');
    const before = await rows();
    const ofNobody = JSON.stringify({
      ...event,
      id: 'evt_nobody',
      data: { object: { ...event.data.object, customer: 'cus_nobody' } },
    });
    const odd = JSON.stringify({ ...event, id: 'evt_odd', type: 'cat.adopted', data: { object: { object: 'cat' } } });
    for (const body of [ofNobody, odd, ofNobody]) expect((await signed(body)).status).toBe(200);
    const after = await rows();
    expect([after.workspace, after.customers]).toEqual([before.workspace, before.customers]);
    expect(after.notices.length).toBe(before.notices.length + 2);

    // A late notice of another plan, or of an end, has no say: the subscription itself is read again.
    const { object } = event.data;
    const ended = {
      ...event,
      id: 'evt_late',
      type: 'customer.subscription.deleted',
      data: { object: { ...object, status: 'canceled' } },
    };
    for (let copy = 0; copy < 3; copy += 1) expect((await signed(JSON.stringify(ended))).status).toBe(200);
    await steps.becomes({ plan: 'pro' });
    const settled = await untilStatus(async () => {
      const [row] = (await rows()).customers.filter(({ id }: { id: string }) => id === object.customer);
      return { status: row.due_at > new Date(Date.now() + 3_600_000) ? 200 : 202, body: row };
    }, 200);
    expect(settled.body).toMatchObject({ subscription_id: object.id, plan: 'pro' });
    expect((await steps.workspace()).plan).toBe('pro');
  });
});

describe('a subscription', () => {
  test('is renewed by the clock; two failed charges block all calls but billing, and a payment lifts the block', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const steps = payer(service, ws);
    await ws.api.post('/v1/webhooks', { url: 'https://simulator.test/receiver/billing', events: ['post.failed'] });
    const told = () =>
      service.app.db
        .tenant(ws.tenantId)
        .transaction((tx) => record(tx, ws.tenantId, [failedPostEvent()]))
        .then(() => service.sql('select count(*)::int as n from deliveries where tenant_id = $1', [ws.tenantId]))
        .then(([row]) => row.n);
    await steps.buy('starter', 'pays');
    const first = await steps.becomes({ plan: 'starter' });
    expect(await told()).toBe(1);

    await steps.advance(32);
    const end: Date = first.subscription_period_end;
    const second = await untilStatus(async () => {
      const row = await steps.workspace();
      return { status: row.subscription_period_start.getTime() === end.getTime() ? 200 : 202, body: row };
    }, 200);
    expect((await ws.liveApi.get('/v1/usage')).body).toMatchObject(inForce(second.body));

    await steps.inPortal({ card: 'fails_later' });
    await steps.advance(31);
    await untilStatus(async () => {
      const { body } = await service
        .sql("select count(*)::int as n from billing_notices where type = 'invoice.payment_failed'")
        .then(([body]) => ({ body }));
      return { status: body.n > 0 ? 200 : 202, body };
    }, 200);
    expect((await steps.workspace()).billing_blocked_at).toBeNull();

    const { upload_url } = (await ws.liveApi.get('/v1/media/upload-url?media_type=image/png&filename=late.png')).body;
    await steps.advance(3);
    await steps.isBlocked(true);
    const sent = { method: 'PUT', body: 'png', headers: { 'content-type': 'image/png' } };
    expect((await fetch(upload_url, sent)).status).toBe(402);
    const rejected = await untilStatus(() => ws.liveApi.get('/v1/usage'), 402);
    for (const api of [ws.liveApi, ws.api])
      expect((await untilStatus(() => api.get('/v1/users/me'), 200)).body).toMatchObject({
        billing_blocked: true,
        billing_blocked_at: expect.any(String),
      });
    expect((await ws.liveApi.patch('/v1/users/me', { use_case: 'Paying' })).status).toBe(200);
    expect((await ws.liveApi.delete('/v1/users/me')).status).toBe(402);
    expect(rejected.body).toMatchObject({ code: 'past_due', detail_code: 'billing.past_due' });
    expect((await untilStatus(() => ws.api.post('/v1/posts', 5), 402)).body.code).toBe('past_due');
    expect((await ws.api.post('/v1/media/upload', new FormData())).status).toBe(402);
    expect((await createClient(service.url, 'hub_live_nobody').get('/v1/usage')).status).toBe(401);
    expect(await told()).toBe(1);

    expect(await steps.inPortal({ decision: 'pay' })).toContain('declined');
    expect((await steps.workspace()).billing_blocked_at).not.toBeNull();
    await steps.inPortal({ card: 'pays', decision: 'pay' });
    await steps.isBlocked(false);
    await untilStatus(() => ws.liveApi.get('/v1/usage'), 200);
    await untilStatus(() => ws.api.get('/v1/posts'), 200);
    expect(await told()).toBe(2);
  });
});
