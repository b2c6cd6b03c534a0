import { connect as connectHttp2 } from 'node:http2';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../harness.ts';
import { ask, bearer, type Installation, install } from './behind-proxy.ts';
import { NGINX, type Nginx, startNginx } from './nginx.fixture.ts';
import { checkFiles } from './nginx-files.ts';
import { checkInvite, checkPages, checkWorld } from './nginx-pages.ts';
import { trustTestCertificates } from './proxy.fixture.ts';
import { checkAddresses, checkClosedPaths, checkStops, checkStream } from './proxy-checks.ts';

if (NGINX === undefined) console.log('left out: the files of deploy/nginx need nginx (NGINX_TEST_BINARY)');

const MIB = 1024 * 1024;

async function checkTlsAndIds({ proxy: nginx, base, api }: Installation<Nginx>): Promise<void> {
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

async function checkRejections({ proxy: nginx, base, api }: Installation<Nginx>): Promise<void> {
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
  const slow = connectTls({ host: 'localhost', port: Number(new URL(nginx.origin).port), servername: 'localhost' });
  const path = `${new URL(base).pathname.replace(/\/$/, '')}/v1/brands`;
  slow.write(`POST ${path} HTTP/1.1\r\nhost: ${new URL(nginx.origin).host}\r\ncontent-length: 100\r\n\r\n{`);
  await new Promise((resolve) => slow.resume().on('error', resolve).on('close', resolve));
  await until(async () => /upstream=- .*|upstream=-/.test(nginx.log()), 'nginx gave the request up by itself');
}

describe.skipIf(NGINX === undefined)('deploy/nginx', () => {
  beforeAll(trustTestCertificates);
  const impatient = { 'client_body_timeout   60s;': 'client_body_timeout 1s;' };

  test('hubbub.conf: TLS, ids, addresses, streams, files, rejections, and what stays closed', async () => {
    const installation = await install('', {}, (place) => startNginx('hubbub.conf', place, impatient));
    await checkTlsAndIds(installation);
    await checkClosedPaths(installation, [
      ...['/health/ready', '/health', '/metrics', '/simulator/', '/simulator', '/%6detrics'],
      ...['//metrics', '/v1/../metrics', '/v1/%2e%2e/metrics', '/metrics/', '/metrics?x=1'],
    ]);
    await checkAddresses(installation);
    await checkStream(installation);
    await checkPages(installation);
    await checkFiles(installation, 200 * MIB);
    await checkRejections(installation);
    await checkStops(installation);
  }, 180_000);

  test('hubbub-path.conf: everything works below a path, also connecting and the simulator', async () => {
    const open = { 'health|metrics|simulator': 'health|metrics' };
    const installation = await install('/hubbub', { SIMULATOR: 'on' }, (place) =>
      startNginx('hubbub-path.conf', place, { ...impatient, ...open }),
    );
    await checkTlsAndIds(installation);
    await checkClosedPaths(installation, ['/health/ready', '/metrics', '/v1/../metrics', '/v1/%2e%2e/metrics']);
    const whole = await fetch(`${installation.proxy.origin}/hubbub`, { redirect: 'manual' });
    expect([whole.status, whole.headers.get('location')]).toEqual([308, expect.stringMatching(/\/hubbub\/$/)]);
    await checkPages(installation);
    await checkStream(installation);
    await checkInvite(installation);
    await checkWorld(installation);
    await checkFiles(installation, 10 * MIB);
    await checkRejections(installation);
    await checkStops(installation);
  }, 180_000);
});
