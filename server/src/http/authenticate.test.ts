import { Agent, request as requestHttp } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { randomRuns } from '../../test/random-runs.ts';
import { assertConforms } from '../../test/response-contract.ts';
import { rowsOf } from '../../test/rows.ts';
import type { AnyOperation } from '../core/operation.ts';
import { hideApiKeys, holdsApiKey, newApiKey } from '../lib/api-key.ts';
import { operations } from '../operations.ts';
import { type MountOptions, mount } from './mount.ts';
import { createServer } from './server.ts';

/** More: `KEYS_TRIED=100000 npm test -- server/src/http/authenticate`. */
const KEYS = Number(process.env.KEYS_TRIED ?? randomRuns(1200));
const AT_ONCE = 16;

let service: TestService;
let ws: TestWorkspace;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' });
  ws = await service.workspace();
});
afterAll(async () => {
  agent.destroy();
  await service?.close();
});

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A request with any headers; `fetch` would join two of a kind. */
function ask(headers: readonly [string, string][], path = '/v1/usage'): Promise<Seen> {
  const { hostname, port, host } = new URL(service.url);
  const all = ['host', host, ...headers.flat()];
  return new Promise((resolve, reject) => {
    requestHttp({ agent, hostname, port, path, headers: all as unknown as string[] }, async (response) => {
      const body = await text(response);
      const given = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
      assertConforms('GET', path, { status: response.statusCode ?? 0, headers: given, text: body });
      resolve({ status: response.statusCode ?? 0, headers: given, body: JSON.parse(body) });
    })
      .on('error', reject)
      .end();
  });
}

const bearer = (key: string): [string, string] => ['authorization', `Bearer ${key}`];
const from = (address: string): [string, string] => ['x-forwarded-for', address];

/** A key that nobody has: well formed, cut, with a wrong letter, of the other environment, or nothing like a key. */
function wrongKey(n: number): string {
  const { key } = ws.api;
  const at = 9 + (n % (key.length - 9));
  const letter = key[at] === 'z' ? 'y' : 'z';
  const wrong = [
    newApiKey('test'),
    newApiKey('live'),
    `${key.slice(0, at)}${letter}${key.slice(at + 1)}`,
    key.slice(0, at),
    key.replace('test', 'live'),
    `${key}${n}`,
    `key-${n}`,
  ];
  return wrong[n % wrong.length] as string;
}

describe('failed authentications', () => {
  test(`${KEYS} random and mutated keys: 401, or 429 past the limit of the address`, async () => {
    const before = await rowsOf(service, ws.tenantId);
    const statuses = new Map<number, number>();
    let n = 0;
    const send = async () => {
      while (n < KEYS) {
        const response = await ask([bearer(wrongKey(n++)), from(`192.0.2.${n % 2}`)]);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status !== 429) continue;
        expect(response.body).toMatchObject({ code: 'too_many_requests', detail_code: 'auth.too_many_failures' });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    // The key that works goes on working there.
    expect((await ask([bearer(ws.api.key), from('192.0.2.1')])).status).toBe(200);
    expect((await ask([bearer(newApiKey('test')), from('192.0.2.99')])).status).toBe(401);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  }, 600_000);

  test('count for a whole IPv6 network of one client', async () => {
    const tryAs = (host: number) => ask([bearer('wrong'), from(`2001:db8:0:1::${host.toString(16)}`)]);
    const statuses = [];
    for (let host = 1; host <= 101; host++) statuses.push((await tryAs(host)).status);
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
    expect(statuses[100]).toBe(429);
    expect((await ask([bearer('wrong'), from('2001:db8:0:2::1')])).status).toBe(401);
  });
});

describe('the Authorization header', () => {
  const unauthorized = (detail: string) => ({ status: 401, body: { code: 'unauthorized', detail_code: detail } });

  test('is there once, with one key', async () => {
    const { key } = ws.api;
    const address = from('198.51.100.1');
    expect(await ask([address])).toMatchObject(unauthorized('auth.missing_header'));
    expect(await ask([address, ['authorization', 'Bearer ']])).toMatchObject(unauthorized('auth.empty_token'));
    for (const value of [key, `Basic ${key}`, `Bearer ${key}, Bearer ${key}`, `Bearer ${key} x`, `Bearer,${key}`])
      expect(await ask([address, ['authorization', value]])).toMatchObject(unauthorized('auth.invalid_key'));
    const twice = await ask([address, bearer(key), ['Authorization', `Bearer ${key}`]]);
    expect(twice).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'Authorization' } } });
    expect((await ask([address, ['authorization', `bearer   ${key} `]])).status).toBe(200);
  });

  test('is the only place for a key: one in the address is rejected, told how to send it, and hidden from logs', async () => {
    const { key } = ws.api;
    const escaped = key.replaceAll('_', '%5F');
    for (const [name, value] of [
      ['api_key', key],
      ['limit', `Bearer%20${key}`],
      ['access_token', escaped],
      ['key', key.slice(0, 30)],
    ])
      for (const headers of [[], [bearer(key)]]) {
        const response = await ask([from('198.51.100.2'), ...headers], `/v1/keys?${name}=${value}`);
        expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: name } } });
        expect(response.body.error).toContain('Authorization: Bearer <API_KEY>');
        expect(response.body.error).not.toContain(key);
      }
    expect((await ask([bearer(key)], `/v1/keys?${key}=1`)).body.meta).toEqual({ field: 'query' });
    for (const url of [`/v1/x?k=${key}`, `/v1/x?k=${escaped}`, `/${key}/y`]) {
      expect(holdsApiKey(url)).toBe(true);
      expect(hideApiKeys(url)).not.toContain(key.slice(9, 20));
    }
    expect(holdsApiKey('/v1/posts?cursor=hub_test')).toBe(false);
  });
});

test('an operation that changes something without saying whether it leaves cannot be mounted', () => {
  const writing = operations.find(({ leaves }) => leaves !== undefined) as AnyOperation;
  const { leaves: _, ...odd } = { ...writing, name: 'odd_operation' };
  const say = /odd_operation changes something and does not declare whether it leaves/;
  expect(() => mount(createServer([]), [odd], {} as MountOptions)).toThrow(say);
});

test('an operation that declares no known scope cannot be mounted', () => {
  for (const scope of [undefined, '', 'posts:wirte', 'ADMIN']) {
    const odd = { ...(operations[0] as AnyOperation), name: 'odd_operation', scope } as AnyOperation;
    expect(() => mount(createServer([]), [odd], {} as MountOptions)).toThrow(/odd_operation declares no known scope/);
    const upload = { ...odd, upload: { field: 'file', bytesMax: 1 } };
    expect(() => mount(createServer([]), [upload], {} as MountOptions)).toThrow(/declares no known scope/);
  }
});
