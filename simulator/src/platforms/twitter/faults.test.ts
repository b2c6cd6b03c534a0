import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AsAccount, asAccount, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
beforeAll(() => simulator.start());
afterAll(() => simulator.close());
beforeEach(async () => {
  acme = await asAccount(simulator);
});

const entries = () => simulator.ledger(`account=${acme.id}`);

test('a throttle says when to come back, in X’s own words', async () => {
  await simulator.fault({ platform: 'twitter', account: acme.id, kind: 'throttle', retry_after_seconds: 30 });
  const { status, headers, body } = await acme.post('/2/tweets', { text: 'Hello' });
  expect(status).toBe(429);
  expect(body).toEqual({ title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 });
  const wait = Number(headers.get('x-rate-limit-reset')) * 1000 - Date.parse(headers.get('date') ?? '');
  expect(wait).toBeGreaterThan(28_000);
  expect(wait).toBeLessThan(33_000);
  expect(headers.get('x-rate-limit-remaining')).toBe('0');
  expect(await entries()).toEqual([]);
});

test('the limit of POST /2/tweets is 100 in 15 minutes, when limits are on', async () => {
  await simulator.settings({ duplicate_rules: false, rate_limits: true });
  for (let number = 1; number <= 100; number += 1) await acme.tweet('Again');
  const rejected = await acme.post('/2/tweets', { text: 'Again' });
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('x-rate-limit-limit')).toBe('100');
  expect((await acme.get('/2/users/me')).headers.get('x-rate-limit-limit')).toBe('75');
  await simulator.settings({ rate_limits: false });
  await acme.tweet('Again');
  await simulator.settings({ duplicate_rules: true, rate_limits: true });
  await simulator.advance(15 * 60 + 1);
  await acme.tweet('After the reset');
});

test('server errors come before or after the effect', async () => {
  await simulator.fault({
    platform: 'twitter',
    account: acme.id,
    operation: 'publish',
    kind: 'server_error',
    status: 503,
  });
  const before = await acme.post('/2/tweets', { text: 'One' });
  expect(before).toMatchObject({ status: 503, body: { title: 'Service Unavailable', status: 503 } });
  expect(await entries()).toEqual([]);
  await simulator.fault({
    platform: 'twitter',
    account: acme.id,
    operation: 'publish',
    kind: 'error_after',
    status: 500,
  });
  expect((await acme.post('/2/tweets', { text: 'One' })).status).toBe(500);
  expect(await entries()).toMatchObject([{ kind: 'post', text: 'One' }]);
  const found = await acme.get(`/2/users/${acme.id}/tweets`);
  expect(found.body.data).toMatchObject([{ text: 'One' }]);
});

test('a dropped answer leaves the post, and the list shows it', async () => {
  await simulator.fault({ platform: 'twitter', account: acme.id, operation: 'publish', kind: 'accept_drop' });
  await expect(acme.post('/2/tweets', { text: 'Dropped' })).rejects.toThrow();
  expect(await entries()).toMatchObject([{ text: 'Dropped', operation: 'publish' }]);
  expect((await acme.post('/2/tweets', { text: 'Dropped' })).status).toBe(403);
});

test('faults tell replies from posts', async () => {
  await simulator.fault({
    platform: 'twitter',
    account: acme.id,
    operation: 'reply',
    kind: 'server_error',
    status: 502,
    times: 0,
  });
  const root = await acme.tweet('Root');
  const part = await acme.tweet('Part two', { reply: { in_reply_to_tweet_id: root } });
  const comment = await simulator.visitor({
    platform: 'twitter',
    account: acme.id,
    action: 'comment',
    text: 'Hi',
    post_id: part,
  });
  const response = { text: 'Answer', reply: { in_reply_to_tweet_id: comment.platform_id } };
  expect((await acme.post('/2/tweets', response)).status).toBe(502);
  await simulator.control('DELETE', '/faults');
  expect((await acme.post('/2/tweets', response)).status).toBe(201);
});

test('everything survives a restart: posts, conversations, uploads, messages, tokens', async () => {
  const root = await acme.tweet('Before');
  const options = { platform: 'twitter', account: acme.id, text: 'Hi' };
  const comment = await simulator.visitor({ ...options, action: 'comment', post_id: root });
  await simulator.visitor({ ...options, action: 'message' });
  const file = await acme.sample('sample.jpg');
  const started = await acme.post('/2/media/upload/initialize', {
    media_type: 'image/jpeg',
    media_category: 'tweet_image',
    total_bytes: file.size,
  });
  const { id } = started.body.data;
  const data = new FormData();
  data.set('segment_index', '0');
  data.set('media', file);
  await acme.post(`/2/media/upload/${id}/append`, data);

  await simulator.restart();
  expect((await acme.post(`/2/media/upload/${id}/finalize`)).body.data.size).toBe(file.size);
  const found = await acme.get('/2/tweets/search/recent', { query: `conversation_id:${root} -from:${acme.id}` });
  expect(found.body.data).toMatchObject([{ id: comment.platform_id }]);
  expect((await acme.get('/2/dm_events')).body.meta.result_count).toBe(1);
  expect((await acme.post('/2/tweets', { text: 'Before' })).status).toBe(403);
  const after = await acme.tweet('After');
  expect((await acme.get(`/2/users/${acme.id}/tweets`)).body.meta).toMatchObject({ newest_id: after, oldest_id: root });
});

test('an unknown address answers X’s 404', async () => {
  expect(await acme.get('/2/nothing')).toMatchObject({ status: 404, body: { title: 'Not Found', status: 404 } });
});
