import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ask, bearer, install } from './behind-proxy.ts';
import {
  adapted,
  findProxy,
  type ProxyPlace,
  type ReverseProxy,
  startProxy,
  trustTestCertificates,
  writeCertificate,
} from './proxy.fixture.ts';
import { checkAddresses, checkClosedPaths, checkStops, checkStream } from './proxy-checks.ts';

const CADDY = findProxy('caddy', process.env.CADDY_TEST_BINARY);
if (CADDY === undefined) console.log('left out: deploy/caddy needs caddy (CADDY_TEST_BINARY)');

beforeAll(trustTestCertificates);

async function startCaddy(place: ProxyPlace): Promise<ReverseProxy> {
  const { folder, services, tlsPort, plainPort } = place;
  const { cert, key } = writeCertificate(folder);
  const text = adapted('caddy/Caddyfile', {
    '\nhubbub.example.com {\n': `\nlocalhost:${tlsPort} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n`,
    '127.0.0.1:8080': new URL(services[0] ?? '').host,
    '127.0.0.1:8081': new URL(services[1] ?? '').host,
  });
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port ${plainPort}\n}\n${text}`);
  return startProxy(CADDY as string, ['run', '--config', file, '--adapter', 'caddyfile'], place);
}

test.skipIf(CADDY === undefined)(
  'deploy/caddy/Caddyfile: addresses, streams, and what stays closed',
  async () => {
    const installation = await install('', {}, startCaddy);
    const { base, api } = installation;
    const own = await ask(`${base}/v1/usage`, { headers: { ...bearer(api), 'x-request-id': 'mine-1' } });
    expect(own).toMatchObject({ status: 200, headers: { 'x-request-id': 'mine-1' } });
    await checkClosedPaths(installation, ['/health/ready', '/metrics', '//metrics', '/%6detrics', '/simulator/']);
    await checkAddresses(installation);
    await checkStream(installation);
    await checkStops(installation);
  },
  180_000,
);
