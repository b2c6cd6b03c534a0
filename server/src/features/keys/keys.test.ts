import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { pagesOf } from '../../../test/steps.ts';
import { SCOPE_CATALOGUE } from '../../core/actor.ts';
import { isApiKey } from '../../lib/api-key.ts';
import { lock } from './key.repository.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

async function make(fields: object = {}, api = ws.api): Promise<Body> {
  const { status, body, text } = await api.post('/v1/keys', { name: 'A key', ...fields });
  expect(status, text).toBe(201);
  return body;
}

const clientOf = ({ raw_key: key }: Body): Client => createClient(service.url, key);
describe('create_key', () => {
  test('answers the secret once and stores its hash only', async () => {
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'Harbour' });
    const made = await make({ name: ' Till ', scopes: ['posts:read', 'posts:read'], brand_ids: [brand.id] });
    expect(made).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'Till',
      raw_key: expect.stringMatching(/^hub_test_/),
      preview: `${made.raw_key.slice(0, 12)}…${made.raw_key.slice(-4)}`,
      message: expect.stringContaining('not shown again'),
      is_active: true,
      scopes: ['posts:read'],
      brand_ids: [brand.id],
      allowed_ips: [],
      sending: 'direct',
      can_approve: false,
      agents_direct: false,
      created_by: { type: 'key', id: expect.stringMatching(/^key_/), name: 'test' },
      created_at: expect.any(String),
      livemode: false,
    });
    expect(isApiKey(made.raw_key)).toBe(true);
    expect((await clientOf(made).get('/v1/posts')).status).toBe(200);
    expect((await clientOf(made).get('/v1/inbox/comments')).body.meta).toEqual({ required_scope: 'inbox:read' });
    const [row] = await service.sql('select to_jsonb(k)::text as row from api_keys k where id = $1', [made.id]);
    expect(row.row).not.toContain(made.raw_key.slice(9));
  });

  test('makes a key of the environment of the workspace that asks', async () => {
    const live = await make({}, ws.liveApi);
    expect(live).toMatchObject({ livemode: true, raw_key: expect.stringMatching(/^hub_live_/) });
    expect((await ws.api.get('/v1/keys')).text).not.toContain(live.id);
    expect((await clientOf(live).get('/v1/workspace')).body.livemode).toBe(true);
  });

  test('400 for a name, scope, brand, end or address that is none', async () => {
    const past = '2020-01-01T00:00:00Z';
    const wrong: [object, string, string?][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ scopes: ['posts:wirte'] }, 'scopes', 'validation.scope_invalid'],
      [{ scopes: ['admin'] }, 'scopes', 'validation.scope_invalid'],
      [{ brand_ids: ['brand_00000000000000000000000000'] }, 'brand_ids', 'validation.brand_invalid'],
      [{ expires_at: past }, 'expires_at'],
      [{ expires_at: 'soon' }, 'expires_at'],
      [{ allowed_ips: ['10.0.0.0/33'] }, 'allowed_ips.0'],
      [{ allowed_ips: ['::1', 'localhost'] }, 'allowed_ips.1'],
      [{ allowed_ips: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, 'allowed_ips'],
    ];
    const before = await rowsOf(service, ws.tenantId);
    for (const [fields, field, code = 'validation.field_invalid'] of wrong)
      expect(await ws.api.post('/v1/keys', { name: 'A key', ...fields }), field).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', detail_code: code, meta: { field } },
      });
    expect((await ws.api.post('/v1/keys', { name: 'A key', scopes: ['posts:wirte'] })).body.error).toContain(
      'Did you mean posts:write?',
    );
    expect(await ws.api.post('/v1/keys', { scopes: [] })).toMatchObject({
      status: 400,
      body: { code: 'missing_metadata', meta: { field: 'name' } },
    });
    const { body: dry } = await ws.api.post('/v1/keys?dry_run=true', { name: 'A key' });
    expect(dry).not.toHaveProperty('raw_key');
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('repeats the same secret under one idempotency key, and keeps it encrypted', async () => {
    const headers = { 'idempotency-key': 'one-key' };
    const send = () => ws.api.post('/v1/keys', { name: 'Once' }, { headers });
    const [first, second] = [await send(), await send()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const [kept] = await service.sql("select body, is_sealed from idempotency_keys where key = 'one-key'");
    expect(kept.is_sealed).toBe(true);
    expect(kept.body).not.toContain(first.body.raw_key);
  });
});

