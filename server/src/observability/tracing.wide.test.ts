import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { logLines } from '../../test/log-lines.ts';
import { comment, image, targetsOn, waiting } from '../../test/steps.ts';
import { addHook } from '../features/webhooks/webhooks.fixture.ts';

const lines = logLines();
const spans: Body[] = [];
const headersSeen: Record<string, unknown>[] = [];
let collector: Server;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  // The exporter otherwise waits for five seconds.
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  collector = await collectorAt(0);
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${portOf(collector)}`;
  service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'tried' }, { log: lines.log });
  ws = await service.workspace({ platforms: ['mastodon', 'instagram'] });
});
afterAll(async () => {
  await service?.close();
  collector?.close();
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Takes spans as a collector does: OTLP over HTTP, as JSON. */
async function collectorAt(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(pieces).toString());
    for (const { resource, scopeSpans } of resourceSpans)
      for (const scope of scopeSpans)
        for (const span of scope.spans)
          spans.push({ ...span, attributes: asObject(span.attributes), resource: asObject(resource.attributes) });
    headersSeen.push({ url: request.url, type: request.headers['content-type'] });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const asObject = (attributes: Body[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans of a request and of all work that it caused, once one has this name. */
const spansOf = (requestId: string, last: string): Promise<Body[]> =>
  until(async () => {
    const own = spans.filter(({ attributes }) => attributes.request_id === requestId);
    return own.some(({ name }) => name === last) && own;
  }, `the span "${last}" of ${requestId} has arrived`);

test('one publication is one connected trace, from the caller’s span to the webhook', async () => {
  const hook = await addHook(ws, ['post.published']);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { ...waiting.headers, 'x-request-id': 'traced', traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const input = { text: 'Traced words', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { status } = await ws.api.post('/v1/posts', input, { headers });
  expect(status).toBe(201);
  const own = await spansOf('traced', 'deliver post.published');
  await spansOf('traced', 'POST /v1/posts');
  const all = spans.filter(({ traceId: id }) => id === traceId);
  const named = (name: string): Body => all.find((span) => span.name === name);

  expect(own.every((span) => span.traceId === traceId)).toBe(true);
  expect(named('POST /v1/posts').parentSpanId).toBe('b7ad6b7169203331');
  expect(named('publish mastodon').parentSpanId).toBe(named('POST /v1/posts').spanId);
  expect(named('mastodon POST').parentSpanId).toBe(named('publish mastodon').spanId);
  // Posts of several requests are settled together, so the event belongs to its request and not to one action.
  expect(named('deliver post.published').parentSpanId).toBe(named('POST /v1/posts').spanId);
  expect(named('POST /v1/posts')).toMatchObject({
    kind: 2,
    attributes: { operation: 'create_post', tenant_id: ws.tenantId },
  });
  expect(named('mastodon POST').attributes).toMatchObject({ step: 'send', 'http.response.status_code': 200 });
  expect(named('POST /v1/posts').resource).toMatchObject({ 'service.name': 'tried' });
  expect(headersSeen[0]).toEqual({ url: '/v1/traces', type: 'application/json' });

  // Neither platforms nor receivers learn the ids of our traces, and no text leaves with them.
  const [message] = await hook.received();
  expect(Object.keys(message.headers)).not.toContain('traceparent');
  const { calls } = await ws.control('GET', 'calls');
  expect(JSON.stringify(calls)).not.toContain(traceId);
  expect(JSON.stringify(spans)).not.toContain('Traced words');
});

test('a callback of a platform begins a trace that ends with the delivery of its event', async () => {
  await addHook(ws, ['comment.received']);
  const input = { text: 'Talk', media: [image], targets: targetsOn(ws, 'instagram'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', input, waiting);
  await comment(ws, 'instagram', body.targets[0].platform_post_id, 'Hello');
  const delivery = await until(
    async () => spans.find(({ name }) => name === 'deliver comment.received'),
    'the delivery is traced',
  );
  const callback = await until(
    async () => spans.find(({ spanId }) => spanId === delivery.parentSpanId),
    'the callback is traced',
  );
  expect(callback).toMatchObject({ name: 'POST /callbacks/test/:world/:platform', traceId: delivery.traceId });
});

test('a collector that is away harms nothing: one warning when it goes, one line when it is back', async () => {
  const port = portOf(collector);
  collector.closeAllConnections();
  collector.close();
  for (const n of [1, 2, 3]) {
    const { status } = await ws.api.get('/v1/posts?limit=1', { headers: { 'x-request-id': `away-${n}` } });
    expect(status).toBe(200);
    await until(async () => lines.with({ msg: AWAY }).length > 0, 'it is noticed');
  }
  collector = await collectorAt(port);
  await until(async () => {
    await ws.api.get('/v1/posts?limit=1', { headers: { 'x-request-id': 'back' } });
    return lines.with({ msg: 'traces are sent again' }).length > 0;
  }, 'spans are sent again');
  expect(lines.with({ msg: AWAY })).toMatchObject([{ level: 'warn' }]);
});

const AWAY = 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT';
