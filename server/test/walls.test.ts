import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { EMBEDDED_DATABASE } from '../src/config/embedded-database.ts';
import { openDatabase } from '../src/db/database.ts';
import { asOwner } from '../src/db/inspect.ts';
import { type Logins, openLogins, renewLogins, rotateLogins } from '../src/db/logins.ts';
import { migrate } from '../src/db/migrate.ts';
import { newOwner } from '../src/features/people/people.fixture.ts';
import { withDatabase } from './global-setup.ts';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { copyInitialisedFolder } from './initialised-folder.ts';
import { logIn } from './log-in.ts';
import { tenantTables } from './rows.ts';

let service: TestService;
let victim: TestWorkspace;
let attacker: TestWorkspace;
let logins: Logins;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600', REQUESTS_AT_ONCE: '4' });
  victim = await service.workspace();
  attacker = await service.workspace();
  await victim.api.post('/v1/brands', { name: 'A secret' });
  logins = await openLogins(service.databaseUrl);
});
afterAll(() => service?.close());

/** What a statement that was smuggled into a request of the attacker can see; "rejected" when the server ends it. */
async function smuggle(...statements: string[]): Promise<string> {
  let seen = '';
  const work = service.app.db.tenant(attacker.tenantId).transaction(async (tx) => {
    for (const statement of statements) seen = JSON.stringify(await tx.run(sql.raw(statement)));
    // Nothing that the attack wrote may stay for the next one.
    throw new Error('undo');
  });
  const reason = await work.catch((error: Error) => error.message);
  return reason === 'undo' ? seen : `rejected: ${reason}`;
}

/** Ways out of the role. */
const ESCAPES = [
  'reset role',
  'set role none',
  "select set_config('role', 'none', true)",
  "select set_config('role', 'hubbub_workers', true)",
  "select set_config('role', 'hubbub_owner', true)",
  'set role hubbub_workers',
  'set local role hubbub_workers',
  'set session authorization hubbub_owner',
  'set session authorization default',
  'reset session authorization',
  'reset all',
  'discard sequences',
];

