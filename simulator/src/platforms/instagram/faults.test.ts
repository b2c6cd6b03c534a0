import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultOptions } from '../../core/calls/faults.ts';
import { sampleImage, TestInstagram, TestSimulator, until } from './testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
});
beforeEach(async () => {
  instagram = await TestInstagram.make(simulator);
});
afterAll(() => simulator.close());

const fault = (options: FaultOptions) => simulator.fault({ platform: 'instagram', account: instagram.id, ...options });
const posts = () => simulator.ledger(`account=${instagram.id}&kind=post`);

test('throttle: 80002, the time to wait in minutes in the usage header', async () => {
  const before = await instagram.get('me');
  const usage = JSON.parse(before.headers.get('x-business-use-case-usage') ?? '');
  expect(usage[instagram.id][0]).toMatchObject({
    type: 'instagram',
    call_count: 0,
    estimated_time_to_regain_access: 0,
  });
  expect(JSON.parse(before.headers.get('x-app-usage') ?? '')).toHaveProperty('total_cputime');

  await fault({ kind: 'throttle', retry_after_seconds: 90, operation: 'publish' });
  const creation_id = await instagram.container();
  const { status, body, headers } = await instagram.post('me/media_publish', { creation_id });
  expect([status, body.error.code, body.error.type]).toEqual([429, 80002, 'OAuthException']);
  expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')[instagram.id]).toEqual([
    { type: 'instagram', call_count: 100, total_cputime: 50, total_time: 50, estimated_time_to_regain_access: 2 },
  ]);
  expect(await posts()).toEqual([]);
  expect((await instagram.post('me/media_publish', { creation_id })).status).toBe(200);
});

test('expired token: 190 until there is a new one', async () => {
  await simulator.advance(86_401);
  await fault({ kind: 'expired_token' });
  for (const path of ['me', 'me/media'])
    expect((await instagram.get(path)).body.error).toMatchObject({ code: 190, type: 'OAuthException' });
  const { body } = await instagram.get('refresh_access_token', { grant_type: 'ig_refresh_token' });
  const fresh = new TestInstagram(simulator, instagram.account, body.access_token);
  expect((await fresh.get('me')).status).toBe(200);
  expect((await instagram.get('me')).body.error.code).toBe(190);
});

test('server errors before and after the effect', async () => {
  const creation_id = await instagram.container();
  await fault({ kind: 'server_error', status: 503, operation: 'publish' });
  const before = await instagram.post('me/media_publish', { creation_id });
  expect([before.status, before.body.error]).toEqual([503, expect.objectContaining({ code: 2, is_transient: true })]);
  expect(await posts()).toHaveLength(0);

  await fault({ kind: 'error_after', status: 500, operation: 'publish' });
  const after = await instagram.post('me/media_publish', { creation_id });
  expect([after.status, after.body.error.code]).toEqual([500, 1]);
  expect(await posts()).toHaveLength(1);
  expect((await instagram.get(creation_id, { fields: 'status_code' })).body.status_code).toBe('PUBLISHED');
});

describe('lost answers', () => {
  test.each([
    ['drop_before', 0],
    ['accept_drop', 1],
  ] as const)('%s leaves %i posts', async (kind, count) => {
    const creation_id = await instagram.container();
    await fault({ kind, operation: 'publish' });
    await expect(instagram.post('me/media_publish', { creation_id })).rejects.toThrow();
    expect(await posts()).toHaveLength(count);
    const { status_code } = (await instagram.get(creation_id, { fields: 'status_code' })).body;
    expect(status_code).toBe(count === 0 ? 'FINISHED' : 'PUBLISHED');
  });

  test('a held publish whose client has gone has no effect', async () => {
    const creation_id = await instagram.container();
    await fault({ kind: 'hold', when: 'before', operation: 'publish' });
    const gone = new AbortController();
    const body = new URLSearchParams({ creation_id, access_token: instagram.token });
    const call = fetch(`${instagram.base}/me/media_publish`, { method: 'POST', body, signal: gone.signal });
    expect(await simulator.held()).toMatchObject([{ operation: 'publish', when: 'before' }]);
    gone.abort();
    await expect(call).rejects.toThrow();
    await until(
      () => simulator.held(0),
      (held) => held.length === 0,
    );
    expect(await posts()).toHaveLength(0);
    expect((await instagram.post('me/media_publish', { creation_id })).status).toBe(200);
  });
});

test('the operations that faults and the call log speak of', async () => {
  const container = await instagram.container({ image_url: sampleImage });
  await instagram.get(container, { fields: 'status_code' });
  const post = (await instagram.post('me/media_publish', { creation_id: container })).body.id;
  await instagram.get(post);
  await instagram.get('me/media');
  await instagram.get('me/content_publishing_limit');
  await instagram.get('me');
  await instagram.get(`${post}/comments`);
  const { platform_id } = await instagram.comment('Hi');
  await instagram.get(platform_id);
  await instagram.post(`${platform_id}/replies`, { message: 'Hi' });
  await instagram.post(platform_id, { hide: true });
  await instagram.delete(platform_id);
  await instagram.post(post, { comment_enabled: false });
  await instagram.delete(post);
  await instagram.get('me/conversations');
  await instagram.post('me/messages', {});
  await instagram.post('me/subscribed_apps', {});
  await instagram.get('17800000000000000');
  const calls = await simulator.calls(`account=${instagram.id}`);
  expect(calls.map(({ operation }) => operation)).toEqual([
    'create_container',
    'container_status',
    'publish',
    'get_post',
    'list_posts',
    'limits',
    'profile',
    'list_comments',
    'list_comments',
    'reply',
    'hide_comment',
    'delete_comment',
    'edit_post',
    'delete_post',
    'messages',
    'send_message',
    'subscribe',
    'other',
  ]);
});

test('answers under the real host names as well', async () => {
  const { request } = await import('node:http');
  const { port } = new URL(simulator.url);
  const body = await new Promise<string>((resolve, reject) => {
    const sent = request(
      {
        port,
        path: `/v25.0/me/media?limit=1&access_token=${instagram.token}`,
        headers: { host: 'graph.instagram.com' },
      },
      (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
  expect(JSON.parse(body)).toEqual({ data: [] });
});

test('the page shows posts with comments, and messages', async () => {
  const post = await instagram.publish({ image_url: sampleImage, caption: 'Seen' });
  await instagram.comment('Hi', { username: 'kim' });
  const options = { platform: 'instagram', account: instagram.id, action: 'message', text: 'Psst', username: 'kim' };
  await simulator.visitor(options);
  type State = { platforms: { platform: string; posts: unknown[]; messages: unknown[] }[] };
  const state = await simulator.control<State>('GET', '/state');
  const shown = state.platforms.find(({ platform }) => platform === 'instagram');
  expect(shown?.posts[0]).toMatchObject({
    platform_id: post,
    text: 'Seen',
    media: [{ type: 'image', url: sampleImage }],
    url: expect.stringContaining('https://www.instagram.com/p/'),
    comments: [{ author: 'kim', own: false, text: 'Hi', parent_id: null, hidden: false }],
  });
  expect(shown?.messages.at(-1)).toMatchObject({ with: 'kim', own: false, text: 'Psst' });
});
