import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../simulator/src/index.ts';
import { toConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import { BRIDGE } from '../../src/db/bridge/bridge.ts';
import { asOwner } from '../../src/db/inspect.ts';
import { migrate, migrationState } from '../../src/db/migrate.ts';
import { encryptCredentials } from '../../src/features/accounts/index.ts';
import { hashApiKey, newApiKey } from '../../src/lib/api-key.ts';
import { createLog } from '../../src/observability/logger.ts';
import { createVault } from '../../src/secrets/vault.ts';
import { startApp } from '../../src/startup/app.ts';
import { dropDatabase } from '../drop-database.ts';
import { withDatabase } from '../global-setup.ts';
import { type Body, createClient, until } from '../harness.ts';
import { createWorld } from '../world.ts';
import { differences, readCatalogue } from './catalogue.ts';
import { giveEarlierRole, writeEarlierMigrations } from './earlier-migrations.ts';

const TENANT = 'ten_01jx0000000000000000000002';
const ACCOUNT = 'acc_01jx0000000000000000000001';

/** An empty database whose owner is no superuser and sees no row of a tenant. */
async function databaseOfOwner(): Promise<string> {
  const name = `old_${randomBytes(4).toString('hex')}`;
  const server = withDatabase(inject('templateUrl'), 'postgres');
  await asOwner(server, async (client) => {
    await client.query(`create role ${name} login createrole`);
    await client.query(`grant hubbub_app, hubbub_workers to ${name} with admin option`);
    await giveEarlierRole(client, name);
    await client.query(`create database ${name} owner ${name}`);
  });
  onTestFinished(() =>
    asOwner(server, async (client) => {
      await dropDatabase(client, name);
      await client.query(`drop owned by ${name} cascade; drop role ${name}`);
    }),
  );
  return withDatabase(server, name).replace(/\/\/[^@]+@/, `//${name}@`);
}

test('a database from before the baseline with data becomes one of today, and everything in it works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = await databaseOfOwner();
  const names = writeEarlierMigrations(folder);
  expect(await migrate(databaseUrl, { folder })).toEqual(names);
  const key = newApiKey('test');
  const secretsKey = randomBytes(32);
  const vault = createVault(secretsKey);
  const rows = readFileSync(join(import.meta.dirname, 'rows-before-baseline.sql'), 'utf8')
    .replaceAll(':key_hash', `\\x${hashApiKey(key).toString('hex')}`)
    .replaceAll(':secret', vault.encrypt('{}', 'x'));
  await asOwner(databaseUrl, (client) => client.query(rows));

  const { pending } = await migrationState(databaseUrl);
  expect(pending[0]).toBe(BRIDGE);
  expect(await migrate(databaseUrl, { version: 'today' })).toEqual(pending);
  const fresh = await asOwner(inject('templateUrl'), readCatalogue);
  expect(differences(await asOwner(databaseUrl, readCatalogue), fresh)).toEqual([]);

  // The simulated account behind the row; its token is what the row holds.
  const simulator = await startSimulator({ dataDir: join(folder, 'simulator') });
  onTestFinished(() => simulator.close());
  const { world } = await asOwner(databaseUrl, async (client) => {
    await client.query('set role hubbub_workers');
    const { rows } = await client.query('select world from tenants where tenant_id = $1', [TENANT]);
    await fetch(`${simulator.url}/worlds/${rows[0].world}`, { method: 'PUT' });
    const there = createWorld(`${simulator.url}/${rows[0].world}`);
    const made = await there.control('POST', 'accounts', { platform: 'twitter', username: 'harbour' });
    const app = { clientId: 'app', clientSecret: 'secret' };
    const tokens = { accessToken: made.tokens.access_token };
    await client.query('update accounts set platform_id = $1, credentials = $2 where id = $3', [
      made.platform_id,
      encryptCredentials(vault, TENANT, ACCOUNT, { tokens, app }),
      ACCOUNT,
    ]);
    return { world: there };
  });
  const config = toConfig(
    readEnv({ PORT: '0', DATA_DIR: folder, POLL_SECONDS: '0.3', LOG_LEVEL: process.env.TEST_LOG ?? 'silent' }),
  );
  const log = createLog({ level: config.logLevel, format: 'json' });
  const app = await startApp({ config, databaseUrl, secretsKey, simulatorUrl: simulator.url, log });
  onTestFinished(() => app.close(5000));
  const api = createClient(app.url(), key);
  const list = async (path: string): Promise<Body[]> => {
    const { status, body, text } = await api.get(path);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body.data;
  };

  const posted = async () => {
    const { body } = await api.get('/v1/posts/post_01jx0000000000000000000004');
    if (body.status === 'failed') throw new Error(JSON.stringify(body));
    return body.status === 'published' && body;
  };
  await until(posted, 'the due post is published');
  const { entries } = await world.control('GET', 'ledger?kind=post');
  expect(entries.map(({ text }: Body) => text)).toEqual(['Fresh rolls from tomorrow']);

  const statuses = (await list('/v1/posts')).map(({ text, status }) => [text, status]);
  expect(statuses.toSorted()).toEqual([
    ['Fresh rolls from tomorrow', 'published'],
    ['Not finished', 'draft'],
    ['Soup of the day', 'failed'],
    ['We open at nine.', 'published'],
  ]);
  const steps = await list('/v1/posts/post_01jx0000000000000000000001/attempts');
  expect(steps.map(({ attempt, step, state }) => `${attempt}.${step} ${state}`).toSorted()).toEqual([
    '1.1 claimed',
    '1.2 sending',
    '1.3 published',
  ]);
  expect((await list('/v1/brands')).map(({ name }) => name)).toEqual(['Harbour Cafe']);
  expect((await list('/v1/accounts')).map(({ platform, status }) => [platform, status]).toSorted()).toEqual([
    ['facebook', 'reconnect_required'],
    ['twitter', 'active'],
  ]);
  expect(await list('/v1/media')).toMatchObject([{ filename: 'menu.jpg' }]);
  expect(await list('/v1/inbox/comments')).toMatchObject([{ id: 'ip_01jx0000000000000000000001' }]);
  expect((await api.get('/v1/inbox/comments/ip_01jx0000000000000000000001')).text).toContain('Also on Sundays?');
  expect(await list('/v1/inbox/conversations')).toMatchObject([{ id: 'conv_01jx0000000000000000000001' }]);
  expect((await api.get('/v1/inbox/conversations/conv_01jx0000000000000000000001')).status).toBe(200);
  expect(await list('/v1/inbox/reviews')).toMatchObject([{ rating: 5, text: 'The best rolls' }]);
  expect(await list('/v1/webhooks')).toMatchObject([{ url: 'https://simulator.test/receiver/old' }]);
  const events = (await list('/v1/events?after=0&limit=100')).map(({ type }) => type);
  expect(events).toEqual(expect.arrayContaining(['post.scheduled', 'post.published']));
  expect((await api.get('/v1/workspace')).body).toMatchObject({ name: 'harbour' });
  expect((await api.get('/v1/users/me')).status).toBe(200);

  // New work beside the old rows.
  const body = { text: 'Made today', targets: [{ account_id: ACCOUNT }], publish_now: true };
  const made = await api.post('/v1/posts', body, { headers: { prefer: 'wait=30' } });
  expect([made.status, made.body.status]).toEqual([201, 'published']);
}, 120_000);
