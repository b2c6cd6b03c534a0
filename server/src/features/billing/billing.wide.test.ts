import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { hold } from '../../../test/held-row.ts';
import { operate } from '../../../test/operator.ts';
import { comment, targetsOn } from '../../../test/steps.ts';
import { workspaces } from '../workspaces/index.ts';
import { payer } from './billing.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

async function subscriber(plan = 'pro', options: Parameters<TestService['workspace']>[0] = {}) {
  const ws = await service.workspace({ plan: 'free', ...options });
  const steps = payer(service, ws);
  await steps.buy(plan);
  await steps.becomes({ plan });
  return { ws, steps };
}

/** The first charge and its retry fail. */
async function block({ steps }: { steps: ReturnType<typeof payer> }): Promise<void> {
  await steps.inPortal({ card: 'fails_later' });
  await steps.advance(32);
  await steps.advance(3);
  await steps.isBlocked(true);
}

describe('a change of the subscription', () => {
  test('up and down holds at once and deletes nothing; at the end of a cancelled period the plan is Free again', async () => {
    const { ws, steps } = await subscriber('starter');
    for (let n = 0; n < 5; n += 1) await ws.liveApi.post('/v1/brands', { name: `Brand ${n}` });
    const cycle = await steps.workspace();
    await steps.inPortal({ price: 'price_business_monthly' });
    expect((await steps.becomes({ plan: 'business' })).subscription_period_end).toEqual(cycle.subscription_period_end);
    await steps.inPortal({ price: 'price_starter_annual' });
    const annual = await steps.becomes({ plan: 'starter' });
    expect(annual.subscription_period_end - annual.subscription_period_start).toBeGreaterThan(360 * 86_400_000);

    await steps.inPortal({ decision: 'cancel' });
    await steps.advance(300);
    expect((await steps.workspace()).plan).toBe('starter');
    await steps.advance(70);
    expect(await steps.becomes({ plan: 'free', subscription_id: null })).toMatchObject({
      subscription_period_start: null,
      subscription_period_end: null,
      billing_blocked_at: null,
    });
    expect((await ws.liveApi.get('/v1/brands')).body.count).toBe(6);
    const usage = await until(async () => {
      const { body } = await ws.liveApi.get('/v1/usage');
      return body.brands_limit === 2 && body;
    }, 'the limits are those of Free');
    expect(Date.parse(usage.period_end) - Date.parse(usage.period_start)).toBe(30 * 86_400_000);
    expect((await ws.liveApi.post('/v1/brands', { name: 'One more' })).status).toBe(403);

    // A customer who left can come back.
    await steps.buy('pro');
    await steps.becomes({ plan: 'pro' });
  });

  test('told twice and in any order leads to the same plan', async () => {
    const { steps } = await subscriber('pro');
    const { stripe_id: account } = await steps.workspace();
    await service.installation.control('POST', 'faults', {
      kind: 'duplicate_callbacks',
      platform: 'stripe',
      account,
      times: 4,
    });
    await service.installation.control('POST', 'faults', {
      kind: 'reordered_callbacks',
      platform: 'stripe',
      account,
      times: 1,
    });
    await steps.inPortal({ price: 'price_business_monthly' });
    await steps.inPortal({ price: 'price_starter_monthly' });
    await until(
      async () => (await steps.notices()).filter(({ event }) => event.type.endsWith('.updated')).length >= 3,
      'all were told',
    );
    await steps.becomes({ plan: 'starter' });
  });

  test('is not lost while the processor is away', async () => {
    const { steps } = await subscriber('pro');
    await service.installation.control('POST', 'faults', {
      kind: 'drop_before',
      platform: 'stripe',
      operation: 'subscribe',
      times: 3,
    });
    await steps.inPortal({ price: 'price_business_monthly' });
    await steps.becomes({ plan: 'business' });
  });

  test('leaves the plan that the operator set, until it is another one', async () => {
    const { ws, steps } = await subscriber('pro');
    await workspaces.setSubscription(service.app.db.system, ws.id, { plan: 'enterprise' });
    const before = await steps.workspace();
    await steps.advance(32);
    await until(async () => {
      const row = await steps.workspace();
      return row.subscription_period_start > before.subscription_period_start;
    }, 'the next period has begun');
    expect((await steps.workspace()).plan).toBe('enterprise');
    await steps.inPortal({ price: 'price_starter_monthly' });
    await steps.becomes({ plan: 'starter' });
  });
});

