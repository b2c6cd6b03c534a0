import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { pagesOf, targetsOn, waiting, withNewKey } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let owner: Browser;
let editor: Browser;
let ana: Body;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['mastodon'] });
  owner = await signedIn(service, ws, { role: 'owner', name: 'Olga' });
  editor = await signedIn(service, ws, { role: 'editor', name: 'Ana' });
  ana = { type: 'user', id: editor.userId, name: 'Ana' };
});
afterAll(() => service?.close());

/** The entries that the work adds, newest first. */
async function entriesOf(work: () => Promise<unknown>): Promise<Body[]> {
  const before = await pagesOf(ws.api, '/v1/audit?limit=100');
  await work();
  const after = await pagesOf(ws.api, '/v1/audit?limit=100');
  return after.slice(0, after.length - before.length);
}

async function made(call: ReturnType<Client['get']>): Promise<Body> {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(text);
  return body;
}

describe('list_audit', () => {
  test('tells what people change: who, from where, and the values before and after', async () => {
    let post: Body;
    const headers = { 'x-request-id': 'a-request' };
    const entries = await entriesOf(async () => {
      post = await made(editor.post('/v1/posts', { text: 'First', targets: targetsOn(ws, 'mastodon') }));
      const change = { text: 'Second', targets: targetsOn(ws, 'mastodon') };
      await made(editor.patch(`/v1/posts/${post.id}`, change, { headers }));
      await made(editor.delete(`/v1/posts/${post.id}`));
    });
    const resource = { resource_type: 'post', resource_id: post.id, actor: ana, livemode: false };
    expect(entries).toEqual([
      expect.objectContaining({ ...resource, action: 'delete_post', changes: {} }),
      expect.objectContaining({
        ...resource,
        action: 'update_post',
        changes: { text: ['First', 'Second'] },
        ip: '127.0.0.1',
        request_id: 'a-request',
      }),
      expect.objectContaining({
        ...resource,
        action: 'create_post',
        changes: { text: [null, 'First'], targets: [null, targetsOn(ws, 'mastodon')] },
      }),
    ]);
    for (const { id, at } of entries)
      expect([id, Date.parse(at)]).toEqual([expect.stringMatching(/^aud_/), expect.any(Number)]);
  });

  test('tells of keys what they change of the workspace only', async () => {
    const entries = await entriesOf(async () => {
      await made(ws.api.post('/v1/posts', { text: 'By a key' }));
      const key = await made(ws.api.post('/v1/keys', { name: 'One', scopes: ['posts:read'] }));
      await made(ws.api.patch(`/v1/keys/${key.id}`, { name: 'Two', scopes: ['posts:read'] }));
    });
    const [{ id, name }] = await service.sql("select id, name from api_keys where tenant_id = $1 and name = 'test'", [
      ws.tenantId,
    ]);
    expect(
      entries.map(({ action, actor, changes, resource_type: type }) => ({ action, actor, changes, type })),
    ).toEqual([
      { action: 'update_key', actor: { type: 'key', id, name }, changes: { name: ['One', 'Two'] }, type: 'key' },
      {
        action: 'create_key',
        actor: { type: 'key', id, name },
        changes: { name: [null, 'One'], scopes: [null, ['posts:read']] },
        type: 'key',
      },
    ]);
  });

  test('tells which role a member had', async () => {
    const member = await signedIn(service, ws, { role: 'viewer', name: 'Ben' });
    const [entry] = await entriesOf(() => made(owner.patch(`/v1/members/${member.userId}`, { role: 'responder' })));
    expect(entry).toMatchObject({
      actor: { name: 'Olga' },
      action: 'update_member',
      resource_type: 'user',
      resource_id: member.userId,
      changes: { role: ['viewer', 'responder'] },
    });
  });

  test('tells nothing of what changed nothing', async () => {
    const repeated = { headers: { 'idempotency-key': 'once' } };
    const entries = await entriesOf(async () => {
      await made(editor.post('/v1/posts?dry_run=true', { text: 'Tried' }));
      await made(editor.post('/v1/posts/validate', { text: 'Checked', platforms: ['mastodon'] }));
      expect((await editor.post('/v1/posts', { text: 5 })).status).toBe(400);
      expect((await editor.patch('/v1/posts/post_absent', { text: 'x' })).status).toBe(404);
      expect((await editor.post('/v1/brands', { name: 'x' })).status).toBe(403);
      await made(editor.get('/v1/posts'));
      for (let time = 0; time < 2; time++) await made(editor.post('/v1/posts', { text: 'Once' }, repeated));
    });
    expect(entries.map(({ action }) => action)).toEqual(['create_post']);
  });

  test('tells of a GET that changes something, and of changes without a commit of their own', async () => {
    let mediaId = '';
    const [entry, ...others] = await entriesOf(async () => {
      const query = 'filename=a.jpg&media_type=image/jpeg';
      mediaId = (await made(editor.get(`/v1/media/upload-url?${query}`, { headers: {} }))).media_id;
    });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'get_upload_url', resource_type: 'media', resource_id: mediaId });
    expect(entry.changes).toEqual({ filename: [null, 'a.jpg'], media_type: [null, 'image/jpeg'] });
  });

  test('filters, page by page', async () => {
    const all = await pagesOf(ws.api, '/v1/audit?limit=2');
    const [newest] = all;
    const only = (query: string) => pagesOf(ws.api, `/v1/audit?${query}`);
    expect(await only(`actor=${editor.userId}&limit=1`)).toEqual(all.filter(({ actor }) => actor.id === editor.userId));
    expect(await only('action=create_post')).toEqual(all.filter(({ action }) => action === 'create_post'));
    expect(await only(`resource=${newest.resource_id}`)).toEqual([newest]);
    expect(await only(`from=${newest.at}`)).toEqual([newest]);
    expect(await only(`to=${all.at(-1).at}`)).toEqual(all.slice(-1));
    expect(await only('actor=usr_absent')).toEqual([]);
    for (const client of [editor, (await withNewKey(service, ws, { scopes: ['posts:read'] })).api])
      expect(await client.get('/v1/audit')).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect((await owner.get('/v1/audit')).body.data[0]).toEqual(newest);
    expect((await ws.liveApi.get('/v1/audit')).body.data).toEqual([]);
  });
});

