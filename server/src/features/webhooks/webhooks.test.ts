import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Body,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { addHook, emit, receiver, receiverUrl } from './webhooks.fixture.ts';

const UNKNOWN = 'wh_00000000000000000000000000';

let service: TestService;
let ws: TestWorkspace;
let visitor: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
  visitor = await service.workspace();
});
afterAll(() => service?.close());

const count = async () => (await service.sql('select count(*)::int as n from webhook_endpoints'))[0].n;

describe('create_webhook', () => {
  test('pings the address, then shows the secret this once', async () => {
    const url = receiverUrl();
    const { status, body } = await ws.api.post('/v1/webhooks', {
      url,
      events: ['comment.received', 'dm.received', 'dm.received'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      url,
      events: ['comment.received', 'dm.received'],
      is_active: true,
      status: 'active',
      warnings: [],
      created_at: expect.stringMatching(/Z$/),
      livemode: false,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      message: expect.stringContaining('Store the secret now'),
    });

    await receiver(ws, url, 'PUT', '', { secret: body.secret });
    const { deliveries } = await receiver(ws, url);
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({ event: 'webhook.test', verified: true, verified_compat: true });
    expect(deliveries[0].body).toMatchObject({ event: 'webhook.test', data: { verification: true }, livemode: false });
    expect(deliveries[0].headers).not.toHaveProperty('x-socialapi-delivery');

    const [row] = await service.sql('select secret from webhook_endpoints where id = $1', [body.id]);
    expect(row.secret).not.toContain(body.secret.slice(6));
    expect((await ws.api.get(`/v1/webhooks/${body.id}`)).text).not.toContain(body.secret);
  });

  test.each([
    ['no url', { events: ['post.published'] }, 'missing_metadata', 'url'],
    ['no events', { url: 'https://simulator.test/receiver/x' }, 'missing_metadata', 'events'],
    ['an empty list of events', { url: 'https://simulator.test/receiver/x', events: [] }, 'invalid_request', 'events'],
    [
      'events that are no list',
      { url: 'https://simulator.test/receiver/x', events: 'all' },
      'invalid_request',
      'events',
    ],
    ['http', { url: 'http://simulator.test/receiver/x', events: ['post.published'] }, 'invalid_request', 'url'],
    ['a private address', { url: 'https://192.168.0.1/x', events: ['post.published'] }, 'invalid_request', 'url'],
    ['no address at all', { url: 'nonsense', events: ['post.published'] }, 'invalid_request', 'url'],
    [
      'an unknown field',
      { url: 'https://simulator.test/receiver/x', event: ['post.published'] },
      'invalid_request',
      'event',
    ],
    [
      'the test event',
      { url: 'https://simulator.test/receiver/x', events: ['webhook.test'] },
      'invalid_request',
      'events',
    ],
  ])('400 for %s', async (_, body, code, field) => {
    const answer = await ws.api.post('/v1/webhooks', body);
    expect(answer).toMatchObject({ status: 400, body: { code, meta: { field } } });
  });

  test('an unknown event gets a hint', async () => {
    const { body } = await ws.api.post('/v1/webhooks', { url: receiverUrl(), events: ['post.publishd'] });
    expect(body).toMatchObject({ code: 'invalid_request', meta: { field: 'events' } });
    expect(body.error).toBe('There is no event "post.publishd". Did you mean post.published?');
  });

  test.each([
    ['rejects', 500, 'it answered 500'],
    ['redirects', 302, 'it answered 302; redirects are not followed'],
  ])('an address that %s the ping is not saved', async (_, status, reason) => {
    const before = await count();
    const url = receiverUrl();
    await receiver(ws, url, 'PUT', '/behaviour', { status });
    const answer = await ws.api.post('/v1/webhooks', { url, events: ['post.published'] });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'webhook_verification_failed', meta: { field: 'url', reason, status_code: status } },
    });
    expect(await count()).toBe(before);
  });

  test('a dead host is not saved', async () => {
    const before = await count();
    const answer = await ws.api.post('/v1/webhooks', { url: 'https://dead.invalid/hook', events: ['post.published'] });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'webhook_verification_failed', meta: { field: 'url' } },
    });
    expect(answer.body.error).toContain('could not be resolved');
    expect(await count()).toBe(before);
  });

  test('a live key cannot use the simulator', async () => {
    const answer = await ws.liveApi.post('/v1/webhooks', { url: receiverUrl(), events: ['post.published'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'url' } } });
  });

  test('a dry run checks, calls nobody and saves nothing', async () => {
    const before = await count();
    const url = receiverUrl();
    const answer = await ws.api.post('/v1/webhooks?dry_run=true', { url, events: ['post.published'] });
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true, url, events: ['post.published'] } });
    expect(answer.body.secret).toBeUndefined();
    expect((await receiver(ws, url)).deliveries).toEqual([]);
    expect(await count()).toBe(before);
  });

  test('the same idempotency key makes one endpoint and shows the same secret', async () => {
    const url = receiverUrl();
    const options = { headers: { 'idempotency-key': 'one-hook' } };
    const first = await ws.api.post('/v1/webhooks', { url, events: ['post.published'] }, options);
    const second = await ws.api.post('/v1/webhooks', { url, events: ['post.published'] }, options);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const [stored] = await service.sql(`select body from idempotency_keys where key = 'one-hook'`);
    expect(stored.body).not.toContain(first.body.secret);
  });

  test('there are at most 50, also when many come at once', async () => {
    const crowd = await service.workspace();
    const insert = `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint)
      select $1, 'wh_' || lpad(n::text, 26, '0'), 'https://example.com', '{post.published}', 'x', 'x' from generate_series(1, 47) n`;
    await service.sql(insert, [crowd.tenantId]);
    const create = () => crowd.api.post('/v1/webhooks', { url: receiverUrl(), events: ['post.published'] });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'conflict', meta: { max: 50 } } });
  });
});

