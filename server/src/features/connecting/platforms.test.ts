import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { eventsOf, waiting } from '../../../test/steps.ts';
import { consent, follow, newAccount } from './consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

async function newBrand(): Promise<string> {
  return (await ws.api.post('/v1/brands', { name: 'Acme' })).body.id;
}

const connect = (platform: string, requested: Record<string, unknown> = {}) =>
  ws.api.post('/v1/accounts/connect', { platform, ...requested });

/** Through consent page and callback to the parameters at the caller's address. */
async function through(platform: string, account: string | string[], requested: Record<string, unknown> = {}) {
  const answer = await connect(platform, { redirect_uri: 'https://app.example/', ...requested });
  expect(answer.status, answer.text).toBe(202);
  const { url } = await consent(answer.body.auth_url, { account });
  return (await follow(url.href)).query;
}

async function expectActive(id: string | undefined, facts: Record<string, unknown>): Promise<void> {
  expect(await ws.api.get(`/v1/accounts/${id}`)).toMatchObject({ status: 200, body: { status: 'active', ...facts } });
  expect(await eventsOf(ws.api, id)).toMatchObject([{ type: 'account.connected' }]);
}

test.each([
  ['threads', {}],
  ['linkedin', {}],
  ['linkedin_page', {}],
  ['pinterest', {}],
  ['tiktok', {}],
  ['youtube', {}],
  ['google', {}],
  ['mastodon', { metadata: { instance: 'simulator.test' } }],
  ['bluesky', {}],
])('%s: the one profile of a login is connected at once, and again', async (platform, requested) => {
  const { platform_id: account } = await newAccount(ws, platform);
  const query = await through(platform, account, requested);
  expect(query, query.error_description).toMatchObject({ status: 'success', platform });
  await expectActive(query.account_id, { platform });
  const [row] = await service.sql('select platform_id from accounts where id = $1', [query.account_id]);
  expect(row.platform_id).toBe(account);
  expect(await through(platform, account, requested)).toMatchObject({
    status: 'success',
    account_id: query.account_id,
  });
  expect((await ws.api.delete(`/v1/accounts/${query.account_id}`)).status).toBe(204);
});

test.each([
  ['tiktok', 'api/v2/user/info/?fields=open_id'],
  ['youtube', 'api/youtube/v3/channels?part=id&mine=true'],
])('%s: disconnecting ends the grant on the platform', async (platform, path) => {
  const { platform_id: account, tokens } = await newAccount(ws, platform);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const ask = async () => (await fetch(`${ws.pages}/${platform}/${path}`, { headers })).status;
  const { account_id: id } = await through(platform, account);
  expect(await ask()).toBe(200);
  expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBe(204);
  expect(await ask()).toBe(401);
});

test('tiktok: a public account learns that an app without audit posts to private accounts only', async () => {
  const made = await ws.control('POST', 'accounts', { platform: 'tiktok', username: 'unaudited_acme' });
  const { account_id } = await through('tiktok', made.platform_id);
  const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.mp4' }];
  const platform_data = { tiktok: { privacy_level: 'SELF_ONLY' } };
  const post = { text: 'Look', media, platform_data, targets: [{ platform: 'tiktok', account_id }], publish_now: true };
  const { body, text } = await ws.api.post('/v1/posts', post, waiting);
  expect(body.targets?.[0], text).toMatchObject({
    status: 'failed',
    error: {
      message: expect.stringContaining('private accounts only'),
      remedy: expect.stringContaining('Set the TikTok account to private'),
      platform_code: 'unaudited_client_can_only_post_to_private_accounts',
    },
  });
});