describe('a blocked workspace', () => {
  test('still publishes what was scheduled, and still takes in what platforms send', async () => {
    const subscribed = await subscriber('pro', { platforms: ['mastodon'] });
    const { ws, steps } = subscribed;
    const post = async (more: object) =>
      (
        await ws.api.post(
          '/v1/posts',
          { text: `A post ${randomBytes(4).toString('hex')}`, targets: targetsOn(ws, 'mastodon'), ...more },
          { headers: { prefer: 'wait=30' } },
        )
      ).body;
    const published = await post({ publish_now: true });
    const scheduled = await post({ scheduled_at: new Date(Date.now() + 86_400_000).toISOString() });
    await block(subscribed);
    await until(async () => (await ws.api.get('/v1/posts')).status === 402, 'the test key is rejected');
    await service.sql('update actions set due_at = now() where post_id = $1', [scheduled.id]);
    await service.sql('update accounts set next_due_at = now() where tenant_id = $1', [ws.tenantId]);
    await until(async () => {
      const [row] = await service.sql('select status from posts where id = $1', [scheduled.id]);
      return row.status === 'published';
    }, 'the scheduled post is published');
    await comment(ws, 'mastodon', published.targets[0].platform_post_id, 'Are you there?');
    await until(async () => {
      const rows = await service.sql("select 1 from comments where tenant_id = $1 and text like '%Are you there?%'", [
        ws.tenantId,
      ]);
      return rows.length > 0;
    }, 'the comment is stored');
    await steps.inPortal({ card: 'pays', decision: 'pay' });
    await until(async () => (await ws.api.get('/v1/posts')).status === 200, 'the block is lifted');
  });

  test('is unblocked on Free when nobody pays', async () => {
    const subscribed = await subscriber();
    await block(subscribed);
    await subscribed.steps.advance(5);
    await subscribed.steps.advance(7);
    expect(await subscribed.steps.becomes({ plan: 'free' })).toMatchObject({ billing_blocked_at: null });
  });
});

