import { readFileSync, statSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSimulator } from '../../../simulator/src/index.ts';
import { startTestService, type TestService } from '../../test/harness.ts';

interface Seen {
  readonly status: number;
  readonly body: string;
}

/** A request with any headers, `Host` too. `fetch` would not send them. */
function ask(service: { readonly url: string }, path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const request = requestHttp({ hostname, port, path, headers }, async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    );
    request.on('error', reject).end();
  });
}

const FORWARDINGS = {
  forwarded: 'for=203.0.113.7',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'hubbub.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-anything': '1',
  'x-real-ip': '203.0.113.7',
  via: '1.1 proxy',
};
const NO_WORLD = 'w_0123456789abcdef';
/** Everything that shows secrets, and other ways to write its path. */
const SECRET_PATHS = [
  '/simulator/installation/control/apps/twitter',
  '/simulator/',
  '/simulator/installation/receiver/somebody',
  '/simulator/worlds',
  '/simulator//installation/control/apps/twitter',
  `/simulator/${NO_WORLD}/../installation/control/apps/twitter`,
  `/simulator/${NO_WORLD}/%2e%2e/installation/control/apps/twitter`,
  '/simulator/%69nstallation/control/apps/twitter',
  '/%73imulator/installation/control/apps/twitter',
];
const TOKEN = 'the-token-of-the-operator';
const bearer = { authorization: `Bearer ${TOKEN}` };

async function expectClosed(service: TestService, path: string, headers: Record<string, string> = {}): Promise<void> {
  const { status, body } = await ask(service, path, headers);
  expect([400, 401, 404], `${path} ${JSON.stringify(headers)}: ${status}`).toContain(status);
  expect(body).not.toContain('client_secret');
}