describe('list_post_history', () => {
  const told = ({ kind, action, type, actor }: Body) => [
    kind,
    action ?? type,
    ...(actor === undefined ? [] : [actor.name]),
  ];

  test('has changes, events and attempts of one post, newest first', async () => {
    const post = await made(ws.api.post('/v1/posts', { text: 'By a key', targets: targetsOn(ws, 'mastodon') }));
    await made(editor.patch(`/v1/posts/${post.id}`, { text: 'By Ana' }));
    await made(editor.post(`/v1/posts/${post.id}/publish`, undefined, waiting));
    const path = `/v1/posts/${post.id}/history`;
    const items = await pagesOf(editor, path);
    expect(items.filter(({ kind }) => kind === 'change').map(told)).toEqual([
      ['change', 'publish_post', 'Ana'],
      ['change', 'update_post', 'Ana'],
      ['change', 'create_post', 'test'],
    ]);
    expect(items.at(-1)).toMatchObject({ at: post.created_at, actor: post.created_by });
    expect(items.filter(({ kind }) => kind === 'event').map(told)).toContainEqual(['event', 'post.published']);
    const attempts = await pagesOf(editor, `/v1/posts/${post.id}/attempts`);
    expect(items.filter(({ kind }) => kind === 'attempt').map(({ state, at }) => [state, at])).toEqual(
      attempts.map(({ state, at }) => [state, at]).reverse(),
    );
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    expect(await pagesOf(editor, `${path}?limit=1`)).toEqual(items);
  });

  test('names the person who made the post once', async () => {
    const { id } = await made(editor.post('/v1/posts', { text: 'By Ana' }));
    expect((await pagesOf(ws.api, `/v1/posts/${id}/history`)).map(told)).toEqual([['change', 'create_post', 'Ana']]);
  });

  test('is for those who may read the post', async () => {
    const { id } = await made(ws.api.post('/v1/posts', { text: 'Brand', targets: targetsOn(ws, 'mastodon') }));
    const brand = (await made(ws.api.post('/v1/brands', { name: 'Elsewhere' }))).id;
    const path = `/v1/posts/${id}/history`;
    const elsewhere = await signedIn(service, ws, { role: 'editor', brandIds: [brand] });
    const withoutScope = (await withNewKey(service, ws, { scopes: ['media:read'] })).api;
    expect(await elsewhere.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await withoutScope.get(path)).status).toBe(403);
    expect((await createClient(service.url, ws.liveApi.key).get(path)).status).toBe(404);
    expect((await ws.api.get('/v1/posts/post_absent/history')).status).toBe(404);
  });
});
