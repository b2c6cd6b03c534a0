import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { endpointAssociatedData } from '../src/features/webhooks/index.ts';
import { secretsKeysOf } from '../src/secrets/secrets-file.ts';
import { createVault } from '../src/secrets/vault.ts';
import { type Body, createClient, until } from './harness.ts';
import { hubbub, initialisedFolder, run, startService, useProcesses } from './start/processes.fixture.ts';

useProcesses();

const COUNT = 6000;

test('a killed rotation loses nothing, and the next one completes it beside a running service', async () => {
  const DATA_DIR = initialisedFolder();
  const service = await startService({ DATA_DIR });
  const api = createClient(service.url, service.key);
  const owner = new pg.Client({
    connectionString: JSON.parse(readFileSync(join(DATA_DIR, 'connection.json'), 'utf8')).url,
  });
  await owner.connect();
  const { tenant_id: tenantId } = (await owner.query("select tenant_id from tenants where mode = 'live'")).rows[0];
  const [first] = secretsKeysOf(DATA_DIR);
  const old = createVault(first as Buffer);
  const ids = Array.from({ length: COUNT }, (_, index) => `wh_${index}`);
  await owner.query(
    `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint, is_active)
     select $1, id, 'https://example.com', '{}', secret, '', false from unnest($2::text[], $3::text[]) as x (id, secret)`,
    [tenantId, ids, ids.map((id) => old.encrypt(`secret of ${id}`, endpointAssociatedData(tenantId, id, 'secret')))],
  );
  const moved = async (): Promise<number> =>
    (
      await owner.query("select count(*)::int as n from webhook_endpoints where split_part(secret, '.', 2) <> $1", [
        old.keyIds()[0],
      ])
    ).rows[0].n;

  const killed = run(['cli', 'secrets', 'rotate'], { DATA_DIR });
  while ((await moved()) === 0) expect(killed.child.exitCode).toBe(null);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await moved()).toBeLessThan(COUNT);
  expect(secretsKeysOf(DATA_DIR)).toHaveLength(2);

  const published = async (text: string) => {
    const accounts = (await api.get('/v1/accounts?platform=mastodon')).body.data;
    const targets = accounts.map(({ id }: Body) => ({ account_id: id }));
    return (await api.post('/v1/posts', { text, targets, publish_now: true }, { headers: { prefer: 'wait=30' } })).body
      .status;
  };
  expect(await published('between two keys')).toBe('published');

  // Only one rotation runs at a time.
  await owner.query('select pg_advisory_lock(7482302)');
  expect(await hubbub(['secrets', 'rotate'], { DATA_DIR })).toMatchObject({
    code: 1,
    err: 'Another rotation is running. Wait until it ends.\n',
  });
  await owner.query('select pg_advisory_unlock(7482302)');

  const { out, code } = await hubbub(['secrets', 'rotate', '--json'], { DATA_DIR });
  const now = createVault(() => secretsKeysOf(DATA_DIR));
  expect([code, JSON.parse(out)]).toMatchObject([0, { key: now.keyIds()[0], old_keys: old.keyIds(), broken: [] }]);
  expect(await moved()).toBe(COUNT);
  const { rows } = await owner.query("select id, secret from webhook_endpoints where id ~ '^wh_[0-9]+$'");
  const alone = createVault(secretsKeysOf(DATA_DIR)[0] as Buffer);
  for (const { id, secret } of rows)
    expect(alone.decrypt(secret, endpointAssociatedData(tenantId, id, 'secret'))).toBe(`secret of ${id}`);

  // The service encrypts with the new key from now on. Keys older than the previous one go when no value has them.
  expect(await published('after the rotation')).toBe('published');
  await owner.end();
  expect((await hubbub(['secrets', 'rotate'], { DATA_DIR })).code).toBe(0);
  expect(secretsKeysOf(DATA_DIR)).toHaveLength(2);
  expect(secretsKeysOf(DATA_DIR)).not.toContainEqual(first);
  expect(await published('and once more')).toBe('published');
  await until(async () => (await hubbub(['doctor'], { DATA_DIR })).code === 0, 'the doctor is content');
}, 180_000);

test('a key of the settings is replaced with the settings', async () => {
  const DATA_DIR = initialisedFolder();
  const [before, after] = ['1'.repeat(64), '2'.repeat(64)];
  await hubbub(['workspaces', 'create', '--name', 'acme'], { DATA_DIR, SECRETS_KEY: before });
  const alone = await hubbub(['secrets', 'rotate'], { DATA_DIR, SECRETS_KEY: before });
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('SECRETS_KEY=<new>,<old>')]);
  const rotated = await hubbub(['secrets', 'rotate'], { DATA_DIR, SECRETS_KEY: `${after},${before}` });
  expect([rotated.code, rotated.err]).toEqual([0, '']);
  expect((await hubbub(['doctor'], { DATA_DIR, SECRETS_KEY: after })).code).toBe(0);
  expect((await hubbub(['doctor'], { DATA_DIR, SECRETS_KEY: before })).code).toBe(1);
}, 120_000);
