import { describe, expect, test } from 'vitest';
import { guarded, type HttpRequest, only } from './index.ts';
import { clientFor, failureOf, serve, startTrap } from './servers.fixture.ts';

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, ...more });

describe('redirects', () => {
  const redirecting = (location: string, status = 302) =>
    serve((request, response) => {
      if (request.url === '/end') response.end(JSON.stringify({ method: request.method, headers: request.headers }));
      else response.writeHead(status, { location }).end('moved');
    });

  test('are returned unless the request follows them', async () => {
    const response = await clientFor().request(get(await redirecting('/end')));
    expect([response.status, response.headers.location]).toEqual([302, '/end']);
  });

  test.each([301, 302, 303, 307, 308])('are followed for a GET (%i)', async (status) => {
    const origin = await redirecting('/end', status);
    const response = await clientFor().request(get(`${origin}/start`, { redirects: 1, headers: { 'x-token': 't' } }));
    expect(response.url).toBe(`${origin}/end`);
    expect(response.json()).toMatchObject({ method: 'GET', headers: { 'x-token': 't' } });
  });

  test('are not followed with a body', async () => {
    const origin = await redirecting('/end', 307);
    const response = await clientFor().request({ method: 'POST', url: origin, redirects: 3, body: { json: {} } });
    expect(response.status).toBe(307);
  });

  test('stop after the given number', async () => {
    let requests = 0;
    const origin = await serve((_, response) => {
      requests += 1;
      response.writeHead(302, { location: `/${requests}` }).end();
    });
    expect((await clientFor().request(get(origin, { redirects: 3 }))).status).toBe(302);
    expect(requests).toBe(4);
  });

  test('send no private headers to another origin', async () => {
    const target = await redirecting('');
    const origin = await redirecting(`${target}/end`);
    const headers = { authorization: 'Bearer t', cookie: 'c', 'x-api-key': 'k', accept: 'image/*', range: 'bytes=0-' };
    const response = await clientFor().request(get(origin, { redirects: 1, headers }));
    const seen = (response.json() as { headers: object }).headers;
    expect(seen).toEqual({
      accept: 'image/*',
      range: 'bytes=0-',
      host: new URL(target).host,
      connection: 'keep-alive',
    });
  });

  test.each([
    'http://127.0.0.2:PORT/',
    'http://[::1]:PORT/',
    'http://2130706434:PORT/',
    'http://localhost:PORT/',
    '//[::1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'data:text/plain,x',
    'http://user@public.test/',
    'http://private.test:PORT/',
  ])('do not lead past the guard (%s)', async (location) => {
    const trap = await startTrap();
    // 127.0.0.1 stands for a public host.
    const lookup = async (hostname: string) =>
      hostname === 'public.test' ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '::1', family: 6 }];
    const policy = guarded({ allowHttp: true, allowNetworks: ['127.0.0.1/32'] });
    const client = clientFor({ policy, lookup });
    const { port } = new URL(await redirecting(location.replace('PORT', `${trap.port}`)));
    const start = get(`http://public.test:${port}/start`, { redirects: 3 });
    expect(await failureOf(client.request(start))).toMatchObject({ reason: 'blocked', sent: true });
    expect(await failureOf(client.download({ ...start, maxBytes: 100 }))).toMatchObject({
      reason: 'blocked',
      sent: true,
    });
    expect(trap.connections()).toBe(0);
  });
});