describe('SQL that was smuggled into a request', () => {
  const brands = 'select name from brands';

  test('reaches the own rows only, by any way out of the role', async () => {
    for (const way of ESCAPES) {
      const seen = await smuggle(way, brands);
      expect(seen.startsWith('rejected: ') || seen === '[]', `${way}: ${seen}`).toBe(true);
      expect(seen, way).not.toContain('A secret');
    }
  });

  test('cannot become another tenant by the setting', async () => {
    for (const setting of [
      `select set_config('app.tenant', '${victim.tenantId}', true)`,
      `select set_config('app.tenant', '${victim.tenantId}', false)`,
      `set app.tenant = '${victim.tenantId}'`,
      `set local app.tenant = '${victim.tenantId}'`,
    ]) {
      expect(await smuggle(setting, brands), setting).toBe('[]');
      const read = `select name, set_config('app.tenant', '${victim.tenantId}', true) from brands`;
      expect(await smuggle(read, setting, read), setting).toBe('[]');
      expect(
        await smuggle(setting, `insert into brands (tenant_id, id, name) values ('${victim.tenantId}', 'b', 'x')`),
      ).toMatch(/row-level security/);
    }
  });

  test('cannot make or move a seal', async () => {
    const own = logins.proofOf(attacker.tenantId);
    for (const attempt of [
      `select enter_tenant('${victim.tenantId}', '${own}')`,
      `select enter_tenant('${victim.tenantId}', null)`,
      `select enter_tenant('${victim.tenantId}', proof_of('${victim.tenantId}'))`,
      `select setval('sealed_tenants', tenant_number('${victim.tenantId}'))`,
      "select nextval('sealed_tenants')",
      'select * from login_keys',
      'create or replace function sealed_tenant() returns text language sql as $$ select 1 $$',
      'alter sequence sealed_tenants restart',
      "select wall_off('brands')",
    ])
      expect(
        await smuggle(`select set_config('app.tenant', '${victim.tenantId}', true)`, attempt, brands),
        attempt,
      ).toMatch(/^rejected: (permission denied|must be owner|The seal does not fit)/);
  });

  test('gets nothing out of functions that run as the owner', async () => {
    await service.sql('insert into test_clocks (tenant_id, ahead_seconds) values ($1, 77)', [victim.tenantId]);
    expect(await smuggle(`select clock_of('${victim.tenantId}')`)).toBe('[{"clock_of":"0"}]');
    const steps = [`select set_config('app.tenant', '${victim.tenantId}', true)`, 'select clock_asked()'];
    expect(await smuggle(...steps)).toBe('[{"clock_asked":"0"}]');
    // A search finds what it is asked for in the tenant of the transaction only, whatever tenant the query names.
    await service.sql(
      `insert into posts (tenant_id, id, text, status, media) values ($1, 'post_secret', 'A secret windmill', 'draft', '[]')`,
      [victim.tenantId],
    );
    await service.sql(
      `insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ($1, 'med_secret', 'windmill.jpg', 'image/jpeg', 1, 'ready')`,
      [victim.tenantId],
    );
    const query = `search_query('${victim.tenantId}', 'windmill', null)`;
    for (const search of [
      `select id from find_posts(${query}, null, null, null, true, 'created_at', 'desc', null, null)`,
      `select id from find_media(${query}, null, null, null, null, 10)`,
    ]) {
      expect(await smuggle(search)).toBe('[]');
      expect(await smuggle(`select set_config('app.tenant', '${victim.tenantId}', true)`, search)).toBe('[]');
      expect(JSON.stringify(await service.app.db.tenant(victim.tenantId).run(sql.raw(search)))).toContain('_secret');
    }
    const known = ['clock_asked', 'clock_of', 'enter_tenant', 'find_media', 'find_posts', 'people_of_workspace'];
    const rows = await service.sql(
      "select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1",
    );
    expect(
      rows.map(({ proname }) => proname),
      'Prove here that a new one tells nothing of another tenant.',
    ).toEqual(known);
  });

  test('reaches no person, proof or session, and of the members only names and addresses of its own workspace', async () => {
    const { user } = await newOwner(service, victim.id);
    const own = await newOwner(service, attacker.id);
    const tables = ['people', 'passkeys', 'identities', 'sessions', 'person_tokens'];
    const ways = [...ESCAPES, `select set_config('app.tenant', '${user.id}', true)`];
    for (const table of tables)
      for (const way of ['select 1', ...ways])
        expect(await smuggle(way, `select * from ${table}`), `${table} by ${way}`).toMatch(/^(\[\]$|rejected: )/);
    expect(await smuggle('select user_id from memberships')).toBe(JSON.stringify([{ user_id: own.user.id }]));
    expect(await smuggle('select * from people_of_workspace()')).toBe(
      JSON.stringify([{ user_id: own.user.id, name: own.user.name, address: own.user.email, is_proved: false }]),
    );
    expect(await smuggle(`update people set password = null`, 'select 1')).toBe('[{"?column?":1}]');
    expect(await service.sql('select count(*)::int as n from people where password is null')).toEqual([{ n: 0 }]);
    // A person's own requests see that person.
    const rows = await service.app.db.tenant(user.id).run(sql.raw('select user_id from people'));
    expect(rows).toEqual([{ user_id: user.id }]);
  });

  test('reaches no file, program, password, or statement of others', async () => {
    for (const attempt of [
      "select pg_read_file('postgresql.conf')",
      "select pg_ls_dir('.')",
      "copy (select 1) to program 'true'",
      "copy brands from program 'true'",
      "copy brands to '/tmp/brands'",
      'select * from pg_authid',
      'select * from pg_shadow',
      "select lo_import('/etc/passwd')",
      'create table mine (id text)',
      'create function mine() returns int language sql as $$ select 1 $$',
      'create extension dblink',
      'create role mine',
      'alter role hubbub_app superuser',
      'grant hubbub_workers to hubbub_app',
    ])
      expect(await smuggle(attempt), attempt).toMatch(/^rejected: (permission denied|must be|must have|Only roles)/);
  });

  test('leaves nothing on its connection that the next request meets', async () => {
    // Committed, so that it lasts as long as the session.
    const { db } = service.app;
    const plant = async (statement: string) => db.tenant(attacker.tenantId).run(sql.raw(statement));
    for (let connection = 0; connection < 30; connection += 1) {
      await plant('create temp table if not exists brands (tenant_id text, id text, name text)');
      await plant(
        "select set_config('search_path', 'pg_temp, nowhere', false), set_config('row_security', 'off', false)",
      );
    }
    for (let connection = 0; connection < 30; connection += 1)
      expect((await victim.api.get('/v1/brands')).text).toContain('A secret');
    expect((await victim.api.post('/v1/brands', { name: 'Another' })).status).toBe(201);
  });
});

