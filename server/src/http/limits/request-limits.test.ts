import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { withNewKey } from '../../../test/steps.ts';

const PER_KEY = 6;
const PER_ADDRESS = 10;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({
    POLL_SECONDS: '3600',
    TRUSTED_PROXIES: '127.0.0.1',
    KEY_REQUESTS_PER_MINUTE: String(PER_KEY),
    ADDRESS_REQUESTS_PER_MINUTE: String(PER_ADDRESS),
  });
});
afterAll(() => service?.close());

const from = (address: string, headers = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } });

/** The rest by policy, read from a header of the draft's form. */
function leftIn({ headers }: ApiResponse): Record<string, number> {
  const items = (headers.get('ratelimit') ?? '').split(', ').map((item) => {
    const [, policy = '', left, seconds] = /^"(key|address)";r=(\d+);t=(\d+)$/.exec(item) ?? [];
    expect(Number(seconds), item).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    return [policy, Number(left)];
  });
  return Object.fromEntries(items);
}

describe('the limits of requests', () => {
  test('hold for a key, whatever its address; every response of the API tells what is left', async () => {
    ws = await service.workspace();
    const { api } = await withNewKey(service, ws);
    const first = await api.get('/v1/usage', from('192.0.2.1'));
    expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${PER_KEY};w=60, "address";q=${PER_ADDRESS};w=60`);
    expect(leftIn(first)).toEqual({ key: PER_KEY - 1, address: PER_ADDRESS - 1 });
    const others = [
      await api.post('/v1/brands', { name: '' }, from('192.0.2.2')),
      await api.get('/v1/posts/post_unknown', from('192.0.2.2')),
      await api.get('/v1/events/stream', from('192.0.2.2')),
      await api.post('/v1/media/upload', new FormData(), from('192.0.2.2')),
      await api.get('/v1/usage', from('192.0.2.2')),
    ];
    expect(others.map(({ status }) => status)).toEqual([400, 404, 200, 400, 200]);
    expect(others.map((one) => leftIn(one).key)).toEqual([4, 3, 2, 1, 0]);

    const rejected = await api.get('/v1/usage', from('192.0.2.3'));
    expect(rejected).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        detail_code: 'requests.key_limit',
        meta: { max: PER_KEY, resource: 'key' },
      },
    });
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(rejected.body.meta.retry_after).toBe(seconds);
    expect(rejected.headers.get('ratelimit')).toContain(`"key";r=0;t=${seconds}`);
    // Another key of the same environment has its own.
    const other = await withNewKey(service, ws);
    expect((await other.api.get('/v1/usage', from('192.0.2.3'))).status).toBe(200);
  });

  test('hold for an address, whatever its keys; requests without a valid key take nothing from it', async () => {
    const here = from('2001:db8::1');
    const wrong = createClient(service.url, 'wrong');
    const rejections = [await wrong.get('/v1/usage', here), await wrong.get('/v1/nothing', here)];
    expect(rejections.map(({ status }) => status)).toEqual([401, 404]);
    for (const one of rejections) expect(leftIn(one)).toEqual({ address: PER_ADDRESS });
    const statuses: number[] = [];
    for (let n = 0; n <= PER_ADDRESS; n++) {
      const { api } = await withNewKey(service, ws);
      const response = await api.get('/v1/usage', from(`2001:db8::${n + 2}`));
      statuses.push(response.status);
      if (response.status === 429) expect(response.body.detail_code).toBe('requests.address_limit');
    }
    expect(statuses).toEqual([...Array(PER_ADDRESS).fill(200), 429]);
    expect((await wrong.get('/v1/usage', here)).headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/);
  });

  test('are those of the API alone', async () => {
    for (const path of ['/health/live', '/docs', '/openapi.json', '/callbacks/facebook'])
      for (let n = 0; n <= PER_ADDRESS; n++) {
        const { status, headers } = await fetch(`${service.url}${path}`, from('192.0.2.9'));
        expect([status === 429, headers.has('ratelimit')]).toEqual([false, false]);
      }
  });
});
