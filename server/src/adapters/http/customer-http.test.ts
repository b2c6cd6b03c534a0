import { blockedUrls } from '@hubbub/guarded-http/guard.vectors.ts';
import { bodyOf, closedPort, onTestEnd, serve, serveSockets, startTrap } from '@hubbub/guarded-http/servers.fixture.ts';
import { describe, expect, test } from 'vitest';
import { type CustomerHttpOptions, createCustomerHttp } from './customer-http.ts';
import { retryAfterOf } from './customer-response.ts';

const live = { world: null };
const sandbox = { world: { id: 'w_0123456789abcdef', aheadSeconds: 0 } };

function customers(options: Partial<CustomerHttpOptions> = {}) {
  const http = createCustomerHttp({
    worldUrl: () => undefined,
    ready: async () => {},
    userAgent: 'Hubbub/1',
    ...options,
  });
  onTestEnd(() => http.close());
  return http;
}

/** Calls a receiver of the simulator that a local server plays. */
function callReceiver(simulator: string, timeoutMs = 5000) {
  const http = customers({ worldUrl: () => simulator });
  const url = 'https://simulator.test/receiver/one';
  return http.callCustomer({ tenant: sandbox, url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}', timeoutMs });
}

describe('rejectUrl', () => {
  test.each([
    [sandbox, 'https://example.com/hook', undefined],
    [live, 'https://example.com/hook', undefined],
    [sandbox, 'https://simulator.test/receiver/shop-1', undefined],
    [live, 'https://simulator.test/receiver/shop-1', 'must not be the simulator: only test keys reach it'],
    [sandbox, 'https://simulator.test/control/x', 'must look like https://simulator.test/receiver/NAME there'],
    [
      sandbox,
      'https://simulator.test/receiver/../control',
      'must look like https://simulator.test/receiver/NAME there',
    ],
    [sandbox, 'http://simulator.test/receiver/a', 'must use https'],
    [live, 'http://example.com/hook', 'must use https'],
    [live, 'https://127.0.0.1/hook', 'must not point to a private network address'],
    [live, 'https://user:pass@example.com/', 'must not carry a user name or password'],
    [live, 'nonsense', 'must be a valid URL'],
  ])('webhook of %j to %s: %s', (tenant, url, reason) => {
    expect(customers().rejectUrl(tenant, url, 'webhook')).toBe(reason);
  });

  test.each([
    ['https://example.com/hook#part', 'must not have a fragment (#…), because none is ever sent'],
    ['https://example.com/hook#', 'must not have a fragment (#…), because none is ever sent'],
    ['http://localhost:3000/hook', undefined],
    ['http://LOCALHOST:3000/hook', undefined],
    ['http://127.0.0.1:3000/hook', undefined],
    ['http://[::1]:3000/hook', undefined],
    ['http://0x7f.1:3000/hook', undefined],
    ['http://localhost/hook', undefined],
    ['http://127.0.0.2:3000/hook', 'must not point to a private network address'],
    ['http://localhost:25/hook', 'must not use port 25'],
    ['http://user:pass@localhost:3000/', 'must not carry a user name or password'],
    ['https://localhost:3000/hook', 'must not point to a local host name'],
    ['http://a.localhost:3000/hook', 'must use https'],
    ['http://192.168.1.5:3000/hook', 'must use https'],
    ['http://[::ffff:127.0.0.1]:3000/hook', 'must use https'],
  ])('webhook of a test tenant, on a service that only this machine reaches, to %s: %s', (url, reason) => {
    expect(customers({ allowLocalReceivers: true }).rejectUrl(sandbox, url, 'webhook')).toBe(reason);
  });

  test('this machine is for webhooks of test tenants of such a service only', () => {
    const url = 'http://localhost:3000/hook';
    expect(customers({ allowLocalReceivers: true }).rejectUrl(live, url, 'webhook')).toBe('must use https');
    expect(customers().rejectUrl(sandbox, url, 'webhook')).toBe('must use https');
    expect(customers({ allowLocalReceivers: true }).rejectUrl(sandbox, url, 'media')).toMatch('must not');
  });

  test('media may come over http, from the simulator its files only', () => {
    const { rejectUrl } = customers();
    expect(rejectUrl(live, 'http://example.com/a.jpg', 'media')).toBeUndefined();
    expect(rejectUrl(sandbox, 'https://simulator.test/files/a.jpg', 'media')).toBeUndefined();
    expect(rejectUrl(sandbox, 'https://simulator.test/receiver/a', 'media')).toMatch('must look like');
    expect(rejectUrl(live, 'ftp://example.com/a.jpg', 'media')).toBe('must use http or https');
  });

  test('the private network may be opened, the scheme stays', () => {
    const { rejectUrl } = customers({ allowPrivateNetwork: true });
    expect(rejectUrl(live, 'https://192.168.1.5:8443/hook', 'webhook')).toBeUndefined();
    expect(rejectUrl(live, 'http://192.168.1.5/hook', 'webhook')).toBe('must use https');
  });
});

describe('callCustomer', () => {
  test('posts the body as it is and tells the answer', async () => {
    let got = {};
    const simulator = await serve(async (request, response) => {
      const { method, url, headers } = request;
      got = {
        method,
        url,
        id: headers['webhook-id'],
        agent: headers['user-agent'],
        body: String(await bodyOf(request)),
      };
      response.writeHead(503, { 'retry-after': '120' }).end('onTestEnd');
    });
    const answer = await callReceiver(simulator);
    expect(answer).toMatchObject({ status: 503, body: 'onTestEnd', error: null, retryAfterSeconds: 120 });
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
    expect(got).toEqual({
      method: 'POST',
      url: '/receiver/one',
      id: 'evt_1',
      agent: 'Hubbub/1',
      body: '{"a":1}',
    });
  });

  test('does not follow a redirect', async () => {
    const simulator = await serve((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await callReceiver(simulator)).toMatchObject({ status: 302, error: null });
  });

  test('keeps 64 KiB of the answer, whole characters, storable', async () => {
    const simulator = await serve((_, response) => response.end(`\0${'é'.repeat(100_000)}`));
    const { status, body } = await callReceiver(simulator);
    expect(status).toBe(200);
    expect(body).toBe(`\ufffd${'é'.repeat(32_767)}`);
  });

  test('an answer that breaks off after its head counts by its status', async () => {
    const port = await serveSockets((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
    );
    expect(await callReceiver(`http://127.0.0.1:${port}`)).toMatchObject({
      status: 200,
      body: 'half',
      error: expect.stringMatching(/ended before the response was complete.*only its status counts/),
    });
  });

  test('no answer is an error that names the host only', async () => {
    const answer = await callReceiver(`http://127.0.0.1:${await closedPort()}`);
    expect(answer).toMatchObject({
      status: null,
      error: 'POST https://simulator.test: the connection was refused',
      retryAfterSeconds: null,
    });
  });

  test('a silent receiver ends at the timeout', async () => {
    const simulator = await serve(() => {});
    const answer = await callReceiver(simulator, 50);
    expect(answer).toMatchObject({ status: null, error: expect.stringContaining('no response in time') });
  });

  test.each([
    ['a live tenant', live, true],
    ['a test tenant of an exposed service', sandbox, false],
  ])('%s never reaches this machine, whatever was registered before', async (_, tenant, allowLocalReceivers) => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const request = { url: `${origin}/hook`, headers: {}, body: '{}', timeoutMs: 2000 };
    const { callCustomer } = customers({ allowLocalReceivers });
    expect(await callCustomer({ tenant, ...request })).toMatchObject({ status: null, error: expect.any(String) });
    expect(requests).toBe(0);
    const allowed = customers({ allowLocalReceivers: true });
    expect(await allowed.callCustomer({ tenant: sandbox, ...request })).toMatchObject({ status: 200 });
    const byName = { ...request, url: request.url.replace('127.0.0.1', 'localhost') };
    expect(await allowed.callCustomer({ tenant: sandbox, ...byName })).toMatchObject({ status: 200 });
  });

  test('no forbidden address is called or accepted, whatever its notation', async () => {
    const trap = await startTrap();
    // Local receivers are for test tenants: a live one gains nothing.
    const cases = [
      { tenant: live, http: customers({ allowLocalReceivers: true }) },
      { tenant: sandbox, http: customers() },
    ];
    const addresses = blockedUrls.map((url) => url.replace(/^http:/, 'https:').replaceAll('PORT', `${trap.port}`));
    expect(new Set(addresses).size).toBeGreaterThanOrEqual(200);
    for (const url of addresses) {
      for (const { tenant, http } of cases) {
        expect(http.rejectUrl(tenant, url, 'webhook'), url).toBeDefined();
        const response = await http.callCustomer({ tenant, url, headers: {}, body: '{}', timeoutMs: 2000 });
        expect(response, url).toMatchObject({ status: null, reason: expect.stringMatching(/^(blocked|invalid)$/) });
      }
    }
    expect(trap.connections()).toBe(0);
  });

  test('a live tenant never reaches the simulator', async () => {
    let requests = 0;
    const simulator = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const { callCustomer } = customers({ worldUrl: () => simulator });
    const request = { url: 'https://simulator.test/receiver/one', headers: {}, body: '{}', timeoutMs: 2000 };
    expect(await callCustomer({ tenant: live, ...request })).toMatchObject({ status: null });
    expect(requests).toBe(0);
  });
});

test.each([
  ['120', 120],
  ['Sun, 31 Jan 2027 09:00:30 GMT', 30],
  ['Sun, 31 Jan 2027 08:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  [undefined, null],
])('Retry-After %s is %s seconds', (header, seconds) => {
  expect(retryAfterOf(header, Date.parse('2027-01-31T09:00:00Z'))).toBe(seconds);
});
