import { request as requestHttp } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator, testWorld } from './testing.ts';

const simulator = new TestSimulator();
let account: MadeAccount;

beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('mastodon', { username: 'acme' });
  await fetch(`${simulator.url}/mastodon/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.tokens.access_token}` },
    body: new URLSearchParams({ status: 'Hello <script>alert(1)</script>' }),
  });
  await simulator.visitor({
    platform: 'mastodon',
    account: account.platform_id,
    action: 'comment',
    text: '"Nice" & <b>bold</b>',
  });
});
afterAll(() => simulator.close());

const page = async (headers: Record<string, string> = {}) => (await fetch(`${simulator.url}/`, { headers })).text();

test('shows posts and comments, escaped', async () => {
  const text = await page();
  expect(text).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).toContain('&quot;Nice&quot; &amp; &lt;b&gt;bold&lt;/b&gt;');
  expect(text).toContain('@jane@friends.example');
});

test('lets a person like, share, review and remove the app', async () => {
  const { platform_id } = await simulator.account('google');
  await simulator.account('tiktok');
  const review = { platform: 'google', account: platform_id, action: 'review', text: 'Warm bread', rating: 4 };
  await simulator.control('POST', '/strangers', review);
  const text = await page();
  for (const shown of [
    'Warm bread',
    '★★★★',
    'name="rating"',
    'control/removals',
    '>like</button>',
    '>share</button>',
    'What visitors did',
  ])
    expect(text).toContain(shown);
});

test('has no address that is not relative', async () => {
  const text = await page();
  for (const [, address = ''] of text.matchAll(/(?:src|href|data-send|action)="([^"]*)"/g))
    expect(address).toMatch(/^(files|control)\//);
});

test('knows its prefix behind a proxy', async () => {
  expect(await page({ 'x-forwarded-prefix': '/simulator' })).toContain(`<base href="/simulator/${testWorld}/">`);
  expect(await page({ 'x-forwarded-prefix': '//evil.example' })).not.toContain('<base');
});

test('an answer to a call behind a proxy carries the outer address', async () => {
  const headers = {
    'x-forwarded-prefix': '/simulator',
    'x-forwarded-host': 'hub.example',
    'x-forwarded-proto': 'https',
  };
  const instance = (await (await fetch(`${simulator.url}/mastodon/api/v2/instance`, { headers })).json()) as {
    domain: string;
  };
  expect(instance.domain).toBe('hub.example');
  const { instance: base } = (await (
    await fetch(`${simulator.url}/control/accounts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"platform":"mastodon"}',
    })
  ).json()) as MadeAccount;
  expect(base).toBe(`https://hub.example/simulator/${testWorld}/mastodon`);
});

test('a request with the Host header of a real platform goes to that platform', async () => {
  const status = await new Promise<number>((resolve, reject) => {
    const sent = requestHttp(`${simulator.url}/2/users/me`, { headers: { host: 'api.x.com' } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
  expect(status).toBe(401);
  expect((await simulator.calls('platform=twitter')).at(-1)).toMatchObject({ path: '/2/users/me', status: 401 });
});

test('an unknown address of a platform is answered by the platform and logged', async () => {
  const response = await fetch(`${simulator.url}/mastodon/api/v9/nothing`);
  expect(response.status).toBe(404);
  expect((await simulator.calls('platform=mastodon')).at(-1)).toMatchObject({
    path: '/api/v9/nothing',
    operation: 'other',
    status: 404,
  });
});

test('accounts, apps and settings are listed; unknown names are rejected', async () => {
  const { accounts } = await simulator.control<{ accounts: object[] }>('GET', '/accounts?platform=mastodon');
  expect(accounts[0]).toMatchObject({ platform: 'mastodon', platform_id: account.platform_id, username: 'acme' });
  expect(await simulator.control('GET', '/apps/mastodon')).toMatchObject({
    client_id: account.app.client_id,
    callback_url: null,
  });
  await expect(simulator.control('PUT', '/apps/mastodon', { callback_url: 'http://127.0.0.1:1/' })).rejects.toThrow(
    '501',
  );
  await expect(simulator.control('PUT', '/settings', { rate_limit: true })).rejects.toThrow(
    'rate_limit is not known here',
  );
  await expect(simulator.account('mastodon', { username: 'ACME' })).rejects.toThrow('409');
  await expect(simulator.visitor({ platform: 'mastodon', account: '1', action: 'comment', text: 'x' })).rejects.toThrow(
    '404',
  );
  await expect(
    simulator.visitor({ platform: 'mastodon', account: account.platform_id, action: 'poke', text: 'x' }),
  ).rejects.toThrow('action must be');
});

test('settings and clock survive a restart', async () => {
  await simulator.settings({ duplicate_rules: false });
  await simulator.advance(86_400);
  await simulator.restart();
  expect(await simulator.control('GET', '/settings')).toEqual({
    duplicate_rules: false,
    allow_local_fetch: false,
    rate_limits: true,
    reply_restriction: false,
  });
  const { now } = await simulator.control<{ now: string }>('GET', '/state');
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(86_000_000);
});