describe('routes', () => {
  const echo = () => serve((request, response) => response.end(`${request.headers.host} ${request.url}`));

  test('send a reserved origin to its base, past the guard', async () => {
    const base = await echo();
    const routes = { 'https://simulator.test': `${base}/simulator/` };
    const client = clientFor({ policy: guarded() });
    const response = await client.request(get('https://SIMULATOR.test:443/receiver/x?y=1&z', { routes }));
    expect(response.text()).toBe(`${new URL(base).host} /simulator/receiver/x?y=1&z`);
    expect(response.url).toBe('https://simulator.test/receiver/x?y=1&z');
  });

  test('match exact origins only', async () => {
    const trap = await startTrap();
    const base = `http://127.0.0.1:${trap.port}`;
    const lookup = async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const client = clientFor({ policy: guarded(), lookup });
    const routes = { 'https://simulator.test': base };
    const near = ['http://simulator.test/', 'https://simulator.test:8443/', 'https://a.simulator.test/', `${base}/`];
    for (const url of near) expect((await failureOf(client.request(get(url, { routes })))).sent, url).toBe(false);
    expect(trap.connections()).toBe(0);
  });

  test('cannot leave their base', async () => {
    const base = await echo();
    const client = clientFor({});
    const routes = { 'https://simulator.test': `${base}/simulator` };
    for (const path of ['/../v1/keys', '/%2e%2e/v1/keys', '/a/..\\..\\v1/keys', '//v1/keys', '/@v1/keys']) {
      const response = await client.request(get(`https://simulator.test${path}`, { routes }));
      expect(response.text()).toMatch(/^127\.0\.0\.1:\d+ \/simulator\/\/?@?v1\/keys$/);
    }
  });

  test('fail while nothing serves them', async () => {
    const routes = { 'https://simulator.test': undefined };
    const failure = await failureOf(
      clientFor({ policy: guarded() }).request(get('https://simulator.test/', { routes })),
    );
    expect(failure).toMatchObject({ reason: 'blocked', sent: false });
  });

  test('apply only to their request', async () => {
    const lookup = async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const failure = await failureOf(clientFor({ policy: guarded(), lookup }).request(get('https://simulator.test/')));
    expect(failure).toMatchObject({ reason: 'dns', sent: false });
  });
});

describe('a request within a base address', () => {
  test('goes nowhere else, whatever address or redirect says', async () => {
    const base = await serve((request, response) =>
      request.url === '/mine/away'
        ? response.writeHead(302, { location: '/other/x' }).end()
        : request.url === '/mine/near'
          ? response.writeHead(302, { location: 'x' }).end()
          : response.end(request.url),
    );
    const client = clientFor({});
    const within = `${base}/mine`;
    const near = get(`${within}/near`, { within, redirects: 1 });
    expect((await client.request(near)).text()).toBe('/mine/x');
    for (const path of ['/other/x', '/mine/../other', '/mine/%2e%2e/other', '/minefield/x', '/mine', '/'])
      expect(await failureOf(client.request(get(base + path, { within }))), path).toMatchObject({
        reason: 'blocked',
        sent: false,
      });
    const away = client.request(get(`${within}/away`, { within, redirects: 1 }));
    expect(await failureOf(away)).toMatchObject({ reason: 'blocked', sent: true });
  });
});

describe('the only-policy', () => {
  test('reaches only its own origins', async () => {
    const origin = await serve((_, response) => response.end('mine'));
    const trap = await startTrap();
    const client = clientFor({ policy: only([`${origin}/simulator`]) });
    expect((await client.request(get(`${origin}/any?path`))).text()).toBe('mine');
    const others = [
      `http://127.0.0.1:${trap.port}/`,
      `http://localhost:${new URL(origin).port}/`,
      'https://graph.example.com/',
    ];
    for (const url of others) {
      expect(await failureOf(client.request(get(url))), url).toMatchObject({ reason: 'blocked', sent: false });
    }
    expect(trap.connections()).toBe(0);
  });

  test('applies to redirects and reads the origins at every request', async () => {
    const trap = await startTrap();
    const origin = await serve((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    );
    let origins: string[] = [];
    const client = clientFor({ policy: only(() => origins) });
    expect(await failureOf(client.request(get(origin)))).toMatchObject({ reason: 'blocked', sent: false });
    origins = [origin];
    expect((await client.request(get(origin))).status).toBe(302);
    expect(await failureOf(client.request(get(origin, { redirects: 1 })))).toMatchObject({
      reason: 'blocked',
      sent: true,
    });
    expect(trap.connections()).toBe(0);
  });
});
