import { Agent, request as requestHttp } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keys } from '../src/features/keys/index.ts';
import { newApiKey } from '../src/lib/api-key.ts';
import { countStatements } from './database/statement-counter.ts';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { rawConnection } from './raw-connection.ts';

/** Statements that look keys up. */
const lookups = countStatements('from api_keys k join tenants');
const CONNECTIONS = 200;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let service: TestService;
let ws: TestWorkspace;
let before: number;

beforeAll(async () => {
  service = await startTestService(
    { POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' },
    { throughDatabase: lookups.before },
  );
  ws = await service.workspace();
  expect((await ask(ws.api.key, '192.0.2.1')).status).toBe(200);
});
afterAll(async () => {
  agent.destroy();
  await service?.close();
  lookups.close();
});
beforeEach(() => {
  before = lookups.runs();
});

const asked = () => lookups.runs() - before;

function ask(key: string | undefined, address: string): Promise<{ status: number; body: Body }> {
  const headers = { 'x-forwarded-for': address, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  return new Promise((resolve, reject) => {
    requestHttp(`${service.url}/v1/usage`, { agent, headers }, async (response) =>
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(await text(response)) }),
    )
      .on('error', reject)
      .end();
  });
}

const askOnAll = (key: (n: number) => string | undefined, address: (n: number) => string) =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => ask(key(n), address(n))));

test('text that cannot be a key of ours never reaches the database', async () => {
  const { key } = ws.api;
  const wrong = [undefined, 'wrong', key.slice(0, -1), `${key}0`, key.replace('test', 'live'), key.toUpperCase()];
  const responses = await askOnAll(
    (n) => wrong[n % wrong.length],
    () => '192.0.2.2',
  );
  expect(responses.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(100);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(100);
  expect(asked()).toBe(0);
});

test('200 connections with random keys share few statements, and with one wrong key one a second', async () => {
  let startedAt = performance.now();
  const random = await askOnAll(
    () => newApiKey('test'),
    (n) => `198.51.100.${n}`,
  );
  expect(random.every(({ status }) => status === 401)).toBe(true);
  expect(asked()).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 50);

  before = lookups.runs();
  startedAt = performance.now();
  const one = newApiKey('live');
  for (let round = 0; round < 3; round++)
    await askOnAll(
      () => one,
      (n) => `203.0.113.${n}`,
    );
  expect(asked()).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1000);
});

test('a key that another process has just made works at once, also from an address that fails all the time', async () => {
  const attacked = '192.0.2.3';
  const attack = askOnAll(
    () => newApiKey('test'),
    () => attacked,
  );
  await until(async () => asked() > 0, 'the attack is on');
  const { rawKey } = await keys.create(service.app.db.system, ws.tenantId, 'test', 'new');
  expect((await ask(rawKey, attacked)).status).toBe(200);
  const responses = await attack;
  expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await ask(newApiKey('test'), attacked)).body).toMatchObject({ detail_code: 'auth.too_many_failures' });
  // A revoked key ends everywhere within a second, as ever.
  const { id } = (await keys.locate(service.app.db.system, rawKey)) as { id: string };
  await ws.api.delete(`/v1/keys/${id}`);
  await until(async () => (await ask(rawKey, '192.0.2.4')).status === 401, 'the revoked key is rejected');
});

test('limits of 0 for requests are none, and no header tells of them', async () => {
  const { headers } = await ws.api.get('/v1/usage');
  expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([false, false]);
});

test('a client that sends rejected requests without waiting for answers loses its connection', async () => {
  await askOnAll(
    () => undefined,
    () => '192.0.2.5',
  );
  const connection = await rawConnection(service.url);
  connection.socket.write('GET /v1/usage HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.5\r\n\r\n'.repeat(2000));
  await connection.ended;
  connection.socket.destroy();
  expect((await ask(ws.api.key, '192.0.2.5')).status).toBe(200);
});