describe('list_keys', () => {
  test('pages through all keys, newest first, without secrets, by an index', async () => {
    const other = await service.workspace();
    const made = [];
    for (let n = 0; n < 5; n++) made.unshift((await make({ name: `Key ${n}` }, other.api)).id);
    const listed = await pagesOf(other.api, '/v1/keys?limit=2');
    expect(listed.map(({ id }) => id).slice(0, 5)).toEqual(made);
    expect(listed).toHaveLength(6);
    expect(listed[0]).toMatchObject({ is_active: true, scopes: [], brand_ids: [], allowed_ips: [] });
    for (const key of listed) expect(key).not.toHaveProperty('raw_key');
    await service.sql(
      `insert into api_keys (tenant_id, id, name, hash, preview) select $1, 'key_' || n, 'n', sha256(n::text::bytea), '' from generate_series(1, 3000) n`,
      [other.tenantId],
    );
    await service.sql('analyze api_keys');
    const plan = await service.sql(
      `explain select id from api_keys where tenant_id = '${other.tenantId}' and (created_at, id) < (now(), 'key_5' collate "C") order by created_at desc, id desc limit 26`,
    );
    expect(JSON.stringify(plan)).toMatch(/Index .*Scan.* using api_keys_newest/);
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|Sort/);
  });

  test('tells when a key was used last, at most once a minute', async () => {
    const key = await make();
    const [api, used] = [clientOf(key), async () => (await find(key.id)).last_used_at];
    expect(await used()).toBeUndefined();
    await api.get('/v1/usage');
    const first = await until(used, 'the use is noted');
    await service.sql(`update api_keys set last_used_at = last_used_at - interval '61 seconds' where id = $1`, [
      key.id,
    ]);
    await until(async () => {
      await api.get('/v1/usage');
      return (await used()) >= first;
    }, 'the use is noted again');
  });

  test('notes no use while somebody changes the key, and makes nobody wait', async () => {
    const key = await make();
    const status = await service.app.db.system.transaction(async (tx) => {
      await lock(tx, ws.tenantId, key.id);
      return (await clientOf(key).get('/v1/usage')).status;
    });
    expect(status).toBe(200);
  });
});

const find = async (id: string): Promise<Body> =>
  (await pagesOf(ws.api, '/v1/keys?limit=100')).find((key) => key.id === id);

describe('list_key_scopes', () => {
  test('is open to every key', async () => {
    const { body } = await clientOf(await make({ scopes: ['dms:send'] })).get('/v1/keys/scopes');
    expect(body).toEqual({ data: SCOPE_CATALOGUE, count: 12 });
    expect(new Set(body.data.map(({ group }: Body) => group)).size).toBe(6);
  });
});