describe('a service for this machine', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
  });
  afterAll(() => service?.close());

  test('/simulator and /metrics are open to this machine, and closed to requests that a proxy passed on', async () => {
    for (const path of ['/simulator/installation/control/apps/twitter', '/simulator/', '/metrics'])
      for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080'])
        expect((await ask(service, path, { host })).status, `${path} ${host}`).toBe(200);
    for (const [name, value] of Object.entries(FORWARDINGS)) {
      for (const path of [...SECRET_PATHS, `/simulator/${NO_WORLD}/twitter/www/`])
        await expectClosed(service, path, { [name]: value });
      expect((await ask(service, '/metrics', { [name]: value })).status, name).toBe(401);
    }
    const secrets = await fetch(`${service.url}/simulator/control/apps/twitter`);
    expect(secrets.headers.get('cache-control')).toBe('no-store');
    const { body } = await ask(service, '/simulator/installation/control/apps/twitter', { via: '1.1 proxy' });
    expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', error: expect.stringMatching(/operator.token/) });
  });

  test('the token is made at the first start, for this user alone, and opens both from everywhere', async () => {
    const path = join(service.dataDir, 'operator.token');
    const token = readFileSync(path, 'utf8').trim();
    expect(token).toMatch(/^hub_operator_[\w-]{32}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` };
    expect((await ask(service, '/metrics', headers)).status).toBe(200);
    const { status, body } = await ask(service, '/simulator/installation/control/apps/twitter', headers);
    expect([status, body]).toEqual([200, expect.stringContaining('client_secret')]);
    for (const wrong of [`Bearer ${token}x`, `Basic ${token}`, token, 'Bearer '])
      expect((await ask(service, '/metrics', { ...headers, authorization: wrong })).status, wrong).toBe(401);
  });

  test('a name that resolves to this machine is none of its names', async () => {
    for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example'])
      for (const path of [
        ...SECRET_PATHS,
        '/metrics',
        '/docs',
        '/guide',
        '/openapi.json',
        '/invite/x',
        '/v1/invite/x',
        '/session',
        '/session/all/x',
        '/',
      ])
        expect((await ask(service, path, { host })).status, `${host} ${path}`).toBe(400);
    // These need a key or a signature, which a visitor's page has not.
    for (const [path, status] of [
      ['/v1/usage', 401],
      ['/health/live', 200],
    ] as const)
      expect((await ask(service, path, { host: 'evil.example' })).status).toBe(status);
  });

  test('two Host headers are 400', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /health/live HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_request".*"field":"Host"/s);
  });
});

describe('a service with a public address', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      PUBLIC_URL: 'https://hubbub.example',
      OPERATOR_TOKEN: TOKEN,
      METRICS_TOKEN: 'm',
    });
  });
  afterAll(() => service?.close());

  test('shows nothing of the operator, however a request looks; its other pages know its name', async () => {
    for (const headers of [{}, { host: 'hubbub.example' }, { host: 'localhost' }]) {
      for (const path of SECRET_PATHS) await expectClosed(service, path, headers);
      expect((await ask(service, '/metrics', headers)).status).toBe(401);
    }
    expect((await ask(service, '/docs', { host: 'hubbub.example' })).status).toBe(200);
    expect((await ask(service, '/docs', { host: 'other.example' })).status).toBe(400);
    for (const authorization of [bearer.authorization, 'Bearer m'])
      expect((await ask(service, '/metrics', { host: 'hubbub.example', authorization })).status).toBe(200);
    const { status, body } = await ask(service, '/simulator/worlds', bearer);
    expect([status, body]).toEqual([200, expect.stringContaining('worlds')]);
    expect((await ask(service, '/simulator/worlds', { authorization: 'Bearer m' })).status).toBe(401);
  });
});

describe('SIMULATOR=on behind a public address', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      PUBLIC_URL: 'https://hubbub.example',
      OPERATOR_TOKEN: TOKEN,
      SIMULATOR: 'on',
      HOST: '0.0.0.0',
    });
  });
  afterAll(() => service?.close());

  test('opens a world to everybody who knows it, and the list of worlds to the operator', async () => {
    const { world } = await service.workspace();
    const proxied = { host: 'hubbub.example', 'x-forwarded-for': '203.0.113.7' };
    for (const headers of [{}, proxied]) {
      for (const path of SECRET_PATHS) await expectClosed(service, path, headers);
      expect((await ask(service, `/simulator/${world}/files/sample.jpg`, headers)).status).toBe(200);
      const platform = await ask(service, `/simulator/${world}/twitter/api/2/users/me`, headers);
      expect([platform.status, platform.body]).not.toEqual([401, expect.stringContaining('operator')]);
      expect((await ask(service, `/simulator/${world}/control/state`, headers)).status).toBe(200);
      expect((await ask(service, `/simulator/${NO_WORLD}/control/state`, headers)).status).toBe(404);
    }
    expect((await ask(service, '/simulator/worlds', { ...proxied, ...bearer })).status).toBe(200);
  });

  test('takes large bodies from the operator only', async () => {
    const { world } = await service.workspace();
    const post = (headers: Record<string, string>) => {
      const body = '['.repeat(1024 * 1024 + 1);
      return fetch(`${service.url}/simulator/${world}/receiver/somebody`, { method: 'POST', headers, body });
    };
    expect((await post({})).status).toBe(413);
    expect((await post(bearer)).status).not.toBe(413);
  });
});

describe('a simulator alone', () => {
  test('on a public address wants a token, and its control API answers to nobody else', async () => {
    const { dataDir, close } = await startTestService({}, { isOwn: true });
    try {
      const folder = join(dataDir, 'alone');
      await expect(startSimulator({ dataDir: folder, host: '0.0.0.0' })).rejects.toThrow('OPERATOR_TOKEN');
      const alone = await startSimulator({
        originWorld: 'w_00000000000000000000000000000001',
        dataDir: folder,
        host: '0.0.0.0',
        token: TOKEN,
      });
      try {
        for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-for': '203.0.113.7' }])
          for (const path of [
            '/control/apps/twitter',
            '/',
            '/receiver/x',
            '//control/apps/twitter',
            '/%63ontrol/state',
          ])
            expect((await ask(alone, path, headers)).body, path).not.toMatch(
              /client_secret|Hubbub simulator|"accounts"/,
            );
        expect((await ask(alone, '/control/apps/twitter', { host: 'evil.example', ...bearer })).status).toBe(200);
        expect((await ask(alone, '/control/apps/twitter')).status).toBe(200);
      } finally {
        await alone.close();
      }
    } finally {
      await close();
    }
  });
});