describe('list_webhooks', () => {
  test('gives all endpoints when no page is asked for', async () => {
    const own = await service.workspace();
    const insert = `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint)
      select $1, 'wh_' || lpad(n::text, 26, '0'), 'https://example.com', '{post.published}', 'x', 'x' from generate_series(1, 30) n`;
    await service.sql(insert, [own.tenantId]);
    const { body } = await own.api.get('/v1/webhooks');
    expect(body).toMatchObject({ count: 30, pagination: { has_more: false } });
    expect(body).not.toHaveProperty('cursor');
    expect((await own.api.get('/v1/webhooks?limit=25')).body).toMatchObject({ count: 25, cursor: expect.any(String) });
  });

  test('pages through all of them, newest first', async () => {
    const own = await service.workspace();
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await addHook(own)).id);
    const first = await own.api.get('/v1/webhooks?limit=2');
    expect(first.body).toMatchObject({ count: 2, pagination: { limit: 2, has_more: true } });
    const second = await own.api.get(`/v1/webhooks?limit=2&cursor=${first.body.cursor}`);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(made);
    expect(second.body).not.toHaveProperty('cursor');
    expect((await own.api.get('/v1/webhooks')).body).toMatchObject({
      count: 3,
      pagination: { limit: 50, has_more: false },
    });
    expect((await own.api.get('/v1/webhooks')).body.data[0]).not.toHaveProperty('secret');
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=forged', 'url=x'])('400 for ?%s', async (query) => {
    const { status, body } = await ws.api.get(`/v1/webhooks?${query}`);
    expect(status).toBe(400);
    expect(body.meta.field).toBe(query.split('=')[0]);
  });
});