describe('update_key', () => {
  test('changes what is sent and keeps the secret', async () => {
    const key = await make({ scopes: ['posts:read'] });
    const change = (fields: object) => ws.api.patch(`/v1/keys/${key.id}`, fields);
    const { status, body } = await change({ scopes: ['inbox:read'] });
    expect([status, body]).toEqual([200, { ...(await find(key.id)), scopes: ['inbox:read'] }]);
    expect(body).not.toHaveProperty('raw_key');
    expect((await clientOf(key).get('/v1/inbox/comments')).status).toBe(200);
    expect((await change({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', scopes: ['inbox:read'] });
    expect(await change({})).toMatchObject({ status: 400, body: { code: 'missing_metadata' } });
    expect(await change({ brand_ids: ['brand_x'] })).toMatchObject({
      status: 400,
      body: { detail_code: 'validation.brand_invalid', meta: { field: 'brand_ids' } },
    });
  });

  test('a deleted brand stays in the list of a key, which reaches nothing then', async () => {
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'To be deleted' });
    const key = await make({ brand_ids: [brand.id] });
    expect((await ws.api.delete(`/v1/brands/${brand.id}`)).status).toBe(204);
    expect((await find(key.id)).brand_ids).toEqual([brand.id]);
    expect((await clientOf(key).get('/v1/brands')).body.data).toEqual([]);
    const { body } = await ws.api.patch(`/v1/keys/${key.id}`, { brand_ids: [brand.id] });
    expect(body.brand_ids).toEqual([brand.id]);
  });
});

describe('rotate_key', () => {
  test('replaces the secret and keeps the rest', async () => {
    const key = await make({ scopes: ['posts:read'] });
    const { status, body } = await ws.api.post(`/v1/keys/${key.id}/rotate`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...key, raw_key: body.raw_key, preview: body.preview, changed_by: key.created_by });
    expect(body.raw_key).not.toBe(key.raw_key);
    expect((await clientOf(body).get('/v1/usage')).status).toBe(200);
    expect((await clientOf(key).get('/v1/usage')).status).toBe(401);
    const { body: dry } = await ws.api.post(`/v1/keys/${key.id}/rotate?dry_run=true`);
    expect(dry).not.toHaveProperty('raw_key');
    expect((await clientOf(body).get('/v1/usage')).status).toBe(200);
  });
});

describe('revoke_key', () => {
  test('ends a key for ever; it stays in the list', async () => {
    const key = await make();
    const path = `/v1/keys/${key.id}`;
    expect(await ws.api.delete(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await clientOf(key).get('/v1/usage')).body).toMatchObject({
      code: 'unauthorized',
      detail_code: 'auth.invalid_key',
    });
    expect((await find(key.id)).is_active).toBe(false);
    for (const answer of [await ws.api.patch(path, { name: 'Again' }), await ws.api.post(`${path}/rotate`)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await ws.api.delete(path)).toMatchObject({ status: 200 });
    expect(await ws.api.delete('/v1/keys/key_00000000000000000000000000')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('the last key without restrictions may end itself, and is told how to make another', async () => {
    const other = await service.workspace();
    const [first] = (await other.api.get('/v1/keys')).body.data;
    const second = await make({}, other.api);
    await make({ scopes: ['posts:read'] }, other.api);
    await make({ expires_at: new Date(Date.now() + 60_000) }, other.api);
    await make({ allowed_ips: ['127.0.0.0/8'] }, other.api);
    const command = `npm run hubbub -- keys create --workspace ${other.id} --mode test`;
    expect((await other.api.delete(`/v1/keys/${second.id}`)).body).toEqual({ ok: true });
    const restricted = await other.api.patch(`/v1/keys/${first.id}?dry_run=true`, { scopes: ['posts:read'] });
    expect(restricted.body.message).toContain(command);
    expect((await other.api.delete(`/v1/keys/${first.id}`)).body).toEqual({
      ok: true,
      message: expect.stringContaining(command),
    });
  });
});

test('update_key, rotate_key, revoke_key: a process that just used a key knows of its change within seconds', async () => {
  const [narrowed, rotated, revoked, moved] = [await make(), await make(), await make(), await make()];
  const used = [narrowed, rotated, revoked, moved].map(clientOf);
  const statuses = () => Promise.all(used.map(async (api) => (await api.get('/v1/posts')).status));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await ws.api.patch(`/v1/keys/${narrowed.id}`, { scopes: ['media:read'] });
  await ws.api.post(`/v1/keys/${rotated.id}/rotate`);
  await ws.api.delete(`/v1/keys/${revoked.id}`);
  await ws.api.patch(`/v1/keys/${moved.id}`, { allowed_ips: ['192.0.2.7'] });
  await until(async () => String(await statuses()) === '403,401,401,403', 'all changes hold', 5000);
});

describe('a restricted key', () => {
  const restrictions = {
    scopes: { scopes: SCOPE_CATALOGUE.map(({ name }) => name) },
    addresses: { allowed_ips: ['127.0.0.0/8'] },
    'an end': { expires_at: new Date(Date.now() + 86_400_000) },
  };
  for (const [name, limits] of Object.entries(restrictions))
    test(`with ${name} manages no keys, not even itself`, async () => {
      const key = await make(limits);
      const api = clientOf(key);
      const path = `/v1/keys/${key.id}`;
      const before = await rowsOf(service, ws.tenantId);
      for (const answer of [
        await api.get('/v1/keys'),
        await api.post('/v1/keys', { name: 'Wider' }),
        await api.patch(path, { scopes: [], brand_ids: [], allowed_ips: [], expires_at: null }),
        await api.post(`${path}/rotate`),
        await api.delete(path),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
      expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    });
});

describe('a key that ends', () => {
  test('is rejected after its end, and works again with a later one', async () => {
    const other = await service.workspace();
    const end = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const key = await make({ expires_at: end }, other.api);
    expect(key.expires_at).toBe(end);
    await other.api.post('/v1/test/clock', { advance: 'P31D' });
    const rejected = await clientOf(key).get('/v1/usage');
    expect(rejected.body).toMatchObject({ code: 'unauthorized', detail_code: 'auth.key_expired' });
    const [listed] = (await other.api.get('/v1/keys?limit=1')).body.data;
    expect(listed).toMatchObject({ id: key.id, is_active: false, expires_at: end });
    expect(await other.api.post(`/v1/keys/${key.id}/rotate`)).toMatchObject({ status: 409 });
    const change = (expires_at: string | null) => other.api.patch(`/v1/keys/${key.id}`, { expires_at });
    expect(await change(new Date(Date.now() + 86_400_000).toISOString())).toMatchObject({ status: 400 });
    expect((await change(null)).body).toMatchObject({ is_active: true });
  });
});

describe('a key for some addresses', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  test('is rejected to others, told by the trusted proxy in front', async () => {
    const api = clientOf(await make({ allowed_ips: ['192.0.2.7', '10.1.0.0/16', '2001:db8::/32'] }));
    for (const address of ['192.0.2.7', '10.1.200.3', '2001:db8:5::1', '::ffff:192.0.2.7', '203.0.113.9, 10.1.0.1'])
      expect((await api.get('/v1/usage', from(address))).status, address).toBe(200);
    for (const address of ['192.0.2.8', '10.2.0.1', '2001:db9::1', '10.1.0.1, 203.0.113.9', 'nonsense'])
      expect(await api.get('/v1/usage', from(address)), address).toMatchObject({
        status: 403,
        body: { code: 'permission_denied', detail_code: 'auth.address_not_allowed' },
      });
    expect((await api.get('/v1/usage')).body.meta).toEqual({ address: '127.0.0.1' });
  });
});