/** A call of Stripe itself, as from its dashboard. */
async function stripe(method: string, path: string, form?: Record<string, string>): Promise<Body> {
  const response = await fetch(`${service.installation.simulatorUrl}/stripe/api/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_1' },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  return response.json();
}
const statusesOf = async (customer: string): Promise<string[]> =>
  (await stripe('GET', `subscriptions?customer=${customer}&status=all`)).data.map((row: Body) => row.status);
const pay = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ card: 'pays' }), redirect: 'manual' });

describe('without notices', () => {
  let app: Body;
  beforeAll(async () => {
    app = await service.installation.control('GET', 'apps/stripe');
    await service.installation.control('PUT', 'apps/stripe', { ...app, callback_url: 'http://127.0.0.1:1/' });
  });
  afterAll(() => service.installation.control('PUT', 'apps/stripe', app));
  const customerOf = async ({ id }: TestWorkspace): Promise<Body> =>
    (
      await service.sql(
        'select c.*, due_at > now() as waits from billing_customers c join tenants using (tenant_id) where workspace_id = $1',
        [id],
      )
    )[0];
  const makeDue = ({ id }: TestWorkspace) =>
    service.sql(
      `update billing_customers c set due_at = now() from tenants t
       where t.tenant_id = c.tenant_id and t.workspace_id = $1 and due_at is not null`,
      [id],
    );

  test('a second checkout after a payment is rejected, and the plan is in force', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const steps = payer(service, ws);
    await steps.buy('starter');
    expect(await steps.workspace()).toMatchObject({ plan: 'free', subscription_id: null });
    expect(await ws.liveApi.post('/v1/billing/checkout', { plan: 'pro' })).toMatchObject({
      status: 409,
      body: { detail_code: 'billing.subscribed' },
    });
    const { stripe_id: id } = await steps.becomes({ plan: 'starter' });
    expect(await statusesOf(id)).toEqual(['active']);
    const open = await stripe('GET', `checkout/sessions?customer=${id}&status=open`);
    expect(open.data).toEqual([]);
  });

  test('an open checkout is read until it is paid', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const { body } = await ws.liveApi.post('/v1/billing/checkout', { plan: 'pro' });
    const { attempt } = await customerOf(ws);
    await makeDue(ws);
    const isRead = async () => {
      const row = await customerOf(ws);
      return row.attempt > attempt && row.due_at > new Date(Date.now() + 240_000);
    };
    await until(isRead, 'it was read, and will be read again');
    await pay(body.url);
    await makeDue(ws);
    await payer(service, ws).becomes({ plan: 'pro' });
  });

  test('of several subscriptions the newest stays, and the older one ends', async () => {
    const { ws, steps } = await (async () => {
      const ws = await service.workspace({ plan: 'free' });
      const steps = payer(service, ws);
      const { id } = await steps.buy('pro');
      await ws.liveApi.get(`/v1/billing/checkout/status?session_id=${id}`);
      await steps.becomes({ plan: 'pro' });
      return { ws, steps };
    })();
    const { stripe_id: customer } = await steps.workspace();
    const second = (more: Record<string, string>) =>
      stripe('POST', 'checkout/sessions', {
        mode: 'subscription',
        customer,
        'line_items[0][price]': 'price_business_monthly',
        success_url: 'https://app.example/',
        ...more,
      });
    await service.installation.control('POST', 'clock', { advance_seconds: 2 });
    await pay((await second({ 'subscription_data[metadata][workspace_id]': ws.id })).url);
    await makeDue(ws);
    await steps.becomes({ plan: 'business' });
    await until(async () => (await statusesOf(customer)).join() === 'active,canceled', 'the older one has ended');
    await until(async () => (await customerOf(ws)).error?.includes('cancelled'), 'it is noted');
    await makeDue(ws);
    await until(async () => (await customerOf(ws)).error === null, 'one is left');
    expect((await steps.workspace()).plan).toBe('business');
  });
});

test('a customer who is gone at the processor is made anew, also with an Idempotency-Key and after an undelete', async () => {
  const ws = await service.workspace({ plan: 'free' });
  const { workspace } = payer(service, ws);
  const open = (key: string) =>
    ws.liveApi.post('/v1/billing/checkout', { plan: 'pro' }, { headers: { 'idempotency-key': key } });
  expect((await open('a')).status).toBe(201);
  const { stripe_id: first } = await workspace();
  await stripe('DELETE', `customers/${first}`);
  expect((await open('b')).status).toBe(201);
  const { stripe_id: second } = await workspace();
  expect(second).not.toBe(first);

  await ws.liveApi.delete('/v1/users/me');
  const isEnded = async () =>
    (await service.sql('select 1 from billing_customers where id = $1', [second])).length === 0;
  await until(isEnded, 'the customer has ended');
  await operate(service, ['workspaces', 'undelete', ws.id]);
  await until(async () => (await ws.liveApi.get('/v1/users/me')).status === 200, 'the key works again');
  const again = await open('c');
  expect([again.status, (await fetch(again.body.url)).status]).toEqual([201, 200]);
  expect([first, second]).not.toContain((await workspace()).stripe_id);
});

test('delete_me marks the deletion and the end of the subscription at once', async () => {
  const { ws, steps } = await subscriber();
  const { stripe_id: id } = await steps.workspace();
  const customer = await hold(service, 'select 1 from billing_customers where id = $1 for update', [id]);
  const answer = ws.liveApi.delete('/v1/users/me');
  await customer.waiting(1);
  const [owner] = await service.sql('select deleted_at from owners where workspace_id = $1', [ws.id]);
  await customer.release();
  expect([owner.deleted_at, (await answer).status]).toEqual([null, 200]);
  await until(async () => (await statusesOf(id)).join() === 'canceled', 'the subscription has ended');
});

test('a purge waits for a customer whose end nobody has begun', async () => {
  const { ws, steps } = await subscriber();
  const { stripe_id: id } = await steps.workspace();
  await service.sql(`update owners set deleted_at = now(), purge_at = now(), due_at = now() where workspace_id = $1`, [
    ws.id,
  ]);
  await until(async () => (await steps.workspace()) === undefined, 'the workspace is purged');
  expect(await statusesOf(id)).toEqual(['canceled']);
});

test('delete_me ends the subscription at once and deletes the customer; the purge waits while Stripe is away', async () => {
  const { ws, steps } = await subscriber();
  const { stripe_id: id } = await steps.workspace();
  await service.installation.control('POST', 'faults', {
    kind: 'server_error',
    status: 503,
    platform: 'stripe',
    times: 0,
  });
  expect((await ws.liveApi.delete('/v1/users/me')).status).toBe(200);
  const isFailing = async () =>
    (await service.sql('select failures from billing_customers where id = $1', [id]))[0].failures > 0;
  await until(isFailing, 'Stripe does not answer');
  await service.sql('update owners set purge_at = now(), due_at = now() where workspace_id = $1', [ws.id]);
  await until(
    async () => (await service.sql('select 1 from billing_customers where id = $1 and failures > 1', [id])).length > 0,
    'it is tried again',
  );
  expect(await steps.workspace()).toBeDefined();
  await service.installation.control('DELETE', 'faults');
  await service.sql('update billing_customers set due_at = now() where id = $1', [id]);
  await until(async () => (await steps.workspace()) === undefined, 'the workspace is purged');
  expect(await stripe('GET', `customers/${id}`)).toMatchObject({ deleted: true });
  expect(await statusesOf(id)).toEqual(['canceled']);
  expect(await service.sql('select 1 from billing_customers where id = $1', [id])).toEqual([]);
});

test('with settings, Stripe is asked at their address, and a price without a setting changes no plan', async () => {
  const own = await startTestService({
    STRIPE_SECRET_KEY: 'sk_test_own',
    STRIPE_WEBHOOK_SECRET: 'whsec_own',
    STRIPE_PRICE_PRO_MONTHLY: 'price_pro_monthly',
    STRIPE_PRICE_STARTER_MONTHLY: 'price_of_nobody',
    STRIPE_API_BASE: `${service.installation.simulatorUrl}/stripe/api`,
  });
  try {
    await service.installation.control('PUT', 'apps/stripe', {
      callback_url: `${own.url}/callbacks/stripe`,
      verify_token: 'whsec_own',
    });
    const ws = await own.workspace({ plan: 'free' });
    const steps = payer(own, ws);
    // The operator's fault is not the payer's to read.
    const wrong = await ws.liveApi.post('/v1/billing/checkout', { plan: 'starter' });
    expect([wrong.status, wrong.body.code]).toEqual([502, 'platform_error']);
    expect(wrong.text).not.toContain('price');
    await steps.buy('pro');
    await steps.becomes({ plan: 'pro' });
    const rejected = await ws.liveApi.post('/v1/billing/checkout', { plan: 'pro', interval: 'annual' });
    expect(rejected).toMatchObject({ status: 400, body: { meta: { field: 'interval' } } });
    await steps.inPortal({ price: 'price_business_monthly' });
    await until(
      async () =>
        (await own.sql("select 1 from billing_customers where error like '%price_business_monthly%'")).length > 0,
      'the fault is noted',
    );
    expect((await steps.workspace()).plan).toBe('pro');
    await steps.inPortal({ price: 'price_pro_monthly' });
    await until(
      async () => (await own.sql('select 1 from billing_customers where error is null and failures = 0')).length > 0,
      'it is mended',
    );
  } finally {
    await own.close();
  }
});

test('without settings, a service for others sells nothing: 501', async () => {
  const open = await startTestService({ PUBLIC_URL: 'https://hubbub.example.com' });
  try {
    const ws: TestWorkspace = await open.workspace();
    const rejection = { status: 501, body: { code: 'not_supported', meta: { resource: 'billing' } } };
    expect(await ws.liveApi.post('/v1/billing/checkout', { plan: 'pro' })).toMatchObject(rejection);
    expect(await ws.liveApi.post('/v1/billing/portal')).toMatchObject(rejection);
    expect(await ws.liveApi.get('/v1/billing/checkout/status?session_id=cs_1')).toMatchObject(rejection);
    expect((await fetch(`${open.url}/callbacks/stripe`, { method: 'POST', body: '{}' })).status).toBe(501);
  } finally {
    await open.close();
  }
});
