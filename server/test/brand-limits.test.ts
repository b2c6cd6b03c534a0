import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../src/core/actor.ts';
import { ROLE_NAMES, ROLES, type RoleName } from '../src/core/roles.ts';
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
import { signedIn } from './people.ts';
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
  setTestMode(true);
  service = await startTestService({ POLL_SECONDS: '3600' });
  workspace = await service.workspace({ platforms: ['mastodon', 'twitter', 'instagram'], approves: true });
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
afterAll(async () => {
  setTestMode(false);
  await service?.close();
});

/** The ladder needs simulated accounts, so here every role has the test environment. */
const WITHOUT_TEST_MODE = ROLE_NAMES.filter((role) => !ROLES[role].hasTestMode);
function setTestMode(hasTestMode: boolean): void {
  for (const role of WITHOUT_TEST_MODE) Object.assign(ROLES[role], { hasTestMode });
}

function inTest(role: RoleName, brandIds: readonly string[] | undefined): Promise<Client> {
  return signedIn(service, workspace, { role, mode: 'test', ...(brandIds === undefined ? {} : { brandIds }) });
}

/** A key that is limited to the own brand. */
async function limitedKey(scopes: readonly string[] = []): Promise<Client> {
  const { body } = await workspace.api.post('/v1/keys', { name: 'limited', brand_ids: [brandId], scopes });
  return createClient(service.url, body.raw_key);
}

async function endpoints(): Promise<Endpoint[]> {
  return endpointsOf((await workspace.api.get('/openapi.json')).body);
}

/** Keys and people of every role that can be limited to brands. */
describe.each(['key', 'editor', 'responder', 'viewer', 'client'] as const)('a %s that is limited to brands', (who) => {
  let client: Client;
  beforeAll(async () => {
    client = who === 'key' ? limited : await inTest(who, [brandId]);
  });

  test('cannot see or change another brand by any id in any field of any operation', async () => {
    const before = await rowsOf(service, workspace.tenantId);
    let count = 0;
    const faults: string[] = [];
    for (const endpoint of await endpoints())
      count += await attack(endpoint, { client, own, victim: theirs, rejections: [403], shared: SHARED }).catch(
        (error: Error) => {
          faults.push(error.message.slice(0, 600));
          return 0;
        },
      );
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
      const response = await client.get(addressOf(endpoint, { params, query: sampleQuery(endpoint), body: {} }));
      for (const id of ids) expect(response.text.includes(id), `${endpoint.name} shows ${id}`).toBe(false);
      if (response.status === 200) seen += 1;
    }
    expect(seen).toBeGreaterThan(15);
  });
});

test('a limited key cannot comment as another brand that published the same post', async () => {
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

describe('without the right to an operation', () => {
  /** Asks every operation that the caller has no right to, for things of its own tenant. Returns the rights that it lacked. */
  async function askForbidden(client: Client, has: (permission: string) => boolean): Promise<Set<string>> {
    const before = await rowsOf(service, workspace.tenantId);
    const lacked = new Set<string>();
    for (const endpoint of await endpoints()) {
      const { scope } = endpoint;
      if (has(scope)) continue;
      expect(await askOwn(client, endpoint, theirs), endpoint.name).toMatchObject({
        status: 403,
        body: {
          code: 'insufficient_scope',
          meta: scope === 'admin' || scope === 'owner' ? {} : { required_scope: scope },
        },
      });
      lacked.add(scope);
    }
    expect(await rowsOf(service, workspace.tenantId)).toEqual(before);
    return lacked;
  }

  test('a key gets 403 and changes nothing', async () => {
    for (const lacked of [['admin', 'owner'], ...SCOPES.map((scope) => [scope])]) {
      const scopes = SCOPES.filter((scope) => !lacked.includes(scope));
      const { body } = await workspace.api.post('/v1/keys', { name: 'narrow', scopes });
      const client = createClient(service.url, body.raw_key);
      expect([...(await askForbidden(client, (permission) => !lacked.includes(permission)))].sort()).toEqual(lacked);
    }
  });

  test.each(ROLE_NAMES.filter((role) => role !== 'owner'))(
    'a person who is %s gets 403 and changes nothing',
    async (role) => {
      const permissions: ReadonlySet<string> = ROLES[role].permissions;
      const limits = { none: [undefined], optional: [undefined, [brandId]], required: [[brandId]] };
      for (const brandIds of limits[ROLES[role].brands]) {
        const lacked = await askForbidden(await inTest(role, brandIds), (permission) => permissions.has(permission));
        expect([...lacked].sort()).toEqual(['admin', 'owner', ...SCOPES].filter((one) => !permissions.has(one)).sort());
      }
    },
  );
});

test('a viewer and a client have no test environment', async () => {
  setTestMode(false);
  try {
    for (const role of WITHOUT_TEST_MODE) {
      const [inTestMode, live] = [
        await inTest(role, [brandId]),
        await signedIn(service, workspace, { role, brandIds: [brandId] }),
      ];
      for (const path of ['/v1/posts', '/v1/events/stream'])
        expect(await inTestMode.get(path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
      expect((await live.get('/v1/posts')).status).toBe(200);
    }
  } finally {
    setTestMode(true);
  }
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
