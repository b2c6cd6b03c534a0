import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../../test/harness.ts';
import { type Browser, signedIn } from '../../../../test/people.ts';
import { pagesOf, targetsOn, withNewKey } from '../../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
/** People of the live environment, because clients have no other. */
let owner: Browser;
let editor: Browser;
let viewer: Browser;
let client: Browser;
let post: Body;
let path: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
  owner = await signedIn(service, ws, { role: 'owner', name: 'Olga', mode: 'live' });
  const brandId = 'brand_of_the_client';
  const accountId = 'acc_of_the_client';
  const [{ tenant_id: liveId }] = await service.sql(
    `select tenant_id from tenants where workspace_id = $1 and mode = 'live'`,
    [ws.id],
  );
  await service.sql(`insert into brands (tenant_id, id, name) values ($1, $2, 'Bakery')`, [liveId, brandId]);
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
     values ($1, $2, $3, 'mastodon', 'm', 'Bakery', 'bakery', '')`,
    [liveId, accountId, brandId],
  );
  post = await made(owner.post('/v1/posts', { text: 'A new cup', targets: [{ account_id: accountId }] }));
  path = `/v1/posts/${post.id}/notes`;
  editor = await signedIn(service, ws, { role: 'editor', name: 'Ana', mode: 'live' });
  viewer = await signedIn(service, ws, { role: 'viewer', name: 'Vera' });
  client = await signedIn(service, ws, { role: 'client', name: 'Carl', brandIds: [brandId] });
});
afterAll(() => service?.close());

async function made(call: ReturnType<Client['post']>): Promise<Body> {
  const { status, body, text } = await call;
  if (status !== 201) throw new Error(text);
  return body;
}

const noRight = { status: 403, body: { code: 'insufficient_scope', meta: { required_scope: 'posts:write' } } };
const notFound = { status: 404, body: { code: 'not_found' } };
const textsOf = async (reader: Client, at = path) => (await pagesOf(reader, at)).map(({ text }) => text);

describe('notes between the team and its client', () => {
  const wanted = { text: 'May we show the new cup?\n\nCarl decides.', visibility: 'client' };

  test('name who wrote them; clients read and write those for clients only (create_post_note, list_post_notes)', async () => {
    const note = await made(editor.post(path, wanted));
    expect(note).toEqual({
      ...wanted,
      id: expect.stringMatching(/^note_[0-9a-z]{26}$/),
      post_id: post.id,
      created_at: expect.any(String),
      created_by: { type: 'user', id: editor.userId, name: 'Ana' },
      livemode: true,
    });
    await made(owner.post(path, { text: 'He will say no', visibility: 'internal' }));
    await made(client.post(path, { text: 'Yes', visibility: 'client' }));
    await made(viewer.post(path, { text: 'Nice', visibility: 'client' }));
    for (const reader of [client, viewer])
      expect(await reader.post(path, { text: 'Secretly', visibility: 'internal' })).toMatchObject(noRight);

    const all = [wanted.text, 'He will say no', 'Yes', 'Nice'];
    for (const reader of [owner, editor, viewer, ws.liveApi]) expect(await textsOf(reader)).toEqual(all);
    expect((await client.get(path)).body.data[0]).toEqual(note);
    expect(await textsOf(client)).toEqual([wanted.text, 'Yes', 'Nice']);
  });

  test('are in the audit log, and not in the history that clients read', async () => {
    const { body: log } = await owner.get(`/v1/audit?resource=${post.id}&action=create_post_note`);
    expect(log.count).toBe(4);
    const { text } = await client.get(`/v1/posts/${post.id}/history`);
    expect(text).toContain('create_post');
    for (const words of ['create_post_note', 'He will say no', 'Yes']) expect(text).not.toContain(words);
  });

  test('a cursor of the team is none for a client', async () => {
    const { cursor } = (await owner.get(`${path}?limit=1`)).body;
    expect(await client.get(`${path}?limit=1&cursor=${cursor}`)).toMatchObject({ status: 400 });
  });
});

describe('notes of keys', () => {
  let draft: string;
  beforeAll(async () => {
    const { id } = await made(ws.api.post('/v1/posts', { text: 'Of a key', targets: targetsOn(ws, 'mastodon') }));
    draft = `/v1/posts/${id}/notes`;
  });

  test('need posts:write; a key that only reads posts sees those for clients', async () => {
    const reading = (await withNewKey(service, ws, { scopes: ['posts:read'] })).api;
    const writing = (await withNewKey(service, ws, { scopes: ['posts:read', 'posts:write'] })).api;
    const none = (await withNewKey(service, ws, { scopes: ['posts:write'] })).api;
    for (const visibility of ['internal', 'client']) {
      const note = await made(writing.post(draft, { text: visibility, visibility }));
      expect(note).toMatchObject({ created_by: { type: 'key', name: 'new' }, livemode: false });
      expect(await reading.post(draft, { text: 'No', visibility })).toMatchObject(noRight);
      expect((await none.post(draft, { text: 'No', visibility })).status).toBe(403);
    }
    expect(await textsOf(writing, draft)).toEqual(['internal', 'client']);
    expect(await textsOf(reading, draft)).toEqual(['client']);
  });

  test('a limit to brands hides posts of others, and ids that are none', async () => {
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'Another' });
    const limited = (await withNewKey(service, ws, { brandIds: [brand.id] })).api;
    const note = { text: 'Here', visibility: 'internal' };
    for (const [api, at] of [
      [limited, draft],
      [ws.api, path],
      [ws.api, '/v1/posts/post_00000000000000000000000000/notes'],
      [ws.api, '/v1/posts/%00/notes'],
    ] as const) {
      expect(await api.post(at, note), at).toMatchObject(notFound);
      expect(await api.get(at), at).toMatchObject(notFound);
    }
    const { brand_id: own } = (await ws.api.get(`/v1/accounts/${ws.accounts.mastodon?.id}`)).body;
    const ofBrand = (await withNewKey(service, ws, { brandIds: [own] })).api;
    await made(ofBrand.post(draft, { text: 'Of the brand', visibility: 'internal' }));
    expect(await textsOf(ofBrand, draft)).toContain('Of the brand');
  });

  test.each([
    ['text', { text: ' \n ', visibility: 'client' }],
    ['text', { text: 'a'.repeat(5001), visibility: 'client' }],
    ['text', { text: 'a\u202eb', visibility: 'client' }],
    ['text', { text: ['a'], visibility: 'client' }],
    ['text', { visibility: 'client' }],
    ['visibility', { text: 'a', visibility: 'public' }],
    ['visibility', { text: 'a' }],
    ['id', { text: 'a', visibility: 'client', id: 'note_1' }],
  ])('400 for a wrong %s', async (field, note) => {
    expect(await ws.api.post(draft, note)).toMatchObject({ status: 400, body: { meta: { field } } });
  });

  test('a post takes 500 of them, pages them in order, and takes them along', async () => {
    const { id } = await made(ws.api.post('/v1/posts', { text: 'Much to say' }));
    const at = `/v1/posts/${id}/notes`;
    const fill = (from: number, to: number) =>
      service.sql(
        `insert into post_notes (tenant_id, id, post_id, position, text, visibility, created_by, created_at)
         select $1, 'note_' || md5(n::text), $2, n, n::text, 'internal', '{"type":"key","id":"k","name":"k"}', '2027-01-01' from generate_series($3::int, $4) n`,
        [ws.tenantId, id, from, to],
      );
    await fill(1, 3);
    const dry = await ws.api.post(`${at}?dry_run=true`, { text: '4', visibility: 'client' });
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true } });
    const same = { headers: { 'idempotency-key': 'once' } };
    const first = await made(ws.api.post(at, { text: '4', visibility: 'client' }, same));
    expect(await made(ws.api.post(at, { text: '4', visibility: 'client' }, same))).toEqual(first);
    await fill(5, 496);
    const several = Array.from({ length: 6 }, () => ws.api.post(at, { text: 'Last', visibility: 'client' }));
    const statuses = (await Promise.all(several)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 409, 409]);
    expect(await ws.api.post(at, { text: '501', visibility: 'client' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'A post takes at most 500 notes.', meta: { max: 500 } },
    });
    const numbers = Array.from({ length: 496 }, (_, n) => String(n + 1));
    expect(await textsOf(ws.api, `${at}?limit=100`)).toEqual([...numbers, 'Last', 'Last', 'Last', 'Last']);

    expect((await ws.api.delete(`/v1/posts/${id}`)).body).toMatchObject({ deleted: true });
    expect(await service.sql('select 1 from post_notes where post_id = $1', [id])).toEqual([]);
    expect(await ws.api.post(at, { text: 'Late', visibility: 'client' })).toMatchObject(notFound);
  });
});
