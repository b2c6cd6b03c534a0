import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../src/core/actor.ts';
import { addressOf, type Endpoint, endpointsOf, nowhere, sampleQuery } from './endpoints.ts';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from './harness.ts';
import { askOwn, attack, furnish, type Things } from './isolation.ts';
import { rowsOf } from './rows.ts';

let service: TestService;
let workspace: TestWorkspace;
/** Reaches its own brand only, with every scope. */
let limited: Client;
let theirs: Things;
let own: Things;
let brandId: string;

/** A tenant's files serve all of its brands. */
const SHARED = ['media_id'];

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  workspace = await service.workspace({ platforms: ['mastodon', 'twitter', 'instagram'] });
  theirs = await furnish(service, workspace, 'victim');
  const before = (await service.sql('select id from accounts')).map(({ id }) => id);
  const [account] = await service.app.connectSimulated(workspace.tenantId, ['mastodon']);
  const [row] = await service.sql('select platform_id from accounts where id = $1', [account?.id]);
  const accounts = { mastodon: { id: account?.id as string, platformId: row.platform_id as string } };
  own = await furnish(service, { ...workspace, accounts }, 'own');
  brandId = own.brand_id?.[0] as string;
  await service.sql('update accounts set brand_id = $1 where not id = any ($2)', [brandId, before]);
  limited = await limitedKey();
});
afterAll(() => service?.close());

/** A key that is limited to the own brand. */
async function limitedKey(scopes: readonly string[] = []): Promise<Client> {
  const { body } = await workspace.api.post('/v1/keys', { name: 'limited', brand_ids: [brandId], scopes });
  return createClient(service.url, body.raw_key);
}

async function endpoints(): Promise<Endpoint[]> {
  return endpointsOf((await workspace.api.get('/openapi.json')).body);
}

describe('a key that is limited to brands', () => {
  test('cannot see or change another brand by any id in any field of any operation', async () => {
    const before = await rowsOf(service, workspace.tenantId);
    let count = 0;
    const faults: string[] = [];
    for (const endpoint of await endpoints())
      count += await attack(endpoint, {
        client: limited,
        own,
        victim: theirs,
        rejections: [403],
        shared: SHARED,
      }).catch((error: Error) => {
        faults.push(error.message.slice(0, 600));
        return 0;
      });
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(50);
    expect(await rowsOf(service, workspace.tenantId)).toEqual(before);
  });

  test('sees nothing of another brand in any list or file', async () => {
    const ids = Object.entries(theirs).flatMap(([thing, of]) => (SHARED.includes(thing) ? [] : of));
    let seen = 0;
    for (const endpoint of await endpoints()) {
      if (endpoint.method !== 'GET') continue;
      const params = Object.fromEntries(endpoint.pathFields.map((name) => [name, own[name]?.[0] ?? nowhere(name)]));
      const response = await limited.get(addressOf(endpoint, { params, query: sampleQuery(endpoint), body: {} }));
      for (const id of ids) expect(response.text.includes(id), `${endpoint.name} shows ${id}`).toBe(false);
      if (response.status === 200) seen += 1;
    }
    expect(seen).toBeGreaterThan(15);
  });

  test('cannot comment as another brand that published the same post', async () => {
    const text = 'For two brands';
    const ids = [own.account_id?.[0], theirs.account_id?.[0]];
    const sent = { text, targets: ids.map((id) => ({ account_id: id })), publish_now: true };
    const { id: postId } = (await workspace.api.post('/v1/posts', sent, { headers: { prefer: 'wait=30' } })).body;
    const reply = (body: object) => limited.post(`/v1/inbox/comments/${postId}`, { text: 'Hello', ...body });
    expect(await reply({ account_id: ids[1] })).toMatchObject({ status: 404 });
    // Its own account is the only one that it can mean.
    expect(await reply({})).toMatchObject({ status: 200 });
    const { data } = (await limited.get('/v1/inbox/comments')).body;
    expect(new Set(data.map(({ account_id }: Body) => account_id))).toEqual(new Set([ids[0]]));
  });
});

describe('a key without the scope of an operation', () => {
  test('gets 403 from it for things of its own tenant, and changes nothing', async () => {
    const keyWith = async (scopes: readonly string[]) => {
      const { body } = await workspace.api.post('/v1/keys', { name: 'narrow', scopes });
      return createClient(service.url, body.raw_key);
    };
    const without = new Map<string, Client>([['admin', await keyWith(SCOPES)]]);
    for (const scope of SCOPES) without.set(scope, await keyWith(SCOPES.filter((other) => other !== scope)));
    const before = await rowsOf(service, workspace.tenantId);
    const asked = new Set<string>();
    for (const endpoint of await endpoints()) {
      const client = without.get(endpoint.scope);
      if (client === undefined) continue;
      const needed = endpoint.scope === 'admin' ? {} : { required_scope: endpoint.scope };
      expect(await askOwn(client, endpoint, theirs), endpoint.name).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope', meta: needed },
      });
      asked.add(endpoint.scope);
    }
    expect([...asked].sort()).toEqual(['admin', ...SCOPES].sort());
    expect(await rowsOf(service, workspace.tenantId)).toEqual(before);
  });
});

describe('a repeated idempotency key', () => {
  const under = (key: string) => ({ headers: { 'idempotency-key': key } });
  const create = (api: Client, key: string, accountId: string | undefined) =>
    api.post('/v1/posts', { text: key, targets: [{ account_id: accountId }] }, under(key));

  test('tells a limited key nothing of another brand', async () => {
    const first = await create(workspace.api, 'of-another-brand', theirs.account_id?.[0]);
    expect(first.status).toBe(201);
    const replayed = await create(limited, 'of-another-brand', theirs.account_id?.[0]);
    expect(replayed).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(replayed.text).not.toContain(first.body.id);
    expect((await create(workspace.api, 'of-another-brand', theirs.account_id?.[0])).body.id).toBe(first.body.id);
  });

  test('tells a limited key what is of its brand', async () => {
    const first = await create(workspace.api, 'of-this-brand', own.account_id?.[0]);
    expect((await create(limited, 'of-this-brand', own.account_id?.[0])).body.id).toBe(first.body.id);
  });

  test('needs the scope of the operation', async () => {
    const reader = await limitedKey(['posts:read']);
    await create(workspace.api, 'for-writers', own.account_id?.[0]);
    expect(await create(reader, 'for-writers', own.account_id?.[0])).toMatchObject({ status: 403 });
  });

  test('always answers the key that made the request', async () => {
    const first = await create(limited, 'moves-away', own.account_id?.[0]);
    expect(first.status).toBe(201);
    const move = 'update accounts set brand_id = $1 where id = $2';
    await service.sql(move, [theirs.brand_id?.[0], own.account_id?.[0]]);
    try {
      expect((await create(limited, 'moves-away', own.account_id?.[0])).body.id).toBe(first.body.id);
      const other = await limitedKey();
      expect(await create(other, 'moves-away', own.account_id?.[0])).toMatchObject({ status: 404 });
    } finally {
      await service.sql(move, [brandId, own.account_id?.[0]]);
    }
  });

  test('of something without a brand answers no other limited key', async () => {
    const draft = () => ({ text: 'No account yet' });
    expect(await workspace.api.post('/v1/posts', draft(), under('of-no-brand'))).toMatchObject({ status: 201 });
    expect(await limited.post('/v1/posts', draft(), under('of-no-brand'))).toMatchObject({ status: 404 });
  });
});
