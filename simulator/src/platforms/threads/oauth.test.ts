import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { responseOf } from '../meta/testing.ts';
import { startSimulator, TestThreads } from './testing.ts';

const redirectUri = 'https://app.example/callback';
const scope = 'threads_basic,threads_content_publish';
let simulator: PlatformSimulator;
let threads: TestThreads;

beforeAll(async () => {
  simulator = await startSimulator();
  threads = await TestThreads.make(simulator, 'acme');
});
afterAll(() => simulator.close());

function authorize(values: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: threads.account.app.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 'S1',
    ...values,
  });
  return fetch(`${simulator.url}/threads/www/oauth/authorize?${query}`, { redirect: 'manual' });
}

async function code(values: Record<string, string> = {}): Promise<string> {
  const response = await authorize({ decision: 'allow', account: threads.id, ...values });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function exchange(values: Record<string, string>) {
  const { client_id, client_secret } = threads.account.app;
  const fixed = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: redirectUri };
  const body = new URLSearchParams({ ...fixed, ...values });
  return responseOf(fetch(`${simulator.url}/threads/graph/oauth/access_token`, { method: 'POST', body }));
}

describe('the authorize page', () => {
  test('asks, then sends back a code with #_', async () => {
    expect(await (await authorize()).text()).toContain('threads_content_publish');
    const { headers } = await authorize({ decision: 'allow', account: threads.id });
    expect(headers.get('location')).toMatch(/^https:\/\/app\.example\/callback\?code=AQBx[\w-]+&state=S1#_$/);
  });

  test('denied', async () => {
    const { headers } = await authorize({ decision: 'deny' });
    expect(headers.get('location')).toBe(
      'https://app.example/callback?error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request&state=S1',
    );
  });

  test.each([{ redirect_uri: 'http://app.example/' }, { scope: 'instagram_business_basic' }, { client_id: 'x' }])(
    'rejects %j',
    async (wrong) => {
      expect((await authorize(wrong)).status).toBe(400);
    },
  );
});

describe('tokens', () => {
  test('short, long, refreshed after a day', async () => {
    const { client_secret } = threads.account.app;
    const response = await exchange({ code: await code() });
    expect(response.text).toContain(`"user_id":${threads.id}}`);
    expect(response.body.permissions).toBeUndefined();
    const short = new TestThreads(simulator, threads.account, response.body.access_token);
    expect((await short.get('me', { fields: 'username' })).body).toEqual({ id: threads.id, username: 'acme' });
    const exchanged = { grant_type: 'th_exchange_token', client_secret };
    const token = new URLSearchParams({ ...exchanged, access_token: short.token });
    const long = await responseOf(fetch(`${simulator.url}/threads/graph/access_token?${token}`));
    expect(long.body).toEqual({
      access_token: expect.stringMatching(/^THQVJ/),
      token_type: 'bearer',
      expires_in: 5_184_000,
    });
    const daily = new TestThreads(simulator, threads.account, long.body.access_token);
    const refresh = { grant_type: 'th_refresh_token' };
    expect((await daily.get('refresh_access_token', refresh)).body.error.message).toContain('24 hours');
    await simulator.advance(86_401);
    expect((await short.get('me')).body.error.code).toBe(190);
    const refreshed = (await daily.get('refresh_access_token', refresh)).body;
    expect(Object.keys(refreshed)).toEqual(['access_token', 'token_type', 'expires_in']);
    await simulator.advance(60 * 86_400);
    expect((await daily.get('refresh_access_token', refresh)).body.error.code).toBe(190);
  });

  test('a code works once', async () => {
    const value = await code();
    await exchange({ code: value });
    const again = await exchange({ code: value });
    expect([again.status, again.body]).toEqual([
      400,
      {
        error_type: 'OAuthException',
        code: 400,
        error_message: 'Matching code was not found or was already used',
      },
    ]);
  });

  test('a narrow token is rejected with 10', async () => {
    const { access_token } = (await exchange({ code: await code({ scope: 'threads_basic' }) })).body;
    const narrow = new TestThreads(simulator, threads.account, access_token);
    const { status, body } = await narrow.post('me/threads', { media_type: 'TEXT', text: 'x' });
    expect([status, body.error.code]).toEqual([403, 10]);
  });

  test('debug_token and the app token', async () => {
    const { client_id, client_secret } = threads.account.app;
    const query = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' });
    const app = (await responseOf(fetch(`${simulator.url}/threads/graph/oauth/access_token?${query}`))).body;
    expect(app.access_token).toMatch(/^TH\|\d+\|/);
    const fresh = await TestThreads.make(simulator);
    const asked = new TestThreads(simulator, fresh.account, app.access_token);
    const { data } = (await asked.get('debug_token', { input_token: fresh.token })).body;
    expect(data).toMatchObject({ type: 'USER', is_valid: true, user_id: fresh.id });
    expect(data.scopes).toContain('threads_delete');
    expect((await asked.get('debug_token', { input_token: 'x' })).body.data.is_valid).toBe(false);
    expect((await asked.get('me')).body.error.code).toBe(190);
  });
});
