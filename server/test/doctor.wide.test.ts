import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { doctor } from '../src/cli/commands/doctor.ts';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { openDatabase } from '../src/db/database.ts';
import { openLogins } from '../src/db/logins.ts';
import { workspaces } from '../src/features/workspaces/index.ts';
import type { Body } from './harness.ts';
import { createDatabase, dropDatabaseAt } from './own-database.ts';
import { hubbub, initialisedFolder, startService, temporaryFolder, useProcesses } from './start/processes.fixture.ts';

useProcesses();

describe('doctor', () => {
  const failing = (report: Body) => report.checks.filter(({ ok }: Body) => !ok).map(({ check }: Body) => check);

  interface Examined {
    readonly code: number | string;
    readonly failing: string[];
    readonly text: string;
  }

  function examined(code: number | string, report: Body): Examined {
    expect(report.ok).toBe(code === 0);
    for (const { ok, remedy } of report.checks) expect(remedy === undefined).toBe(ok);
    return { code, failing: failing(report), text: JSON.stringify(report) };
  }

  /** The report of a process of its own. */
  async function examine(settings: Record<string, string>): Promise<Examined> {
    const { code, out } = await hubbub(['doctor', '--json'], settings);
    return examined(code, JSON.parse(out));
  }

  /** The same report without the start of a process. */
  async function examineHere(settings: Record<string, string>): Promise<Examined> {
    const config = toConfig(readEnv(settings));
    const { exitCode = 0, json } = await doctor.run({
      options: {},
      words: [],
      config,
      print: () => {},
      note: () => {},
    });
    return examined(exitCode, json);
  }

  test('finds each problem beside a running service', async () => {
    const DATA_DIR = initialisedFolder();
    await startService({ DATA_DIR });
    const fine = await hubbub(['doctor'], { DATA_DIR });
    expect(fine.code).toBe(0);
    expect(
      fine.out
        .trim()
        .split('\n')
        .every((line) => line.startsWith('ok ')),
    ).toBe(true);
    expect(fine.out).toMatch(/service +ready at http/);

    const owner = new pg.Client({
      connectionString: JSON.parse(readFileSync(join(DATA_DIR, 'connection.json'), 'utf8')).url,
    });
    await owner.connect();
    const { rows } = await owner.query('select database from login_keys');
    const requests = `hubbub_requests_${rows[0].database}`;
    const harms: readonly (readonly [harm: string, cure: string, check: string])[] = [
      ['alter table posts disable row level security', 'alter table posts enable row level security', 'tenant walls'],
      ['alter table events no force row level security', 'alter table events force row level security', 'tenant walls'],
      ['create policy open on media using (true)', 'drop policy open on media', 'tenant walls'],
      ['alter policy own_tenant on brands using (true)', "select wall_off('brands')", 'tenant walls'],
      ['alter role hubbub_app superuser', 'alter role hubbub_app nosuperuser', 'role hubbub_app'],
      ['alter role hubbub_workers bypassrls', 'alter role hubbub_workers nobypassrls', 'role hubbub_workers'],
      [`grant hubbub_workers to ${requests}`, `revoke hubbub_workers from ${requests}`, `role ${requests}`],
      [
        "delete from migrations where name like '0002%'",
        "insert into migrations (name) values ('0002-connecting.sql')",
        'migrations',
      ],
      [
        "insert into migrations (name) values ('9999-later.sql')",
        "delete from migrations where name like '9999%'",
        'migrations',
      ],
    ];
    for (const [harm, cure, check] of harms) {
      await owner.query(harm);
      const { code, failing } = await examineHere({ DATA_DIR });
      expect([harm, code, failing.includes(check)]).toEqual([harm, 1, true]);
      await owner.query(cure);
    }
    await owner.end();
    const key = join(DATA_DIR, 'secrets.key');
    chmodSync(key, 0o644);
    expect(await examineHere({ DATA_DIR })).toMatchObject({ code: 1, failing: ['secrets key'] });
    chmodSync(key, 0o600);
    expect(await examine({ DATA_DIR, SECRETS_KEY: '1'.repeat(64) })).toMatchObject({
      code: 1,
      failing: ['secrets key'],
    });
    expect(await examineHere({ DATA_DIR, SIMULATOR_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 1,
      failing: ['simulator'],
    });
    expect(await examine({ DATA_DIR })).toMatchObject({ code: 0, failing: [] });
  });

  test('finds an external database that is unreachable or not durable', async () => {
    const DATA_DIR = temporaryFolder();
    expect(await examine({ DATA_DIR, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })).toMatchObject({
      code: 1,
      failing: ['database'],
    });
    const settings = { DATA_DIR, DATABASE_URL: inject('templateUrl'), SECRETS_KEY: '0'.repeat(64) };
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect();
    const fsync = (await client.query('show fsync')).rows[0].fsync;
    await client.end();
    expect((await examine(settings)).failing).toEqual(fsync === 'off' ? ['durability'] : []);
  });

  test('finds a media store that does not respond', async () => {
    const { code, failing, text } = await examine({
      DATA_DIR: join(temporaryFolder(), 'data'),
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'hubbub',
      S3_SECRET_ACCESS_KEY: 'secret-of-s3',
    });
    expect([code, failing]).toEqual([1, ['media']]);
    expect(text).toContain('S3_ENDPOINT: http://127.0.0.1:1 does not answer (ECONNREFUSED)');
    expect(text).not.toContain('secret-of-s3');
  });

  test('finds settings that make no sense beside the others; a start says the same', async () => {
    const DATA_DIR = initialisedFolder();
    const behindProxy = { DATA_DIR, PUBLIC_URL: 'https://hubbub.example' };
    const limits = { DATA_DIR, KEY_REQUESTS_PER_MINUTE: '500', ADDRESS_REQUESTS_PER_MINUTE: '100' };
    const started = await startService({ ...behindProxy, ...limits });
    const banner = started.out();
    for (const [settings, word] of [
      [behindProxy, 'Set TRUSTED_PROXIES'],
      [limits, 'Make ADDRESS_REQUESTS_PER_MINUTE the larger'],
      [{ ...limits, KEY_REQUESTS_PER_MINUTE: '0' }, 'Make ADDRESS_REQUESTS_PER_MINUTE the larger'],
    ] as const) {
      const found = await examineHere(settings);
      expect(found).toMatchObject({ code: 1, failing: ['settings'] });
      expect(found.text).toContain(word);
    }
    for (const settings of [
      { ...behindProxy, TRUSTED_PROXIES: '127.0.0.1' },
      { DATA_DIR, KEY_REQUESTS_PER_MINUTE: '0', ADDRESS_REQUESTS_PER_MINUTE: '0' },
    ])
      expect((await examineHere(settings)).failing).toEqual([]);
    expect(banner).toMatch(/! PUBLIC_URL is public .* Set TRUSTED_PROXIES, such as 127\.0\.0\.1/);
    expect(banner).toContain('! KEY_REQUESTS_PER_MINUTE is 500, and ADDRESS_REQUESTS_PER_MINUTE 100.');
  });

  test('finds what time and neglect do', async () => {
    const DATABASE_URL = await createDatabase(inject('templateUrl'));
    onTestFinished(() => dropDatabaseAt(inject('templateUrl'), DATABASE_URL));
    const copied = await examineHere({ DATABASE_URL, DATA_DIR: temporaryFolder(), SECRETS_KEY: '0'.repeat(64) });
    expect(copied.failing).toContain('tenant reach');
    await openLogins(DATABASE_URL);
    const settings = { DATABASE_URL, DATA_DIR: temporaryFolder(), SECRETS_KEY: '0'.repeat(64) };
    const found = async (check: string) => {
      const { json } = await doctor.run({
        options: {},
        words: [],
        config: toConfig(readEnv(settings)),
        print: () => {},
        note: () => {},
      });
      return (json as Body).checks.find((one: Body) => one.check === check && !one.ok);
    };
    const owner = new pg.Client({ connectionString: DATABASE_URL });
    await owner.connect();
    onTestFinished(() => owner.end());
    for (const check of ['clock', 'due work', 'tokens', 'backup', 'suspended workspaces', 'public pages'])
      expect([check, await found(check)]).toEqual([check, undefined]);

    const db = openDatabase({ url: DATABASE_URL, connectionsMax: 1, log: () => {} });
    const { id } = await workspaces.create(db.system, 'harbour', 'pro');
    const tenantId = await workspaces.tenantOf(db.system, id, 'live');
    await db.close();
    await owner.query(
      `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, status, created_at)
       values ($1, 'acc_1', 'brand_1', 'facebook', '1', 'H', 'h', 'x', 'reconnect_required', now() - interval '30 days')`,
      [tenantId],
    );
    expect(await found('tokens')).toMatchObject({ detail: 'facebook: 1 have lost their access' });
    expect(await found('backup')).toMatchObject({ detail: 'none was made' });
    await owner.query("insert into last_backup (at, place) values (now() - interval '8 days', '/backups')");
    expect(await found('backup')).toMatchObject({ detail: 'the last was made 8 days ago (/backups)' });
    await owner.query('update last_backup set at = now()');
    expect(await found('backup')).toBeUndefined();

    await owner.query(
      `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at)
       values ($1, 'raw_1', 'acc_1', 'facebook', 'k', '{}', now() - interval '1 hour')`,
      [tenantId],
    );
    expect(await found('due work')).toMatchObject({ detail: 'callbacks: 1 due, the oldest for 60 minutes' });
    await owner.query("insert into holds (tenant_id, reason, since) values ($1, 'restore', now())", [tenantId]);
    expect(await found('suspended workspaces')).toMatchObject({
      detail: 'nothing is published for harbour (restore)',
      remedy: expect.stringContaining('restore resume'),
    });
    await owner.query("update holds set reason = 'export'");
    expect(await found('suspended workspaces')).toMatchObject({
      remedy: expect.stringMatching(/delete .*--only-here/),
    });
    expect((await found('suspended workspaces')).remedy).not.toContain('restore resume');

    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    expect(await found('clock')).toMatchObject({ detail: 'this machine and the database differ by 60 seconds' });
    vi.restoreAllMocks();
  });

  test('finds a data folder whose service uses another database, and inner pages that are public', async () => {
    const DATA_DIR = initialisedFolder();
    const service = await startService({ DATA_DIR });
    const DATABASE_URL = await createDatabase(inject('templateUrl'));
    onTestFinished(() => dropDatabaseAt(inject('templateUrl'), DATABASE_URL));
    await openLogins(DATABASE_URL);
    const wrong = await examineHere({ DATA_DIR, DATABASE_URL });
    expect(wrong.failing).toContain('service');
    expect(wrong.text).toContain('but with another database');
    expect((await examineHere({ DATA_DIR })).failing).toEqual([]);

    // A proxy that hides whom it passes on: the service takes everybody for this machine.
    const proxy = createServer((request, response) => {
      void fetch(`${service.url}${request.url}`).then(async (answer) =>
        response.writeHead(answer.status).end(await answer.text()),
      );
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const nobody = await examineHere({ DATA_DIR, HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(nobody.text).toContain('not checked: nothing answers here at http://127.0.0.1:1');
    const seen = await examineHere({ DATA_DIR, HOST: '0.0.0.0', PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(seen.failing).toEqual(['public pages', 'public pages']);
    expect(seen.text).toContain('Keep the proxy from passing /metrics on');
    expect(seen.text).toContain('Set SIMULATOR=auto');
  });

  test('finds a data folder that is not writable', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const { code, failing, text } = await examine({ DATA_DIR: join(folder, 'file') });
    expect([code, failing]).toEqual([1, ['data folder']]);
    expect(text).toContain('DATA_DIR');
  });
});
