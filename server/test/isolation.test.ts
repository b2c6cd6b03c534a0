import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Logins, openLogins } from '../src/db/logins.ts';
import { countStatements } from './database/statement-counter.ts';
import { spanningRules, unboundReads } from './database/tenant-bound.ts';
import { endpointsOf } from './endpoints.ts';
import { type Client, startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { attack, furnish, type Things } from './isolation.ts';
import { logIn } from './log-in.ts';
import { rowsOf, tenantTables } from './rows.ts';

const statements = countStatements();
let service: TestService;
let victim: TestWorkspace;
let attacker: TestWorkspace;
let theirs: Things;
let own: Things;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { throughDatabase: statements.before });
  victim = await service.workspace({ platforms: ['mastodon', 'twitter', 'instagram'], approves: true });
  attacker = await service.workspace({ platforms: ['mastodon'], approves: true });
  theirs = await furnish(service, victim, 'victim');
  own = await furnish(service, attacker, 'attacker');
});
afterAll(async () => {
  await service?.close();
  statements.close();
});

/** What both environments of a workspace have. */
const OF_WORKSPACE = ['user_id', 'invitation_id'];

/** Every id of the victim with the attacker's keys in every id-bearing field of every operation. */
async function attackEverything(): Promise<number> {
  const before = await rowsOf(service, victim.tenantId);
  const endpoints = endpointsOf((await attacker.api.get('/openapi.json')).body);
  let count = 0;
  for (const endpoint of endpoints) {
    // Test keys change no members.
    const client = endpoint.path.startsWith('/v1/members') ? attacker.liveApi : attacker.api;
    count += await attack(endpoint, { client, own, victim: theirs });
    // The live environment of the victim's own workspace is as far away as anybody else.
    count += await attack(endpoint, { client: victim.liveApi, own: {}, victim: theirs, shared: OF_WORKSPACE });
  }
  expect(await rowsOf(service, victim.tenantId)).toEqual(before);
  return count;
}

describe('a tenant', () => {
  test('cannot see or change another tenant by any id in any field', async () => {
    expect(await attackEverything()).toBeGreaterThan(100);
  });

  test('sees nothing of another in any list', async () => {
    const idsBut = (left: readonly string[]) =>
      Object.entries(theirs).flatMap(([thing, ids]) => (left.includes(thing) ? [] : ids));
    for (const path of await listPaths()) {
      const mine = await attacker.api.get(path);
      expect(mine.status, path).toBe(200);
      for (const id of idsBut([])) expect(mine.text.includes(id), `${path} shows ${id}`).toBe(false);
      const live = await victim.liveApi.get(path);
      for (const id of idsBut(OF_WORKSPACE))
        expect(live.text.includes(id), `${path} shows ${id} to the live key`).toBe(false);
    }
  });

  test('hears nothing of another in a stream', async () => {
    const { body } = await fetch(`${service.url}/v1/events/stream?after=0`, {
      headers: { authorization: `Bearer ${attacker.api.key}` },
    });
    const [last] = (await attacker.api.get('/v1/events')).body.data.slice(-1);
    let heard = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += piece;
      if (heard.includes(last.id)) break;
    }
    for (const id of Object.values(theirs).flat()) expect(heard.includes(id), id).toBe(false);
  });

  test('cannot use another tenant’s cursor', async () => {
    let count = 0;
    for (const path of await listPaths()) {
      const { cursor } = (await victim.api.get(`${path}?limit=1`)).body;
      if (cursor === undefined) continue;
      count += 1;
      for (const client of [attacker.api, victim.liveApi])
        expect(await client.get(`${path}?limit=1&cursor=${cursor}`), path).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', meta: { field: 'cursor' } },
        });
    }
    expect(count).toBeGreaterThanOrEqual(3);
  });

  test('does not meet another’s idempotency keys', async () => {
    const send = (client: Client) =>
      client.post('/v1/posts', { text: 'Under one key' }, { headers: { 'idempotency-key': 'the-same' } });
    const responses = [await send(victim.api), await send(attacker.api), await send(victim.liveApi)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(3);
  });

  test('is kept apart by the statements alone, with row level security off', async () => {
    const tables = await tenantTables(service);
    for (const table of tables) await service.sql(`alter table ${table} disable row level security`);
    try {
      expect(await attackEverything()).toBeGreaterThan(100);
    } finally {
      for (const table of tables) await service.sql(`alter table ${table} enable row level security`);
    }
  });
});

/** A list of what one brand has: it is under attack by its `brand_id`. */
const OF_ONE_BRAND = '/v1/invites';

/** The routes of lists without path parameters. */
async function listPaths(): Promise<string[]> {
  const endpoints = endpointsOf((await attacker.api.get('/openapi.json')).body);
  return endpoints
    .filter(({ method, query, pathFields }) => method === 'GET' && 'limit' in query && pathFields.length === 0)
    .map(({ path }) => path)
    .filter((path) => path !== OF_ONE_BRAND);
}

