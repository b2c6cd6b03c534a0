import { afterAll, beforeAll, expect, test } from 'vitest';
import { consent } from '../../src/features/connecting/consent.fixture.ts';
import { addHook, type TestHook } from '../../src/features/webhooks/webhooks.fixture.ts';
import { suspensions } from '../../src/suspensions/index.ts';
import { type Endpoint, endpointsOf } from '../endpoints.ts';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { askOwn, furnish, type Things } from '../isolation.ts';
import { accountOf, comment, image, targetsOn, waiting } from '../steps.ts';

const PLATFORMS = ['mastodon', 'twitter', 'instagram'] as const;

let service: TestService;
let ws: TestWorkspace;
let own: Things;
let writes: Endpoint[];

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS, approves: true });
  own = await furnish(service, ws, 'own');
  const all = endpointsOf((await ws.api.get('/openapi.json')).body);
  // Operations that end things come last.
  const isEnd = ({ method, name }: Endpoint) => Number(method === 'DELETE' || /^(un|cancel|revoke)/.test(name));
  writes = all.filter(({ method }) => method !== 'GET').toSorted((one, other) => isEnd(one) - isEnd(other));
}, 120_000);
afterAll(() => service?.close());

type Reason = 'restore' | 'import' | 'export';

async function hold({ api, tenantId }: TestWorkspace, reason: Reason): Promise<void> {
  await service.app.db.system.transaction((tx) => suspensions.suspend(tx, [tenantId], { reason, since: new Date() }));
  await until(async () => (await api.get('/v1/workspace')).body.held?.reason === reason, 'the suspension is known');
}

async function resume({ api, tenantId }: TestWorkspace): Promise<void> {
  await suspensions.resume(service.app.db.system, [tenantId]);
  await until(async () => (await api.get('/v1/workspace')).body.held === null, 'the end of the suspension is known');
}

/** Everything that was done on the platforms of a world. */
const ledger = async (world: TestWorkspace): Promise<Body> => (await world.control('GET', 'ledger')).entries;

/** Sends every write with right values about every kind of thing. Returns the responses that are not clear. */
async function unclearAnswers(isClear: (status: number, text: string) => boolean): Promise<string[]> {
  const unclear: string[] = [];
  for (const endpoint of writes) {
    const field = endpoint.pathFields.find((name) => name === 'post_id' || name === 'account_id') ?? '';
    const ids = {
      post_id: own.post_id?.slice(0, 3),
      account_id: [...(own.account_id ?? []), ...(own.phone_number_id ?? [])],
    };
    for (const id of ids[field as keyof typeof ids] ?? ['']) {
      const { status, text } = await askOwn(ws.api, endpoint, id === '' ? own : { ...own, [field]: [id, id] });
      if (!isClear(status, text)) unclear.push(`${endpoint.name} ${id}: ${status} ${text}`);
    }
  }
  return unclear;
}

test('every write answers clearly while the workspace is suspended, and nothing of it is seen on a platform', async () => {
  const before = await ledger(ws);
  await hold(ws, 'export');
  // The rows that stay are read elsewhere, so a write would be lost.
  const isRejected = (status: number, text: string) => status === 503 && /"code":"unavailable"/.test(text);
  const exported = await unclearAnswers((status, text) => isRejected(status, text) || (status >= 400 && status < 500));
  expect(exported).toEqual([]);
  await hold(ws, 'restore');
  // 504: it is queued, goes on under its id, and must not be sent again.
  const isClear = (status: number, text: string) =>
    status < 500 || status === 501 || ((status === 503 || status === 504) && /The workspace is suspended/.test(text));
  expect(await unclearAnswers(isClear)).toEqual([]);
  expect(await ledger(ws)).toEqual(before);
}, 120_000);

test('what is asked for while suspended happens once afterwards: deletions, replies, other secrets, another time, other tokens', async () => {
  const held = await service.workspace({ platforms: ['mastodon', 'instagram'] });
  const { api } = held;
  const hook: TestHook = await addHook(held, ['post.published']);
  const publish = async (text: string, platform: string, more: object = { publish_now: true }): Promise<Body> =>
    (await api.post('/v1/posts', { text, media: [image], targets: targetsOn(held, platform), ...more }, waiting)).body;
  const deleted = await publish('To be deleted', 'mastodon');
  const answered = await publish('To be answered', 'mastodon');
  const lost = await publish('To be lost', 'instagram', {
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await comment(held, 'mastodon', answered.targets[0].platform_post_id, 'A question');
  const path = `/v1/inbox/comments/${answered.id}`;
  const [question] = (await api.get(path)).body.data;
  await until(async () => (await hook.received()).length === 2, 'what came before the suspension is delivered');
  await hold(held, 'restore');
  const before = await ledger(held);

  const started = performance.now();
  const gone = await api.delete(`/v1/posts/${deleted.id}`);
  expect(gone.body).toMatchObject({ success: false, deleted: false });
  expect(gone.body.results[0].message).toMatch(
    /The workspace is suspended; the removal goes on when the operator resumes it/,
  );
  const reply = await api.post(path, { comment_id: question.id, text: 'An answer' });
  expect(reply).toMatchObject({ status: 504, body: { error: expect.stringMatching(/The workspace is suspended/) } });
  expect(performance.now() - started).toBeLessThan(8000);
  expect((await api.delete(`/v1/posts/${lost.id}`)).body).toMatchObject({ deleted: true });
  const made = await publish('Made while suspended', 'instagram', {
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(made.warnings).toMatchObject([{ rule: 'held' }]);
  const { body: secret } = await api.post(`/v1/webhooks/${hook.id}/rotate-secret`, {});
  expect(secret.secret).not.toBe(hook.secret);
  expect((await api.post('/v1/test/clock', { advance: 'PT2H' })).status).toBe(200);
  const { id, platformId } = accountOf(held, 'instagram');
  await service.sql(`update accounts set status = 'reconnect_required', reconnect_reason = 'x' where id = $1`, [id]);
  const { brand_id } = (await api.get(`/v1/accounts/${id}`)).body;
  const { body: login } = await api.post('/v1/accounts/connect', { platform: 'instagram', brand_id });
  await fetch((await consent(login.auth_url, { account: platformId })).url);
  expect((await api.get(`/v1/accounts/${id}`)).body.status).toBe('active');
  const { body: key } = await api.post('/v1/keys', { name: 'while suspended' });
  expect((await api.post(`/v1/keys/${key.id}/rotate`, {})).status).toBe(200);
  expect((await ledger(held)).filter(({ kind }: Body) => kind === 'post')).toHaveLength(2);
  expect(await ledger(held)).toEqual(before);
  expect(await hook.received()).toHaveLength(2);

  await resume(held);
  const published = async () => (await api.get(`/v1/posts/${made.id}`)).body.status === 'published';
  await until(published, 'the post that became due is published');
  await until(async () => (await api.get(`/v1/posts/${deleted.id}`)).status === 404, 'the post is deleted');
  await until(async () => (await hook.received()).length > 2, 'its event is delivered');
  const response = async () => (await ledger(held)).some(({ kind }: Body) => kind === 'reply');
  await until(response, 'the answer is sent');
  const done = (await ledger(held)).map(({ kind, text }: Body) => `${kind} ${text}`);
  expect(done.toSorted()).toEqual([
    'delete To be deleted',
    'post Made while suspended',
    'post To be answered',
    'post To be deleted',
    expect.stringMatching(/^reply .*An answer$/),
  ]);
}, 120_000);
