import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../harness.ts';
import { ask, bearer, type Installation, install } from './behind-nginx.ts';
import { NGINX, trustTestCertificates } from './nginx.fixture.ts';
import { checkFiles } from './nginx-files.ts';
import { checkInvite, checkPages, checkWorld } from './nginx-pages.ts';

if (NGINX === undefined) console.log('left out: the files of deploy/nginx need nginx (NGINX_TEST_BINARY)');

const MIB = 1024 * 1024;
const FLOOD = 40;

async function checkTlsAndIds({ nginx, base, api }: Installation): Promise<void> {
  const own = await ask(`${base}/v1/usage`, { headers: { ...bearer(api), 'x-request-id': 'mine-1' } });
  expect(own).toMatchObject({ status: 200, headers: { 'x-request-id': 'mine-1' } });
  expect(own.headers['strict-transport-security']).toMatch(/max-age/);
  const other = await ask(`${base}/v1/usage`, { headers: { ...bearer(api), 'x-request-id': 'not "well" formed' } });
  expect(other.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  await until(async () => nginx.log().includes(`request_id=${other.headers['x-request-id']}`), 'the log has the id');

  const plain = await fetch(`${nginx.plainOrigin}/v1/usage`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/v1/usage']);

  const session = connectHttp2(nginx.origin);
  onTestFinished(() => session.close());
  const stream = session.request({ ':path': `${new URL(base).pathname.replace(/\/$/, '')}/docs` });
  const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])));
  expect([session.alpnProtocol, status]).toEqual(['h2', 200]);
}

async function checkClosedPaths({ base }: Installation, closed: readonly string[]): Promise<void> {
  for (const path of closed) {
    const { status, body, text } = await ask(`${base}${path}`);
    expect({ path, status, code: body?.code }, text).toEqual({ path, status: 404, code: 'not_found' });
  }
}

/** The service knows the address of each client, and believes no header of a client about it. */
async function checkAddresses({ base, api }: Installation): Promise<void> {
  const { body } = await api.post('/v1/keys', { name: 'office', allowed_ips: ['127.0.0.2'] });
  const headers = { authorization: `Bearer ${body.raw_key}` };
  const from = (localAddress: string, more = {}) =>
    ask(`${base}/v1/brands`, { localAddress, headers: { ...headers, ...more } });
  expect((await from('127.0.0.2')).status).toBe(200);
  expect((await from('127.0.0.3', { 'x-forwarded-for': '127.0.0.2', 'x-real-ip': '127.0.0.2' })).status).toBe(403);

  // Two processes let at most twice the limit of one address in.
  let refused = 0;
  for (let sent = 0; sent < 240 && refused === 0; sent += FLOOD) {
    const wish = { localAddress: '127.0.0.4', headers: bearer(api) };
    const answers = await Promise.all(Array.from({ length: FLOOD }, () => ask(`${base}/v1/brands`, wish)));
    refused = answers.filter(({ status }) => status === 429).length;
  }
  expect(refused).toBeGreaterThan(0);
  expect((await ask(`${base}/v1/brands`, { localAddress: '127.0.0.5', headers: bearer(api) })).status).toBe(200);
}

/** The beginning of a stream and an event arrive although the answer never ends. */
async function checkStream({ base, api, accountId }: Installation): Promise<void> {
  let seen = '';
  const stream = request(`${base}/v1/events/stream`, { agent: false, headers: bearer(api) }, (answer) => {
    answer.on('data', (piece) => {
      seen += piece;
    });
    answer.on('error', () => {});
  });
  stream.on('error', () => {});
  stream.end();
  await until(async () => seen.startsWith('retry: '), 'the stream begins');
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const made = await api.post('/v1/posts', { text: 'Tomorrow', targets: [{ account_id: accountId }], scheduled_at });
  expect(made.status, made.text).toBe(201);
  await until(async () => seen.includes(made.body.id), 'the event arrives');
  stream.destroy();
}

async function checkRefusals({ nginx, base, api, services }: Installation): Promise<void> {
  const post = (bytes: number) =>
    ask(
      `${base}/v1/brands`,
      { method: 'POST', headers: { ...bearer(api), 'content-type': 'application/json', 'content-length': bytes } },
      Readable.from([Buffer.alloc(bytes, 'x')], { objectMode: false }),
    );
  for (const bytes of [2 * MIB, 6 * MIB]) {
    const { status, headers, body } = await post(bytes);
    expect({ bytes, status, code: body?.code, id: body?.request_id }).toEqual({
      bytes,
      status: 413,
      code: 'payload_too_large',
      id: headers['x-request-id'],
    });
  }

  // A body that stops arriving costs the service nothing: it never hears of the request.
  const slow = connectTls({ host: 'localhost', port: nginx.port, servername: 'localhost' });
  const path = `${new URL(base).pathname.replace(/\/$/, '')}/v1/brands`;
  slow.write(`POST ${path} HTTP/1.1\r\nhost: localhost:${nginx.port}\r\ncontent-length: 100\r\n\r\n{`);
  await new Promise((resolve) => slow.resume().on('error', resolve).on('close', resolve));
  await until(async () => /upstream=- .*|upstream=-/.test(nginx.log()), 'nginx gave the request up by itself');

  await services[0]?.end();
  for (let asked = 0; asked < 10; asked++) expect((await api.get('/v1/brands')).status).toBe(200);
  await services[1]?.end();
  const { status, headers, body } = await ask(`${base}/v1/brands`, { headers: bearer(api) });
  expect({ status, code: body?.code, later: headers['retry-after'], id: body?.request_id }).toEqual({
    status: 503,
    code: 'unavailable',
    later: '5',
    id: headers['x-request-id'],
  });
}

describe.skipIf(NGINX === undefined)('deploy/nginx', () => {
  beforeAll(trustTestCertificates);
  const impatient = { 'client_body_timeout   60s;': 'client_body_timeout 1s;' };

  test('hubbub.conf: TLS, ids, addresses, streams, files, refusals, and what stays closed', async () => {
    const installation = await install('hubbub.conf', '', {}, impatient);
    await checkTlsAndIds(installation);
    await checkClosedPaths(installation, [
      ...['/health/ready', '/health', '/metrics', '/simulator/', '/simulator', '/%6detrics'],
      ...['//metrics', '/v1/../metrics', '/v1/%2e%2e/metrics', '/metrics/', '/metrics?x=1'],
    ]);
    await checkAddresses(installation);
    await checkStream(installation);
    await checkPages(installation);
    await checkFiles(installation, 200 * MIB);
    await checkRefusals(installation);
  }, 180_000);

  test('hubbub-path.conf: everything works below a path, also connecting and the simulator', async () => {
    const open = { 'health|metrics|simulator': 'health|metrics' };
    const installation = await install('hubbub-path.conf', '/hubbub', { SIMULATOR: 'on' }, { ...impatient, ...open });
    await checkTlsAndIds(installation);
    await checkClosedPaths(installation, ['/health/ready', '/metrics', '/v1/../metrics', '/v1/%2e%2e/metrics']);
    const whole = await fetch(`${installation.nginx.origin}/hubbub`, { redirect: 'manual' });
    expect([whole.status, whole.headers.get('location')]).toEqual([308, expect.stringMatching(/\/hubbub\/$/)]);
    await checkPages(installation);
    await checkStream(installation);
    await checkInvite(installation);
    await checkWorld(installation);
    await checkFiles(installation, 10 * MIB);
    await checkRefusals(installation);
  }, 180_000);
});