describe('row level security alone', () => {
  let client: pg.Client;
  let logins: Logins;
  beforeAll(async () => {
    logins = await openLogins(service.databaseUrl);
    client = await logIn(service.databaseUrl, logins, 'requests');
  });
  afterAll(() => client?.end());

  /** Runs a statement as the service does, with or without a tenant; nothing stays. */
  async function asService(tenantId: string | undefined, text: string, values: unknown[] = []) {
    await client.query('begin');
    try {
      if (tenantId !== undefined)
        await client.query('select enter_tenant($1, $2)', [tenantId, logins.proofOf(tenantId)]);
      await client.query('set local role hubbub_app');
      return await client.query(text, values);
    } finally {
      await client.query('rollback');
    }
  }

  test('covers every table of tenants', async () => {
    const rows = await service.sql(`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_on,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
    const open = rows.filter((row) => !row.is_on || row.policies < 2).map((row) => row.name);
    expect(open.sort(), 'The migration of a table of tenants calls wall_off with its name.').toEqual([
      'announcements',
      'app_calls',
      'app_pauses',
      'billing_notices',
      'erasure_requests',
      'forwards',
      'installation',
      'last_backup',
      'login_keys',
      'media_place',
      'migrations',
      'platform_apps',
      'workspace_imports',
      'workspaces',
    ]);
  });

  test('hides the rows of other tenants, and all rows without a tenant', async () => {
    let seen = 0;
    for (const table of await tenantTables(service)) {
      const count = async (tenantId: string | undefined) =>
        Number(
          (await asService(tenantId, `select count(*) from ${table} where tenant_id = $1`, [victim.tenantId])).rows[0]
            .count,
        );
      seen += await count(victim.tenantId);
      expect(await count(attacker.tenantId), table).toBe(0);
      expect(await count(undefined), table).toBe(0);
      const all = await asService(undefined, `select count(*)::int as count from ${table}`);
      expect(all.rows[0].count, table).toBe(0);
    }
    expect(seen).toBeGreaterThan(20);
  });

  test('rejects writes to another tenant’s rows', async () => {
    for (const table of await tenantTables(service)) {
      for (const write of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`]) {
        const writing = asService(attacker.tenantId, `${write} where tenant_id = $1`, [victim.tenantId]);
        // Requests change no entry of the audit log, not even their own.
        if (table === 'audit') await expect(writing).rejects.toThrow(/permission denied/);
        else expect((await writing).rowCount, table).toBe(0);
      }
    }
    const insert = `insert into brands (tenant_id, id, name) values ($1, 'brand_x', 'x')`;
    await expect(asService(attacker.tenantId, insert, [victim.tenantId])).rejects.toThrow(/row-level security/);
    await expect(asService(undefined, insert, [victim.tenantId])).rejects.toThrow(/row-level security/);
    const move = 'update brands set tenant_id = $1';
    await expect(asService(attacker.tenantId, move, [victim.tenantId])).rejects.toThrow(/row-level security/);
  });

  test('is not passed by the role of the service', async () => {
    const [role] = await service.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles where rolname = 'hubbub_app'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcanlogin: false });
    await expect(asService(attacker.tenantId, 'alter table brands disable row level security')).rejects.toThrow(
      /owner/,
    );
    for (const table of [
      'platform_apps',
      'workspaces',
      'billing_notices',
      'app_calls',
      'app_pauses',
      'login_keys',
      'migrations',
    ])
      await expect(asService(attacker.tenantId, `select 1 from ${table}`), table).rejects.toThrow(/permission denied/);
  });
});

// These rules keep it open that tenants are spread over several databases.
describe('tenants apart', () => {
  test('no unique index, foreign key or policy spans them', async () => {
    expect(await spanningRules((text) => service.sql(text))).toEqual([]);
  });

  test('each statement of a request names its tenant for each table, also where tables are joined', async ({
    skip,
  }) => {
    const [server] = await service.sql(`select current_setting('server_version_num')::int as version`);
    if (server.version < 160_000) skip('PostgreSQL explains statements without their parameters from 16 on');
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    const crossing = 'select from posts p join accounts a on a.id = $1 where p.tenant_id = $2';
    expect(await unboundReads(owner, crossing)).toEqual(['accounts a']);
    const unbound: string[] = [];
    for (const text of statements.ofRequests())
      if (/^\s*(select|with|insert|update|delete)\b/i.test(text) && !text.includes('enter_tenant('))
        for (const read of await unboundReads(owner, text)) unbound.push(`${read}: ${text}`);
    await owner.end();
    expect(statements.ofRequests().size).toBeGreaterThan(100);
    expect(unbound).toEqual([]);
  });
});
