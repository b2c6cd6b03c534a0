import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf, until } from '../../../test/harness.ts';
import { type HeldRow, holdRow } from '../../../test/held-row.ts';
import { type RawConnection, rawConnection } from '../../../test/raw-connection.ts';
import { unpause } from '../../../test/steps.ts';
import { QUEUE } from '../limits/bounds.ts';

/** One tenant alone has one turn. */
const AT_ONCE = 2;
/** More of one key than may wait. */
const FLOOD = QUEUE.waitingMax / 2 + 30;

let service: TestService;
let large: TestWorkspace;
let small: TestWorkspace;
let drafts = 0;

beforeAll(async () => {
  service = await startTestService({ REQUESTS_AT_ONCE: String(AT_ONCE), POLL_SECONDS: '3600' });
  [large, small] = await Promise.all([service.workspace({ platforms: ['mastodon'] }), service.workspace()]);
});
afterAll(() => service?.close());

async function numberOf(name: string): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`^hubbub_requests_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

const untilIs = (name: string, wanted: number) =>
  until(async () => (await numberOf(name)) === wanted, `hubbub_requests_${name} is ${wanted}`);

/** A change of the large tenant that waits in the database and holds its turn until the row is released. */
async function holdTurn(): Promise<{ readonly row: HeldRow; readonly answer: ReturnType<typeof large.api.patch> }> {
  drafts += 1;
  const { body } = await large.api.post('/v1/posts', { text: `Draft ${drafts}` });
  const row = await holdRow(service, 'posts', body.id);
  const answer = large.api.patch(`/v1/posts/${body.id}`, { text: 'Another text' });
  await row.waiting(1);
  return { row, answer };
}

/** A request of which only the head and a part of the body come. */
async function halfARequest(path: string, type: string, part: string): Promise<RawConnection> {
  const connection = await rawConnection(service.url);
  const fields = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(service.url).host}`,
    `authorization: Bearer ${large.api.key}`,
    `content-type: ${type}`,
    'content-length: 5000',
  ];
  connection.socket.write(`${fields.join('\r\n')}\r\n\r\n${part}`);
  return connection;
}

test('a queue that is full rejects its tenant at once, and nobody else', async () => {
  const { row, answer } = await holdTurn();
  const rejectedBefore = await numberOf('refused_total');
  const flood = Array.from({ length: FLOOD }, () => large.api.get('/v1/posts?limit=1'));
  await until(async () => (await numberOf('refused_total')) > rejectedBefore, 'a request was rejected');
  expect((await small.api.get('/v1/posts?limit=5')).status).toBe(200);
  expect((await small.api.post('/v1/posts', { text: 'Not affected' })).status).toBe(201);
  for (const path of ['/health/ready', '/health/live', '/metrics', '/docs'])
    expect((await fetch(`${service.url}${path}`)).status).toBe(200);
  await row.release();
  expect((await answer).status).toBe(200);
  const answers = await Promise.all(flood);
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(rejected.length).toBeGreaterThanOrEqual(FLOOD - QUEUE.waitingMax / 2);
  for (const { status, body, headers } of rejected) {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(headers.get('retry-after')).toBe(String(body.meta.retry_after));
  }
  expect((await large.api.get('/v1/posts?limit=1')).status).toBe(200);
});

test('a client that goes away leaves the queue', async () => {
  const { row, answer } = await holdTurn();
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${large.api.key}` };
  const asked = Array.from({ length: 20 }, () =>
    fetch(`${service.url}/v1/posts`, { headers, signal: gone.signal }).catch((error: Error) => error.name),
  );
  await untilIs('waiting', 20);
  gone.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['AbortError']));
  await untilIs('waiting', 0);
  await row.release();
  expect((await answer).status).toBe(200);
});

test('a request holds no turn while it waits for an outcome, for its body or as a stream', async () => {
  await service.sql(`update accounts set not_before = now() + interval '10 minutes' where tenant_id = $1`, [
    large.tenantId,
  ]);
  const targets = [targetOf(large.accounts.mastodon)];
  const outcomes = [1, 2, 3].map((n) =>
    large.api.post('/v1/posts', { text: `Waits ${n}`, publish_now: true, targets }, { headers: { prefer: 'wait=30' } }),
  );
  const form = 'multipart/form-data; boundary=b';
  const halves = await Promise.all([
    ...[1, 2, 3].map(() => halfARequest('/v1/posts', 'application/json', '{"text": ')),
    halfARequest(
      '/v1/media/upload',
      form,
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ),
  ]);
  const ended = new AbortController();
  const stream = await fetch(`${service.url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${large.api.key}` },
    signal: ended.signal,
  });
  expect(stream.status).toBe(200);
  await until(async () => {
    const { body } = await large.api.get('/v1/posts?status=publishing');
    return body.data.length === outcomes.length;
  }, 'three posts wait for their outcome');
  for (const path of ['/v1/posts', '/v1/usage', '/v1/accounts']) expect((await large.api.get(path)).status).toBe(200);
  ended.abort();
  for (const { socket } of halves) socket.destroy();
  await unpause(service, large);
  expect((await Promise.all(outcomes)).map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('a request that fails gives its turn back', async () => {
  for (let n = 0; n < 5; n++) {
    expect((await large.api.get('/v1/posts/pst_unknown')).status).toBe(404);
    expect((await large.api.get('/v1/posts?limit=many')).status).toBe(400);
    expect((await large.api.post('/v1/posts', undefined, { raw: '{' })).status).toBe(400);
  }
  await untilIs('held', 0);
});
