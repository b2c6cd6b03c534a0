import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { logLines } from '../../test/log-lines.ts';
import { accountOf, comment, eventsOf, fault, image, targetsOn, waiting } from '../../test/steps.ts';
import { addHook } from '../features/webhooks/webhooks.fixture.ts';
import { createLog } from './logger.ts';
import { toReadable } from './readable.ts';

const lines = logLines();
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({}, { log: lines.log });
  ws = await service.workspace({ platforms: ['mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const post = (id: string, body: object, wait: { readonly headers: object } = waiting) =>
  ws.api.post('/v1/posts', body, { headers: { ...wait.headers, 'x-request-id': id } });
const mastodonPost = (text: string, more = {}) => ({
  text,
  targets: targetsOn(ws, 'mastodon'),
  publish_now: true,
  ...more,
});

/** The lines of a request, in their order, once there are as many of this message. */
const linesOf = (requestId: string, msg: string, many = 1): Promise<Body[]> =>
  until(async () => {
    const all = lines.with({ request_id: requestId });
    return all.filter((line) => line.msg === msg).length >= many && all;
  }, `${requestId} has ${many} lines "${msg}"`);

describe('one id', () => {
  test('leads from the request to the calls of platforms, the states and the deliveries', async () => {
    const hook = await addHook(ws, ['post.published']);
    const { body } = await post('id-of-a-post', mastodonPost('Followed', { first_comment: 'And more' }));
    const found = await linesOf('id-of-a-post', 'action published', 2);
    await linesOf('id-of-a-post', 'delivery');
    const ids = { request_id: 'id-of-a-post', tenant_id: ws.tenantId };
    const onAccount = { ...ids, platform: 'mastodon', account_id: accountOf(ws, 'mastodon').id, post_id: body.id };

    const [request] = lines.with({ request_id: 'id-of-a-post', msg: 'request' });
    expect(request).toMatchObject({
      ...ids,
      level: 'info',
      operation: 'create_post',
      method: 'POST',
      route: '/v1/posts',
    });
    expect(request).toMatchObject({ status: 201, key_id: expect.any(String), duration_ms: expect.any(Number) });
    const sent = found.find(({ msg, step }) => msg === 'platform call' && step === 'send');
    expect(sent).toMatchObject({ ...onAccount, level: 'debug', action: 'publish', attempt: 0, method: 'POST' });
    expect(sent).toMatchObject({ status: 200, outcome: 'ok', duration_ms: expect.any(Number) });
    // The request waited for the call. A platform of the tests may answer within half a millisecond.
    expect(request?.duration_ms).toBeGreaterThanOrEqual(Math.max(1, sent?.duration_ms));
    const states = found.filter(({ msg, action }) => action === 'publish' && msg.startsWith('action '));
    expect(states.map(({ level, state }) => `${level} ${state}`)).toEqual(['debug sending', 'info published']);
    expect(states[1]).toMatchObject({ ...onAccount, level: 'info', platform_id: body.targets[0].platform_post_id });
    expect(lines.with({ msg: 'post published', post_id: body.id })).toMatchObject([ids]);
    // The work after the post belongs to the same request.
    expect(found).toContainEqual(
      expect.objectContaining({ ...onAccount, action: 'first_comment', state: 'published' }),
    );
    const [delivery] = lines.with({ request_id: 'id-of-a-post', msg: 'delivery' });
    expect(delivery).toMatchObject({ ...ids, endpoint_id: hook.id, event: 'post.published', attempt: 1, status: 200 });

    const [event] = (await ws.api.get(`/v1/events?resource_id=${body.id}&type=post.published`)).body.data;
    expect(event).toMatchObject({ id: delivery.event_id, request_id: 'id-of-a-post' });
    const attempts = (await ws.api.get(`/v1/posts/${body.id}/attempts`)).body.data;
    expect(new Set(attempts.map((step: Body) => step.request_id))).toEqual(new Set(['id-of-a-post']));
  });

  test('is that of each post, also when several are settled together', async () => {
    const own = [ws, await service.workspace({ platforms: ['mastodon'] })];
    const ids = ['together-0', 'together-1'];
    const posts = await Promise.all(
      own.map(({ api, accounts }, n) =>
        api.post(
          '/v1/posts',
          {
            text: `Together ${n}`,
            targets: [{ account_id: accounts.mastodon?.id }],
            publish_now: true,
            first_comment: 'x',
          },
          { headers: { ...waiting.headers, 'x-request-id': ids[n] as string } },
        ),
      ),
    );
    for (const [n, { body }] of posts.entries()) {
      await linesOf(ids[n] as string, 'action published', 2);
      const events = await eventsOf((own[n] as TestWorkspace).api, body.id);
      expect(events.map((event) => event.request_id)).toEqual([ids[n]]);
    }
  });

  test('leads from the callback of a platform to the comment’s event and its delivery', async () => {
    const hook = await addHook(ws, ['comment.received']);
    const { body } = await post('id-of-commented', {
      text: 'Talk to me',
      media: [image],
      targets: targetsOn(ws, 'instagram'),
      publish_now: true,
    });
    await comment(ws, 'instagram', body.targets[0].platform_post_id, 'From outside');
    await until(async () => (await hook.received()).length > 0, 'it is delivered');
    const event = (await ws.api.get('/v1/events?type=comment.received')).body.data[0];
    const [callback] = await linesOf(event.request_id, 'request');
    expect(callback).toMatchObject({ level: 'info', route: '/callbacks/test/:world/:platform', status: 200 });
    expect(await linesOf(event.request_id, 'delivery')).toContainEqual(
      expect.objectContaining({ msg: 'delivery', event: 'comment.received', event_id: event.id }),
    );
  });
});

test('a client that left before the end has the status 499, in the log and in the metrics', async () => {
  const controller = new AbortController();
  await fetch(`${service.url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${ws.api.key}`, 'x-request-id': 'id-of-a-stream' },
    signal: controller.signal,
  });
  controller.abort();
  expect(await linesOf('id-of-a-stream', 'request')).toMatchObject([{ route: '/v1/events/stream', status: 499 }]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain('hubbub_http_requests_total{operation="stream_events",status="499"} 1');
});

describe('levels', () => {
  test('an item that has failed for good warns with codes, not with the words of the platform', async () => {
    await fault(ws, 'mastodon', { kind: 'body', status: 422, body: { error: 'You wrote: Secret words' } });
    await post('id-of-failed', mastodonPost('Secret words'));
    const found = await linesOf('id-of-failed', 'post failed');
    expect(found.find(({ msg }) => msg === 'action failed')).toMatchObject({
      level: 'warn',
      code: 'rejected',
      category: 'validation',
      action: 'publish',
    });
    expect(found.find(({ msg }) => msg === 'post failed')).toMatchObject({ level: 'warn' });
    expect(found.find(({ msg, status }) => msg === 'platform call' && status === 422)?.outcome).toBe('refused');
    expect(lines.raw.join('')).not.toContain('Secret words');
  });

  test('a fault of the platform is no rejection', async () => {
    await fault(ws, 'mastodon', { kind: 'body', status: 503, body: {} });
    await post('id-of-fault', mastodonPost('Retried'), { headers: {} });
    const faults = () => lines.with({ request_id: 'id-of-fault', msg: 'platform call', status: 503 });
    await until(async () => faults().length > 0, 'the call has failed');
    expect(faults()[0]).toMatchObject({ outcome: 'failed' });
  });

  test('reads and probes are at debug, rejected writes at info, and paths are not told', async () => {
    await ws.api.get('/v1/posts?limit=1', { headers: { 'x-request-id': 'a-read' } });
    await fetch(`${service.url}/health/live`, { headers: { 'x-request-id': 'a-probe' } });
    await fetch(`${service.url}/somewhere/secret-words`, { headers: { 'x-request-id': 'nowhere' } });
    await ws.api.post('/v1/posts', {}, { headers: { 'x-request-id': 'refused' } });
    const [read, probe, nowhere, rejected] = await Promise.all(
      ['a-read', 'a-probe', 'nowhere', 'refused'].map(async (id) => (await linesOf(id, 'request'))[0]),
    );
    expect(read).toMatchObject({ level: 'debug', operation: 'list_posts', status: 200 });
    expect(probe).toMatchObject({ level: 'debug', route: '/health/live' });
    expect(nowhere).toMatchObject({ level: 'debug', route: 'none', status: 404 });
    expect(rejected).toMatchObject({ level: 'info', operation: 'create_post', status: 400 });
    expect(lines.raw.join('')).not.toContain('secret-words');
  });
});

describe('forms', () => {
  test('people read time, level, message and fields; a fault has its stack below', () => {
    const line = {
      level: 'warn',
      time: '2026-03-01T10:00:00.000Z',
      msg: 'action failed',
      code: 'a',
      note: 'two words',
    };
    expect(toReadable(JSON.stringify(line), false)).toMatch(
      /^\d\d:\d\d:\d\d WARN {2}action failed code=a note="two words"\n$/,
    );
    const fault = { ...line, err: { type: 'Error', message: 'odd', stack: 'Error: odd\n    at here' } };
    expect(toReadable(JSON.stringify(fault), true)).toMatch(/action failed.*\nError: odd\n {4}at here\n$/s);
    const signs = '\u001b[2J\u009b\u202e\r';
    const odd = { ...line, msg: signs, code: signs, err: { stack: signs } };
    expect(toReadable(JSON.stringify(odd), false)).not.toMatch(/[\u001b\u009b\u202e\r]/);
  });

  test('secret fields of faults are hidden', () => {
    const written: string[] = [];
    const log = createLog({
      level: 'info',
      secretFields: ['secret'],
      to: { write: (line) => void written.push(line) },
    });
    log.info({ endpoint: { secret: 'whsec_x', id: 'wh_1' } }, 'said');
    expect(JSON.parse(written[0] as string)).toMatchObject({ endpoint: { secret: '[Redacted]', id: 'wh_1' } });
  });
});

test('nothing of OpenTelemetry is loaded while traces are off', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  // Vitest itself loads the API.
  expect(loaded.filter((path) => /@opentelemetry\/(?!api\/)/.test(path))).toEqual([]);
});
