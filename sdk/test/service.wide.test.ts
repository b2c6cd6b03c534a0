import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf } from '../../server/test/harness.ts';
import { Hubbub, HubbubError, isHubbubError, type StreamedEvent } from '../src/index.ts';
import { allOf } from './all-of.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

let service: TestService;
let ws: TestWorkspace;
let proxy: FaultyProxy;
let hubbub: Hubbub;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['mastodon', 'bluesky'] });
  proxy = await startFaultyProxy(() => service.url);
  hubbub = new Hubbub({ apiKey: ws.api.key, baseUrl: proxy.url });
});
afterAll(async () => {
  await proxy?.close();
  await service?.close();
});

const target = () => ({ account_id: targetOf(ws.accounts.mastodon).account_id as string });
const sent = (method: string, path: RegExp) =>
  proxy.requests.filter((request) => request.method === method && path.test(request.path));
const caught = async (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it was rejected'),
    (error: unknown) => error as HubbubError,
  );

describe('writes', () => {
  test('a create whose answer is lost is made once, with one key for both attempts', async () => {
    proxy.requests.length = 0;
    proxy.arm({ method: 'POST', path: /^\/v1\/posts$/, losesResponse: true });
    const post = await hubbub.posts.create({ text: 'Made once', targets: [target()], publish_now: true });
    const attempts = sent('POST', /^\/v1\/posts$/);
    expect(attempts).toHaveLength(2);
    expect(new Set(attempts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const found = await hubbub.posts.list({ search: 'Made once' });
    expect(found.data.map(({ id }) => id)).toEqual([post.id]);

    const settled = await hubbub.posts.waitFor(post.id);
    expect(settled.status).toBe('published');
  });

  test('429, 502, 503, 504 and a key in use are repeated after Retry-After; the month is not', async () => {
    const headers = { 'retry-after': '1' };
    const busy = (status: number, code: string) => ({
      path: /^\/v1\/posts$/,
      answer: { status, headers, body: { error: 'x', code } },
    });
    proxy.requests.length = 0;
    proxy.arm(busy(429, 'too_many_requests'), busy(503, 'unavailable'), busy(409, 'idempotency_key_in_use'));
    const before = Date.now();
    await hubbub.posts.create({ text: 'Repeated' });
    expect(sent('POST', /posts/)).toHaveLength(4);
    expect(Date.now() - before).toBeGreaterThanOrEqual(2900);

    proxy.arm({
      path: /usage/,
      answer: { status: 429, headers: { 'retry-after': '86400' }, body: { error: 'x', code: 'rate_limit_exceeded' } },
    });
    const error = await caught(hubbub.usage.get());
    expect(isHubbubError(error, 'rate_limit_exceeded') && error.retryAfter).toBe(86_400);
    proxy.arm({ path: /usage/, answer: { status: 502, body: 'no JSON of ours' } });
    expect(await caught(hubbub.usage.get({}, { retries: 0 }))).toMatchObject({ code: 'http_error', status: 502 });
  });

  test('a rejection has code, status, field and request id, and is not repeated', async () => {
    proxy.requests.length = 0;
    const error = await caught(hubbub.posts.create({ text: 'x', targets: [{ account_id: 'acc_nobody' }] }));
    expect(error).toBeInstanceOf(HubbubError);
    expect(error).toMatchObject({ code: 'account_not_found', status: 404 });
    expect(error.requestId).toMatch(/^\w+$/);
    expect(await caught(hubbub.posts.list({ limit: 500 }))).toMatchObject({ code: 'invalid_request', field: 'limit' });
    expect(sent('POST', /posts/)).toHaveLength(1);
    await expect(hubbub.posts.get({ post_id: '' })).rejects.toThrow('post_id is missing');
  });

  test('a post whose targets all failed is answered as a post', async () => {
    await ws.control('POST', 'faults', {
      platform: 'mastodon',
      operation: 'publish',
      kind: 'body',
      status: 422,
      body: JSON.stringify({ error: 'Validation failed: no' }),
      content_type: 'application/json',
      times: 1,
    });
    const post = await hubbub.posts.create(
      { text: 'Rejected', targets: [target()], publish_now: true },
      { waitSeconds: 20 },
    );
    expect(post.status).toBe('failed');
    expect(post.targets[0]?.error?.message).toBeTruthy();
    expect((await hubbub.posts.get({ post_id: post.id })).status).toBe('failed');
  });

  test('a dry run changes nothing, and a call ends with its signal or its time', async () => {
    await hubbub.posts.create({ text: 'Never', dry_run: true });
    expect((await hubbub.posts.list({ search: 'Never' })).count).toBe(0);
    await expect(hubbub.usage.get({}, { signal: AbortSignal.abort(new Error('ended')) })).rejects.toThrow('ended');
    expect(await caught(hubbub.usage.get({}, { timeoutMs: 1, retries: 0 }))).toMatchObject({ code: 'timeout' });
    const nobody = new Hubbub({ apiKey: 'hub_test_x', baseUrl: 'http://127.0.0.1:9', retries: 1 });
    expect(await caught(nobody.usage.get())).toMatchObject({ code: 'network_error', status: 0 });
  });
});

test('a list is one page when awaited, and all items when iterated', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await hubbub.posts.create({ text: `Page ${name}` });
  const page = await hubbub.posts.list({ search: 'Page', limit: 2 });
  expect(page.data).toHaveLength(2);
  const texts: (string | undefined)[] = [];
  for await (const post of hubbub.posts.list({ search: 'Page', limit: 2 })) texts.push(post.text);
  expect(texts).toEqual(['Page e', 'Page d', 'Page c', 'Page b', 'Page a']);
});

describe('uploads', () => {
  const picture = async () => new Uint8Array(await (await fetch(`${ws.simulatorUrl}/files/sample.jpg`)).arrayBuffer());

  test('take blobs, bytes, streams and iterables, tell their progress, and are sent again when the answer is lost', async () => {
    const bytes = await picture();
    const halves = [bytes.slice(0, 1000), bytes.slice(1000)];
    async function* inPieces() {
      yield* halves;
    }
    const sources = [
      new File([bytes], 'photo.jpg', { type: 'image/jpeg' }),
      bytes,
      new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
      inPieces(),
    ];
    for (const [index, source] of sources.entries()) {
      const told: number[] = [];
      if (index === 0) proxy.arm({ method: 'PUT', path: /./, losesResponse: true });
      const item = await hubbub.media.upload(source, {
        contentType: 'image/jpeg',
        folder: 'sdk',
        ...(index === 0 ? {} : { filename: `${index}.jpg` }),
        ...(index === 2 ? { sizeBytes: bytes.length } : {}),
        onProgress: ({ sent: count }) => told.push(count),
      });
      expect(item).toMatchObject({ status: 'ready', size_bytes: bytes.length, folder: 'sdk' });
      expect(item.filename).toBe(index === 0 ? 'photo.jpg' : `${index}.jpg`);
      expect(told.at(-1)).toBe(bytes.length);
    }
  });

  test('of a small form go through the operation', async () => {
    const { media_id: id } = await hubbub.media.uploadSmall({ file: new File([await picture()], 'small.jpg') });
    expect((await hubbub.media.get({ id })).filename).toBe('small.jpg');
    expect(await hubbub.media.delete({ id })).toBeUndefined();
  });
});

test('the stream gives each event once and in order over breaks, and ends with its signal', async () => {
  const controller = new AbortController();
  const streamed: StreamedEvent[] = [];
  proxy.requests.length = 0;
  // Behind the first pause line, in the middle of the first event, and instead of the third connection.
  proxy.arm(
    { path: /stream/, cutsAfter: 13 },
    { path: /stream/, cutsAfter: 200 },
    { path: /stream/, answer: { status: 503 } },
  );
  const { data: before } = await hubbub.events.list({ limit: 1 });
  const reading = (async () => {
    for await (const event of hubbub.events.stream({ category: 'posts' }, { signal: controller.signal })) {
      streamed.push(event);
      if (streamed.filter(({ type }) => type === 'post.published').length === 3) controller.abort();
    }
  })();
  while (sent('GET', /stream/).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const name of ['one', 'two', 'three'])
    await hubbub.posts.create({ text: `Streamed ${name}`, targets: [target()], publish_now: true });
  await reading;
  const seqs = streamed.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  const logged = await allOf(hubbub.events.list({ category: 'posts', after: before[0]?.seq ?? 0 }));
  expect(seqs).toEqual(logged.map(({ seq }) => seq).slice(0, seqs.length));
  expect(sent('GET', /stream/).length).toBeGreaterThanOrEqual(4);
  for (const event of streamed) if (event.type === 'post.published') expect(event.data.results).toBeDefined();
  await expect(hubbub.events.stream({ after: 1e9 }).next()).rejects.toMatchObject({ code: 'invalid_request' });
});
