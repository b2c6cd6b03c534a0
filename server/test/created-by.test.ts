import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersIn } from '../src/features/inbox/answers.fixture.ts';
import { importCsv } from '../src/features/posts/import/import-posts.fixture.ts';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from './harness.ts';
import { accountOf, fault, image, rejection, targetsOn, waiting } from './steps.ts';

let service: TestService;
let ws: TestWorkspace;
/** The first key of the workspace, and one that it makes. */
let first: Body;
let second: Body;
let other: Client;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['mastodon', 'instagram'] });
  const [row] = await service.sql('select id, name from api_keys where tenant_id = $1', [ws.tenantId]);
  first = { type: 'key', id: row.id, name: row.name };
  const { body } = await ws.api.post('/v1/keys', { name: 'second' });
  second = { type: 'key', id: body.id, name: 'second' };
  other = createClient(service.url, body.raw_key);
});
afterAll(() => service?.close());

const whoIn = async (table: string, where: string, value: string) => {
  const rows = await service.sql(`select created_by, changed_by from ${table} where tenant_id = $1 and ${where} = $2`, [
    ws.tenantId,
    value,
  ]);
  return rows.map(({ created_by: created, changed_by: changed }) => [created, changed]);
};

test('a post knows the key that made it and the key that changed it', async () => {
  const { body } = await ws.api.post('/v1/posts', { text: 'First', targets: targetsOn(ws, 'mastodon') });
  expect(await whoIn('posts', 'id', body.id)).toEqual([[first, null]]);
  expect((await other.patch(`/v1/posts/${body.id}`, { text: 'Second' })).status).toBe(200);
  expect(await whoIn('posts', 'id', body.id)).toEqual([[first, second]]);
  expect(body).toMatchObject({ created_by: first });
  expect(body.changed_by).toBeUndefined();
  const shown = { created_by: first, changed_by: second };
  expect((await ws.api.get(`/v1/posts/${body.id}`)).body).toMatchObject(shown);
  expect((await ws.api.get('/v1/posts')).body.data[0]).toMatchObject(shown);
  const live = await ws.api.post(
    '/v1/posts',
    { text: 'Live', targets: targetsOn(ws, 'mastodon'), publish_now: true },
    waiting,
  );
  expect((await other.patch(`/v1/posts/${live.body.id}`, { hidden: true })).status).toBe(200);
  expect(await whoIn('posts', 'id', live.body.id)).toEqual([[first, second]]);
});

test('a post knows the key that published, retried, took down or removed a part of it', async () => {
  const targets = targetsOn(ws, 'mastodon', 'instagram');
  const media = [image];
  const { body } = await ws.api.post('/v1/posts', { text: 'Step by step', media, targets });
  const changed = async () => {
    const [[, by]] = (await whoIn('posts', 'id', body.id)) as [[Body, Body]];
    await service.sql('update posts set changed_by = null where id = $1', [body.id]);
    return by;
  };
  await fault(ws, 'mastodon', rejection);
  for (const call of ['publish', 'retry']) {
    const done = await other.post(`/v1/posts/${body.id}/${call}`, undefined, waiting);
    expect(done.status, done.text).toBeLessThan(300);
    expect(await changed(), call).toEqual(second);
  }
  const account_id = accountOf(ws, 'mastodon').id;
  expect((await other.post(`/v1/posts/${body.id}/unpublish`, { account_id })).status).toBeLessThan(300);
  expect(await changed()).toEqual(second);
  expect((await other.delete(`/v1/posts/${body.id}?platform=mastodon`)).status).toBeLessThan(300);
  expect(await changed()).toEqual(second);
});

test('an imported post knows the key that imported it', async () => {
  const [{ account_id: account }] = targetsOn(ws, 'mastodon') as [Body];
  const { body } = await importCsv(service, ws.api, `text,account_ids\nImported,${account}\n`);
  expect(body.errors ?? []).toEqual([]);
  expect(await whoIn('posts', 'text', 'Imported')).toEqual([[first, null]]);
});

test('replies and messages know the key that sent them', async () => {
  const responses = answersIn(service, ws);
  const reply = await responses.reply('By the harbour.');
  expect((await ws.api.post(reply.path, reply.body, waiting)).status).toBeLessThan(300);
  expect(await whoIn('actions', 'kind', 'reply')).toEqual([[first, null]]);
  const message = await responses.send_message('Within an hour.');
  expect((await ws.api.post(message.path, message.body, waiting)).status).toBeLessThan(300);
  expect(await whoIn('actions', 'kind', 'message')).toEqual([[first, null]]);
  expect(await whoIn('messages', 'direction', 'outgoing')).toEqual([[first, null]]);
  for (const [by] of await whoIn('messages', 'direction', 'incoming')) expect(by).toBeNull();
  const { data: comments } = (await ws.api.get(reply.path)).body;
  const { data: messages } = (await ws.api.get(message.path)).body;
  for (const [ours, ofOthers] of [
    [comments.filter(({ is_owner: isOurs }: Body) => isOurs), comments.filter(({ is_owner: isOurs }: Body) => !isOurs)],
    [
      messages.filter(({ direction }: Body) => direction === 'outgoing'),
      messages.filter(({ direction }: Body) => direction === 'incoming'),
    ],
  ]) {
    expect(ours.map(({ created_by: by }: Body) => by)).toEqual([first]);
    for (const item of ofOthers) expect(item).not.toHaveProperty('created_by');
  }
});

test('a key knows the key that made it and the one that changed, rotated or revoked it', async () => {
  expect(await whoIn('api_keys', 'id', first.id)).toEqual([[null, null]]);
  for (const change of [
    (id: string) => ws.api.patch(`/v1/keys/${id}`, { name: 'renamed' }),
    (id: string) => ws.api.post(`/v1/keys/${id}/rotate`, {}),
    (id: string) => ws.api.delete(`/v1/keys/${id}`),
  ]) {
    const { id } = (await ws.api.post('/v1/keys', { name: 'another' })).body;
    expect(await whoIn('api_keys', 'id', id)).toEqual([[first, null]]);
    expect((await change(id)).status).toBeLessThan(300);
    expect(await whoIn('api_keys', 'id', id)).toEqual([[first, first]]);
    const shown = (await ws.api.get('/v1/keys')).body.data.find((key: Body) => key.id === id);
    expect(shown).toMatchObject({ created_by: first, changed_by: first });
  }
});