describe('the roles that the service logs in as', () => {
  test.each([
    ['requests', 'hubbub_app'],
    ['workers', 'hubbub_workers'],
  ] as const)('%s can become %s and nothing else, and see nothing before', async (kind, role) => {
    const client: pg.Client = await logIn(service.databaseUrl, logins, kind);
    try {
      const others = [
        'hubbub_app',
        'hubbub_workers',
        'hubbub_owner',
        'pg_read_all_data',
        logins.roles.requests,
        logins.roles.workers,
      ].filter((name) => name !== role && name !== logins.roles[kind]);
      for (const other of others)
        await expect(client.query(`set role ${other}`), other).rejects.toThrow(/permission denied|does not exist/);
      for (const table of [...(await tenantTables(service)), 'workspaces', 'login_keys'])
        await expect(client.query(`select from ${table}`), table).rejects.toThrow(/permission denied/);
      await client.query(`set role ${role}`);
    } finally {
      await client.end();
    }
  });

  test('are the ones that the service uses, on few connections', async () => {
    await victim.api.get('/v1/brands');
    const rows = await service.sql(
      `select usename, count(*)::int from pg_stat_activity where application_name = 'hubbub' and datname = current_database() group by 1`,
    );
    expect(rows.map(({ usename }) => usename).sort()).toEqual(Object.values(logins.roles).sort());
    for (const { count } of rows) expect(count).toBeLessThanOrEqual(6);
  });

  test('get new passwords and seals while the service runs', async () => {
    const old = logins;
    logins = await rotateLogins(service.databaseUrl);
    expect(logins.roles).toEqual(old.roles);
    expect(logins.proofOf(victim.tenantId)).not.toBe(old.proofOf(victim.tenantId));
    // Requests that come together find the old seal rejected together.
    const responses = await Promise.all(Array.from({ length: 20 }, () => victim.api.get('/v1/brands')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await victim.api.post('/v1/brands', { name: 'After' })).status).toBe(201);
  });

  test('are made again when they are gone, by processes that start at the same time', async () => {
    await service.restart(async () => {
      for (const role of Object.values(logins.roles)) await service.sql(`drop role ${role}`);
      const made = await Promise.all(Array.from({ length: 8 }, () => openLogins(service.databaseUrl)));
      for (const one of made) expect(one.roles).toEqual(logins.roles);
    });
    expect((await victim.api.get('/v1/brands')).status).toBe(200);
  });

  test('need their passwords, which change while a process runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hubbub-logins-'));
    copyInitialisedFolder(inject('initialisedFolder'), folder);
    writeFileSync(join(folder, 'pg', 'pg_hba.conf'), 'local all hubbub_owner trust\nlocal all all scram-sha-256\n');
    const postgres = await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir: folder });
    const db = openDatabase({ url: postgres.url, connectionsMax: 1, log: () => {} });
    try {
      const { roles } = await openLogins(postgres.url);
      const wrong = { roles, proofOf: () => 'a guess' };
      await expect(logIn(postgres.url, wrong, 'requests')).rejects.toThrow(/password authentication failed/);
      await db.ping();
      await rotateLogins(postgres.url);
      await asOwner(postgres.url, (client) =>
        client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1)', [
          Object.values(roles),
        ]),
      );
      // The first statement may still meet the connection that was ended.
      await until(
        () =>
          db.ping().then(
            () => true,
            () => false,
          ),
        'the process logs in with the new password',
      );
      expect(await db.tenant('ten_x').run(sql.raw('select id from posts'))).toEqual([]);
    } finally {
      await db.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('are made by an owner who may create roles and is no superuser', async () => {
    const name = `managed_${randomBytes(4).toString('hex')}`;
    const url = withDatabase(inject('templateUrl'), name).replace(/\/\/[^@]+@/, `//${name}@`);
    // The roles of the cluster are made by whoever comes first.
    let made: string[] = [];
    await service.sql(`create role ${name} login createrole`);
    await service.sql(`grant hubbub_app, hubbub_workers to ${name} with admin option`);
    await service.sql(`create database ${name} owner ${name}`);
    const db = openDatabase({ url, connectionsMax: 1, log: () => {} });
    try {
      await Promise.all([migrate(url), migrate(url)]);
      expect(await db.system.first(sql.raw('select count(*)::int as count from brands'))).toEqual({ count: 0 });
      expect(await db.tenant('ten_x').first(sql.raw('select current_user::text as role'))).toEqual({
        role: 'hubbub_app',
      });
      made = Object.values((await rotateLogins(url)).roles);
      await service.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1)`, [made]);
    } finally {
      await db.close();
      await service.sql(`drop database if exists ${name} with (force)`);
      // The next start drops the login roles of databases that are gone.
      await renewLogins(service.databaseUrl);
      expect(await service.sql('select from pg_roles where rolname = any ($1)', [made])).toEqual([]);
      await service.sql(`drop owned by ${name}`);
      await service.sql(`drop role ${name}`);
    }
  });
});