describe('one webhook', () => {
  test('get_webhook shows the hint of the secret and the counts of deliveries', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await emit(service, own, 2);
    const done = await until(async () => {
      const { body } = await own.api.get(`/v1/webhooks/${hook.id}`);
      return body.stats.last_24h.delivered === 2 && body;
    }, 'both deliveries are counted');
    expect(done).toMatchObject({
      url: hook.url,
      secret_hint: hook.secret.slice(-4),
      stats: { last_24h: { delivered: 2, failed: 0 }, last_7d: { delivered: 2, failed: 0 } },
    });
  });

  test('update_webhook changes the given fields and returns the whole endpoint', async () => {
    const hook = await addHook(ws);
    const path = `/v1/webhooks/${hook.id}`;
    const url = receiverUrl();
    const { status, body } = await ws.api.patch(path, { url, events: ['post.failed'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: hook.id, url, events: ['post.failed'], is_active: true, livemode: false });
    await receiver(ws, url, 'PUT', '', { secret: hook.secret });
    expect((await receiver(ws, url)).deliveries).toMatchObject([{ event: 'webhook.test', verified: true }]);
    expect((await ws.api.patch(path, { is_active: false })).body).toMatchObject({ url, is_active: false });
    expect((await ws.api.get(path)).body.is_active).toBe(false);
  });

  test('update_webhook keeps the old address when the new one fails the ping', async () => {
    const hook = await addHook(ws);
    const url = receiverUrl();
    await receiver(ws, url, 'PUT', '/behaviour', { status: 404 });
    const answer = await ws.api.patch(`/v1/webhooks/${hook.id}`, { url });
    expect(answer).toMatchObject({ status: 400, body: { code: 'webhook_verification_failed' } });
    expect((await ws.api.get(`/v1/webhooks/${hook.id}`)).body.url).toBe(hook.url);
  });

  test.each([{}, { is_active: 'yes' }, { events: [] }, { url: 'http://example.com' }, { secret: 'x' }])(
    'update_webhook: 400 for %j',
    async (body) => {
      const hook = await addHook(visitor);
      expect(await visitor.api.patch(`/v1/webhooks/${hook.id}`, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    },
  );

  test('delete_webhook removes it', async () => {
    const hook = await addHook(ws);
    expect(await ws.api.delete(`/v1/webhooks/${hook.id}`)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await ws.api.get(`/v1/webhooks/${hook.id}`)).status).toBe(404);
    expect((await ws.api.delete(`/v1/webhooks/${hook.id}`)).status).toBe(404);
  });

  test('test_webhook sends at once and returns the response', async () => {
    const hook = await addHook(ws);
    await hook.behave({ status: 503 });
    const { status, body } = await ws.api.post(`/v1/webhooks/${hook.id}/test`, {
      event_type: 'dm.received',
      payload: { a: 1 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      delivery_id: expect.stringMatching(/^dlv_/),
      status: 'failed',
      response_status_code: 503,
      response_duration_ms: expect.any(Number),
      response_body: '{"received":false}',
    });
    const deliveries = `/v1/webhooks/${hook.id}/deliveries`;
    expect((await ws.api.get(`${deliveries}/${body.delivery_id}`)).body).toMatchObject({
      event_type: 'dm.received',
      status: 'failed',
      attempts: [{ attempt_number: 1, status_code: 503, response_body: '{"received":false}' }],
    });
    expect((await ws.api.get(deliveries)).body.data).toMatchObject([{ id: body.delivery_id }]);
    expect(await ws.api.post(`${deliveries}/${body.delivery_id}/retry`)).toMatchObject({ status: 409 });
    const [got] = await hook.received();
    expect(got).toMatchObject({
      event: 'dm.received',
      verified: true,
      verified_compat: true,
      body: { data: { a: 1 } },
    });
    await hook.behave({});
    expect((await ws.api.post(`/v1/webhooks/${hook.id}/test`, {})).body).toMatchObject({ status: 'success' });
    expect(await ws.api.post(`/v1/webhooks/${hook.id}/test`, { event_type: 'dm.recieved' })).toMatchObject({
      status: 400,
      body: { meta: { field: 'event_type' } },
    });
  });
});

test('test_webhook sends an example of every event, marked as a verification', async () => {
  const hook = await addHook(ws);
  const { data } = (await ws.api.get('/v1/webhooks/events')).body;
  for (const { event, category } of data) {
    await ws.api.post(`/v1/webhooks/${hook.id}/test`, { event_type: event });
    const { body: got } = (await hook.received()).at(-1) as Body;
    expect(got).toMatchObject({ event, data: { verification: true } });
    if (category === 'posts') expect(got.data.post_id).toMatch(/^post_/);
    if (event.endsWith('.received'))
      expect(got.data).toMatchObject({
        id: expect.any(String),
        account_id: expect.stringMatching(/^acc_/),
        author: { name: expect.any(String) },
        content: { text: expect.any(String) },
      });
  }
  await ws.api.post(`/v1/webhooks/${hook.id}/test`, { event_type: 'post.failed', payload: { post_id: 'mine' } });
  expect((await hook.received()).at(-1)).toMatchObject({
    body: { data: { post_id: 'mine', verification: true } },
  });
});

test('list_webhook_events lists every event with the schema of its data and an example that fits', async () => {
  const { status, body } = await ws.api.get('/v1/webhooks/events');
  expect(status).toBe(200);
  expect(body.count).toBe(body.data.length);
  const found = body.data.find(({ event }: Body) => event === 'post.partial');
  expect(found).toMatchObject({
    category: 'posts',
    description: expect.any(String),
    schema: { type: 'object', required: ['post_id', 'status', 'results'], $defs: { Target: { type: 'object' } } },
    example: { status: 'partial', results: [{ status: 'published' }, { status: 'failed' }] },
  });
  for (const { event, schema, example } of body.data) {
    const published = z.fromJSONSchema(schema);
    expect(published.safeParse(example), event).toMatchObject({ success: true });
    expect(published.safeParse({ ...example, more: 1 }), 'fields may be added').toMatchObject({ success: true });
    expect(published.safeParse({}), event).toMatchObject({ success: false });
  }
});

describe('list_deliveries, get_delivery and retry_delivery', () => {
  test('are listed with filters and pages, shown whole, and sent again on request', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await emit(service, own, 3);
    const path = `/v1/webhooks/${hook.id}/deliveries`;
    await until(async () => (await own.api.get(`${path}?status=success`)).body.count === 3, 'all are delivered');

    const first = await own.api.get(`${path}?limit=2&event_type=comment.received`);
    const second = await own.api.get(`${path}?limit=2&event_type=comment.received&cursor=${first.body.cursor}`);
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect((await own.api.get(`${path}?limit=2&cursor=${first.body.cursor}`)).status).toBe(400);
    expect((await own.api.get(`${path}?status=failed`)).body.count).toBe(0);
    expect((await own.api.get(`${path}?event_type=dm.received`)).body.count).toBe(0);
    for (const query of ['status=done', 'event_type=comment', 'limit=0']) {
      expect((await own.api.get(`${path}?${query}`)).status).toBe(400);
    }

    const { body } = await own.api.get(`${path}/${ids[0]}`);
    expect(body).toMatchObject({
      id: ids[0],
      endpoint_id: hook.id,
      event_type: 'comment.received',
      status: 'success',
      attempt_count: 1,
      response_status_code: 200,
      description: 'Somebody commented',
      payload: { event: 'comment.received', data: { content: { text: 'Grüße 🙂' } } },
      attempts: [{ attempt_number: 1, status_code: 200, response_body: '{"received":true}' }],
      livemode: false,
    });

    const again = await own.api.post(`${path}/${ids[0]}/retry`);
    expect(again).toMatchObject({ status: 200, body: { status: 'pending', attempt_count: 1 } });
    const sent = await until(async () => {
      const got = await hook.received();
      return got.length === 4 && got.filter(({ headers }) => headers['x-socialapi-delivery'] === ids[0]);
    }, 'it is sent again');
    expect(sent).toHaveLength(2);
    expect(sent[0].id).toBe(sent[1].id);
  });

  test('of a disabled endpoint are not sent again', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await emit(service, own);
    await until(async () => (await hook.received()).length === 1, 'it is delivered');
    const path = `/v1/webhooks/${hook.id}`;
    const [{ id }] = (await own.api.get(`${path}/deliveries`)).body.data;
    await own.api.patch(path, { is_active: false });
    expect(await own.api.post(`${path}/deliveries/${id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });
});

describe('access', () => {
  const routes = (id: string, did: string) =>
    [
      ['GET', `/v1/webhooks/${id}`],
      ['PATCH', `/v1/webhooks/${id}`],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['GET', `/v1/webhooks/${id}/deliveries/${did}`],
      ['POST', `/v1/webhooks/${id}/deliveries/${did}/retry`],
    ] as const;

  const send = (client: TestWorkspace['api'], method: string, path: string) => {
    if (method === 'GET') return client.get(path);
    if (method === 'DELETE') return client.delete(path);
    return method === 'PATCH' ? client.patch(path, { is_active: false }) : client.post(path, {});
  };

  test('404 for an id of another tenant, an unknown id and a malformed id', async () => {
    const hook = await addHook(ws);
    await emit(service, ws);
    await until(async () => (await hook.received()).length === 1, 'it is delivered');
    const [{ id: delivery }] = (await ws.api.get(`/v1/webhooks/${hook.id}/deliveries`)).body.data;
    const foreign = routes(hook.id, delivery);
    const wrong = [...routes(UNKNOWN, 'dlv_00000000000000000000000000'), ...routes('wh_%00', 'x'), ...routes('1', 'x')];
    for (const [client, list] of [
      [visitor.api, foreign],
      [ws.liveApi, foreign],
      [ws.api, wrong],
    ] as const) {
      for (const [method, path] of list) {
        const answer = await send(client, method, path);
        expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    }
    expect((await ws.api.get(`/v1/webhooks/${hook.id}`)).body.is_active).toBe(true);
    expect((await hook.received()).length).toBe(1);
  });

  test('401 without a key', async () => {
    const nobody = createClient(service.url, '');
    for (const [method, path] of [
      ...routes(UNKNOWN, 'x'),
      ['GET', '/v1/webhooks'],
      ['POST', '/v1/webhooks'],
      ['GET', '/v1/webhooks/events'],
    ] as const) {
      expect(await send(nobody, method, path), `${method} ${path}`).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
    }
  });
});