describe('select_profile, get_pending_connection', () => {
  test.each(['google', 'linkedin_page'])('%s: of several profiles one is chosen, once', async (platform) => {
    const made = [await newAccount(ws, platform), await newAccount(ws, platform)];
    const ids = made.map(({ platform_id: id }) => id);
    const query = await through(platform, ids, { brand_id: await newBrand(), state: 'mine' });
    expect(query).toEqual({
      status: 'selection_required',
      platform,
      state: 'mine',
      connection_id: expect.stringMatching(/^pc_[0-9a-f]{32}$/),
    });
    const path = `/v1/accounts/pending/${query.connection_id}`;
    const { body: pending } = await ws.api.get(path);
    expect(pending.profiles.map((profile: Body) => profile.platform_account_id).sort()).toEqual([...ids].sort());
    expect(new Date(pending.expires_at).getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
    const choose = (body: object) => ws.api.post(`${path}/select`, body);
    expect(await choose({ platform_account_id: 'nobody' })).toMatchObject({
      status: 400,
      body: { meta: { field: 'platform_account_id' } },
    });
    expect(await choose({})).toMatchObject({ status: 400, body: { code: 'missing_metadata' } });
    const both = await Promise.all([choose({ platform_account_id: ids[1] }), choose({ platform_account_id: ids[1] })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    const { body } = both.find(({ status }) => status === 201) as ApiResponse;
    await expectActive(body.account_id, { platform });
    for (const answer of [await ws.api.get(path), await choose({ platform_account_id: ids[0] })])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('linkedin_page: pages of content administrators are offered too, and the account has the role', async () => {
    const username = 'contentdesk';
    const content = await ws.control('POST', 'accounts', { platform: 'linkedin_page', username });
    const administered = await newAccount(ws, 'linkedin_page');
    const ids = [content.platform_id, administered.platform_id];
    const { connection_id } = await through('linkedin_page', ids, { brand_id: await newBrand() });
    const path = `/v1/accounts/pending/${connection_id}`;
    const { body: pending } = await ws.api.get(path);
    expect(pending.profiles.map((profile: Body) => profile.platform_account_id).sort()).toEqual([...ids].sort());
    const { body } = await ws.api.post(`${path}/select`, { platform_account_id: content.platform_id });
    await expectActive(body.account_id, { metadata: expect.objectContaining({ role: 'CONTENT_ADMINISTRATOR' }) });
    const targets = [{ platform: 'linkedin_page', account_id: body.account_id }];
    const post = { text: 'By a content administrator', targets, publish_now: true };
    expect((await ws.api.post('/v1/posts', post, waiting)).body).toMatchObject({ status: 'published' });
  });

  test('facebook: always asks; a page of another brand is not given', async () => {
    const [one, two] = [await newAccount(ws, 'facebook'), await newAccount(ws, 'facebook')];
    const [first, second] = [await newBrand(), await newBrand()];
    const pages = [one.platform_id, two.platform_id];
    const start = async (brandId: string) => {
      const { connection_id: id } = await through('facebook', pages, { brand_id: brandId });
      return `/v1/accounts/pending/${id}`;
    };
    const path = await start(first);
    const { body: pending } = await ws.api.get(path);
    expect(pending.pages.map((page: Body) => [page.platform_page_id, page.assignable]).sort()).toEqual(
      pages.map((id) => [id, true]).sort(),
    );
    const chosen = await ws.api.post(`${path}/select`, { page_ids: [one.platform_id] });
    expect(chosen, chosen.text).toMatchObject({ status: 201, body: { platform: 'facebook', brand_id: first } });
    await expectActive(chosen.body.account_id, { platform: 'facebook' });

    const other = await start(second);
    const held = (await ws.api.get(other)).body.pages.find((page: Body) => page.platform_page_id === one.platform_id);
    expect(held).toMatchObject({
      assignable: false,
      assigned_brand_id: first,
      assigned_account_id: chosen.body.account_id,
    });
    const taken = await ws.api.post(`${other}/select`, { page_ids: [one.platform_id] });
    expect(taken).toMatchObject({ status: 400, body: { meta: { field: 'page_ids' } } });
    expect((await ws.api.post(`${other}/select`, { page_ids: pages })).status).toBe(400);
    expect((await ws.api.post(`${other}/select`, { page_ids: [two.platform_id] })).status).toBe(201);
  });

  test('facebook: a login that gave too little is rejected before anybody is asked', async () => {
    const { platform_id: page } = await newAccount(ws, 'facebook');
    const { body } = await connect('facebook', { redirect_uri: 'https://app.example/' });
    const less = await consent(body.auth_url, { account: page, scopes: 'pages_show_list,pages_manage_posts' });
    expect((await follow(less.url.href)).query).toMatchObject({
      status: 'error',
      error: 'insufficient_scope',
      error_description: expect.stringContaining('pages_read_engagement'),
    });
  });

  test('over the exchange it is an answer that lists of accounts can be read from', async () => {
    const ids = [(await newAccount(ws, 'google')).platform_id, (await newAccount(ws, 'google')).platform_id];
    const { body } = await connect('google', { metadata: { redirect_uri: 'http://localhost:3000/' } });
    const { query } = await consent(body.auth_url, { account: ids });
    const options = { headers: { 'idempotency-key': 'exchange-google' } };
    const given = { code: query.code, state: query.state };
    const answer = await ws.api.post('/v1/oauth/exchange', given, options);
    expect(answer).toMatchObject({ status: 200, body: { status: 'selection_required', data: [], count: 0 } });
    const again = await ws.api.post('/v1/oauth/exchange', given, options);
    expect([again.status, again.body]).toEqual([200, answer.body]);
    const rows = await service.sql('select * from pending_connections where tenant_id = $1', [ws.tenantId]);
    expect(JSON.stringify(rows)).not.toContain('ya29');
  });
});

describe('accounts that are connected at once', () => {
  test('telegram: by the token of a bot and the name of its channel', async () => {
    const { platform_id: chat, username, tokens } = await newAccount(ws, 'telegram');
    const metadata = { bot_token: tokens.access_token, chat_id: `@${username}` };
    const brandId = await newBrand();
    const options = { headers: { 'idempotency-key': 'telegram' } };
    const body = { platform: 'telegram', brand_id: brandId, metadata };
    const first = await ws.api.post('/v1/accounts/connect', body, options);
    expect(first, first.text).toMatchObject({ status: 201, body: { platform: 'telegram', brand_id: brandId } });
    await expectActive(first.body.account_id, { platform: 'telegram' });
    const again = await ws.api.post('/v1/accounts/connect', body, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await connect('telegram', { metadata: { ...metadata, chat_id: chat } })).toMatchObject({
      status: 201,
      body: { account_id: first.body.account_id },
    });
    const wrong = (change: object) => connect('telegram', { metadata: { ...metadata, ...change } });
    expect(await connect('telegram')).toMatchObject({
      status: 400,
      body: { code: 'missing_metadata', meta: { field: 'metadata.bot_token' } },
    });
    expect(await wrong({ bot_token: 'x' })).toMatchObject({
      status: 400,
      body: { meta: { field: 'metadata.bot_token' } },
    });
    expect(await wrong({ bot_token: `${metadata.bot_token}x` })).toMatchObject({
      status: 400,
      body: { meta: { field: 'metadata.bot_token' } },
    });
    for (const chat_id of ['@nobody_there', '-1001'])
      expect(await wrong({ chat_id }), chat_id).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials', meta: { field: 'metadata.chat_id' } },
      });
    expect(await wrong({ token: 'x' })).toMatchObject({ status: 400, body: { meta: { field: 'metadata.token' } } });
  });

  test('bluesky: by handle and app password', async () => {
    const { platform_id: did, username } = await newAccount(ws, 'bluesky');
    const metadata = { identifier: `@${username}`, app_password: 'simu-late-dapp-pass' };
    const answer = await connect('bluesky', { metadata });
    expect(answer, answer.text).toMatchObject({ status: 201, body: { platform: 'bluesky', username } });
    await expectActive(answer.body.account_id, { platform: 'bluesky' });
    const [row] = await service.sql('select platform_id, credentials from accounts where id = $1', [
      answer.body.account_id,
    ]);
    expect(row.platform_id).toBe(did);
    const wrong = await connect('bluesky', { metadata: { ...metadata, app_password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 400, body: { detail_code: 'platform.bluesky.auth' } });
    const page = { metadata, redirect_uri: 'https://app.example/' };
    expect(await connect('bluesky', page)).toMatchObject({ status: 400, body: { meta: { field: 'redirect_uri' } } });
    expect((await ws.api.delete(`/v1/accounts/${answer.body.account_id}`)).status).toBe(204);
  });
});

test('mastodon: an instance that is none, or of this network, is rejected before anything is sent', async () => {
  expect(await connect('mastodon')).toMatchObject({
    status: 400,
    body: { code: 'missing_metadata', meta: { field: 'metadata.instance' } },
  });
  for (const instance of ['', 'not a host', 'http://mastodon.social', 'a/b', 'https://user:pw@host'])
    expect(await connect('mastodon', { metadata: { instance } }), instance).toMatchObject({ status: 400 });
  for (const instance of [
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    'https://[::1]',
    'instance.internal',
    '169.254.169.254',
    'single',
  ])
    expect(
      await ws.liveApi.post('/v1/accounts/connect', { platform: 'mastodon', metadata: { instance } }),
      instance,
    ).toMatchObject({
      status: 400,
      body: { meta: { field: 'metadata.instance' } },
    });
});

test.each([
  'https://127.0.0.1',
  'https://localhost',
  'https://10.0.0.1',
  'https://169.254.169.254',
  'https://pds.internal',
  'https://no-such-host.invalid',
])('bluesky: the service %s is the caller’s fault, not the platform’s', async (server) => {
  const login = { identifier: 'name.bsky.social', app_password: 'abcd-efgh-ijkl-mnop', service: server };
  expect(await ws.liveApi.post('/v1/accounts/connect', { platform: 'bluesky', metadata: login })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', meta: { field: 'metadata.service' } },
  });
});

test.each(['did:web:no-such-host.invalid', 'did:web:127.0.0.1'])(
  'bluesky: the handle %s on a host that cannot be reached is the caller’s fault',
  async (handle) => {
    expect(await ws.liveApi.post('/v1/accounts/connect', { platform: 'bluesky', metadata: { handle } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', meta: { field: 'metadata.handle' } },
    });
  },
);

test.each(['threads', 'linkedin', 'linkedin_page', 'pinterest', 'google', 'facebook', 'tiktok', 'youtube'])(
  '%s: a code that the platform does not know is said to be so, a live key hears which settings are missing',
  async (platform) => {
    const { body } = await connect(platform);
    const answer = await ws.api.post('/v1/oauth/exchange', { code: 'nonsense', state: body.state });
    expect(answer, answer.text).toMatchObject({ status: 400, body: { meta: { field: 'code' } } });
    const live = await ws.liveApi.post('/v1/accounts/connect', { platform });
    expect(live).toMatchObject({
      status: 412,
      body: { error: expect.stringMatching(/sets \w+_(ID|KEY) and \w+_SECRET/) },
    });
  },
);

describe('whatsapp, by its signup window', () => {
  const begin = async (requested: Record<string, unknown> = {}) => {
    const answer = await connect('whatsapp', requested);
    expect(answer).toMatchObject({
      status: 202,
      body: {
        auth_url: '',
        state: expect.stringMatching(/^[0-9a-f]{32}$/),
        message: expect.any(String),
        metadata: { app_id: expect.stringMatching(/^\d+$/), config_id: expect.any(String), solution_id: '' },
      },
    });
    return answer.body;
  };
  /** What the window gives to the page that opened it. */
  const openWindow = async ({ metadata: { signup_url: address } }: Body, ...accounts: string[]) => {
    const url = new URL(address);
    url.searchParams.delete('redirect_uri');
    for (const account of accounts) url.searchParams.append('account', account);
    url.searchParams.set('decision', 'allow');
    const page = await (await fetch(url)).text();
    const { message, authResponse } = JSON.parse(
      (/<pre id="answer">(.*)<\/pre>/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'),
    );
    return { code: authResponse.code as string, told: message.data as Record<string, string> };
  };
  const exchange = (state: string, code: string, told: Record<string, string>) =>
    ws.api.post('/v1/oauth/exchange', { platform: 'whatsapp', code, metadata: { state, ...told } });

  test('the number that the window told is connected, and can be used', async () => {
    const [first, second] = [await newAccount(ws, 'whatsapp'), await newAccount(ws, 'whatsapp')];
    const begun = await begin();
    const { code, told } = await openWindow(begun, first.platform_id, second.platform_id);
    const { business_id: _, ...ids } = told;
    const done = await exchange(begun.state, code, ids);
    expect(done).toMatchObject({ status: 201, body: { username: first.username, metadata: ids } });
    await expectActive(done.body.account_id, { platform: 'whatsapp', metadata: expect.objectContaining(ids) });
    const at = `/v1/platforms/whatsapp/phone-numbers/${first.platform_id}/status`;
    expect((await ws.api.get(at)).body).toEqual({ verified: true, registered: true });
    expect((await ws.api.delete(`/v1/accounts/${done.body.account_id}`)).status).toBe(204);
    const calls = await ws.control('GET', `calls?platform=whatsapp&account=${first.platform_id}&operation=subscribe`);
    expect(calls.calls.map(({ method }: Body) => method)).toEqual(['POST', 'DELETE']);
  });

  test('one of several numbers is chosen; a redirected browser comes back', async () => {
    const numbers = [await newAccount(ws, 'whatsapp'), await newAccount(ws, 'whatsapp')];
    const ids = numbers.map(({ platform_id }) => platform_id);
    const begun = await begin({ redirect_uri: 'https://app.example/' });
    const { url } = await consent(begun.metadata.signup_url, { account: ids });
    const { query } = await follow(url.href);
    expect(query).toMatchObject({ status: 'selection_required', platform: 'whatsapp' });
    const at = `/v1/accounts/pending/${query.connection_id}`;
    const { profiles } = (await ws.api.get(at)).body;
    expect(profiles.map((profile: Body) => profile.platform_account_id).sort()).toEqual([...ids].sort());
    const chosen = await ws.api.post(`${at}/select`, { platform_account_id: ids[1] });
    expect(chosen).toMatchObject({ status: 201, body: { platform: 'whatsapp', username: numbers[1].username } });
  });

  test('metadata that no signup window returns is rejected, naming the field', async () => {
    const { platform_id: account } = await newAccount(ws, 'whatsapp');
    const visitor = await newAccount(ws, 'whatsapp');
    const begun = await begin();
    const { code } = await openWindow(begun, account);
    const told = (more: Record<string, unknown>) => exchange(begun.state, code, more as Record<string, string>);
    for (const [more, field] of [
      [{ phone_number_id: 'a b' }, 'metadata.phone_number_id'],
      [{ waba_id: 5 }, 'metadata.waba_id'],
      [{ pin: '123456' }, 'metadata.pin'],
    ] as const)
      expect(await told(more), field).toMatchObject({ status: 400, body: { meta: { field } } });
    expect(await told({ phone_number_id: visitor.platform_id })).toMatchObject({ status: 400 });
    const elsewhere = (await connect('threads', { redirect_uri: 'https://app.example/' })).body.state;
    const mixed = { code: 'x', metadata: { state: elsewhere, waba_id: '1' } };
    expect(await ws.api.post('/v1/oauth/exchange', mixed)).toMatchObject({
      status: 400,
      body: { meta: { field: 'metadata.waba_id' } },
    });
  });

  test('without a configuration of the window a live key is told which setting is missing', async () => {
    const answer = await ws.liveApi.post('/v1/accounts/connect', { platform: 'whatsapp' });
    expect(answer).toMatchObject({ status: 412, body: { code: 'credentials_missing' } });
  });
});
