import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf } from '../../server/test/harness.ts';
import { callsOf, fault, heldCall } from '../../server/test/steps.ts';
import { Hubbub } from '../src/index.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

let service: TestService;
let ws: TestWorkspace;
let proxy: FaultyProxy;
let hubbub: Hubbub;
let target: { account_id: string };

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['mastodon'] });
  proxy = await startFaultyProxy(() => service.url);
  hubbub = new Hubbub({ apiKey: ws.api.key, baseUrl: proxy.url });
  target = { account_id: targetOf(ws.accounts.mastodon).account_id as string };
});
afterAll(async () => {
  await proxy?.close();
  await service?.close();
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const sent = (method: string, path: string) =>
  proxy.requests.filter((request) => request.method === method && request.path === path);
const preferred = (method: string, path: string) => sent(method, path).map(({ headers }) => headers.prefer);

/** Both attempts were the same write to the service. */
function expectOneWrite(method: string, path: string): void {
  const keys = sent(method, path).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
}

test('waitFor asks once while the service holds the question, and again while there is no outcome', async () => {
  await fault(ws, 'mastodon', { kind: 'hold', when: 'before' });
  const held = await hubbub.posts.create({ text: 'Held', targets: [target], publish_now: true });
  const call = await heldCall(ws);
  const path = `/v1/posts/${held.id}`;
  const waiting = hubbub.posts.waitFor(held.id);
  while (sent('GET', path).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await ws.control('POST', `held/${call}/release`, {});
  expect((await waiting).targets).toMatchObject([{ status: 'published', permalink: expect.any(String) }]);
  expect(preferred('GET', path)).toEqual(['wait=20']);

  proxy.requests.length = 0;
  proxy.arm({ path: new RegExp(path), answer: { status: 200, body: held } });
  expect((await hubbub.posts.waitFor(held.id)).status).toBe('published');
  expect(preferred('GET', path)).toEqual(['wait=20', 'wait=20']);
});

test('waitFor answers a draft at once, ends with its time and with its signal', async () => {
  const draft = await hubbub.posts.create({ text: 'A draft' });
  expect((await hubbub.posts.waitFor(draft.id)).status).toBe('draft');
  const { id } = await hubbub.posts.create({ text: 'Later', targets: [target], scheduled_at: inAnHour() });
  await expect(hubbub.posts.waitFor(id, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' });
  const signal = AbortSignal.abort(new Error('ended'));
  await expect(hubbub.posts.waitFor(id, { signal })).rejects.toThrow('ended');
});

test('a publish, a reply and a delete whose answers are lost are done once', async () => {
  const { id } = await hubbub.posts.create({ text: 'Once', targets: [target], scheduled_at: inAnHour() });
  const calls = async () => (await callsOf(ws, 'mastodon', 'publish')).length;
  let before = await calls();
  proxy.arm({ method: 'POST', path: /\/publish$/, losesResponse: true });
  const published = await hubbub.posts.publish({ post_id: id }, { waitSeconds: 20 });
  expect(published.status).toBe('published');
  expectOneWrite('POST', `/v1/posts/${id}/publish`);
  expect(preferred('POST', `/v1/posts/${id}/publish`)).toEqual(['wait=20', 'wait=20']);
  expect((await calls()) - before).toBe(1);

  // A reply is a post of its own on this platform.
  before = await calls();
  const platformId = published.targets[0]?.platform_post_id as string;
  proxy.arm({ method: 'POST', path: /\/inbox\/comments\//, losesResponse: true });
  await hubbub.comments.reply({ post_id: platformId, account_id: target.account_id, text: 'Thank you' });
  expectOneWrite('POST', `/v1/inbox/comments/${platformId}`);
  expect((await calls()) - before).toBe(1);

  const draft = await hubbub.posts.create({ text: 'Deleted once' });
  proxy.arm({ method: 'DELETE', path: /./, losesResponse: true });
  // A second deletion would answer that there is no such post.
  await hubbub.posts.delete({ post_id: draft.id });
  expectOneWrite('DELETE', `/v1/posts/${draft.id}`);
  await expect(hubbub.posts.get({ post_id: draft.id })).rejects.toMatchObject({ code: 'not_found' });
});
