import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { logLines } from '../../test/log-lines.ts';
import { comment, image, targetsOn, waiting } from '../../test/steps.ts';
import { startCollector } from '../../test/trace-collector.ts';
import { addHook } from '../features/webhooks/webhooks.fixture.ts';
import { startTracing } from './tracing.ts';

const lines = logLines();
const spans: Body[] = [];
const sent: { readonly url: string; readonly type: string }[] = [];
let collector: Awaited<ReturnType<typeof startCollector>>;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  // The exporter otherwise waits for five seconds.
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  collector = await startCollector(0, take);
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.port}`;
  service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'tried' }, { log: lines.log });
  ws = await service.workspace({ platforms: ['mastodon', 'instagram'] });
});
afterAll(async () => {
  await service?.close();
  collector?.close();
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
});

/** Keeps the spans of one export. */
function take(body: string, url: string, type: string): void {
  sent.push({ url, type });
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
    for (const span of scopeSpans.flatMap((scope: Body) => scope.spans))
      spans.push({ ...span, attributes: asObject(span.attributes), resource: asObject(resource.attributes) });
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
  expect(sent[0]).toEqual({ url: '/v1/traces', type: 'application/json' });

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
  const { port } = collector;
  collector.close();
  for (const n of [1, 2, 3]) {
    const { status } = await ws.api.get('/v1/posts?limit=1', { headers: { 'x-request-id': `away-${n}` } });
    expect(status).toBe(200);
    await until(async () => lines.with({ msg: AWAY }).length > 0, 'it is noticed');
  }
  collector = await startCollector(port, take);
  await until(async () => {
    await ws.api.get('/v1/posts?limit=1', { headers: { 'x-request-id': 'back' } });
    return lines.with({ msg: 'traces are sent again' }).length > 0;
  }, 'spans are sent again');
  expect(lines.with({ msg: AWAY })).toMatchObject([{ level: 'warn' }]);
});

test('a collector that hangs, redirects, fails or talks nonsense slows no request and no stop', async () => {
  const responses: ((response: ServerResponse) => unknown)[] = [
    () => {},
    (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    (response) => response.writeHead(500).end(),
    (response) => response.end('<html>'.repeat(1000)),
    (response) => response.socket?.end('garbage\r\n'),
  ];
  for (const answer of responses) {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const tracing = startTracing({ endpoint: `http://127.0.0.1:${port}`, serviceName: 'tried' }, lines.log);
    const request = { method: 'GET', route: '/', traceparent: undefined, requestId: 'r' };
    for (let n = 0; n < 5000; n += 1) tracing.ofRequest(request).end(200, {});
    await until(async () => asked > 0, 'it was asked');
    const started = performance.now();
    await tracing.close();
    // Two seconds, and what a busy machine adds.
    expect(performance.now() - started).toBeLessThan(10_000);
    server.closeAllConnections();
    server.close();
  }
}, 60_000);

const AWAY = 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT';
