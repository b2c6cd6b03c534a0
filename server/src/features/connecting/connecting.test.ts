import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { eventsOf, image, waiting, withNewKey } from '../../../test/steps.ts';
import { consent, follow, newAccount } from './consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
const back = 'https://app.example/connected?tab=1';

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

async function newBrand(): Promise<string> {
  return (await ws.api.post('/v1/brands', { name: 'Acme' })).body.id;
}

/** Begins a connection that ends at `back`. */
async function begin(requested: Record<string, unknown> = {}): Promise<Body> {
  const body = { platform: 'instagram', redirect_uri: back, ...requested };
  const answer = await ws.api.post('/v1/accounts/connect', body);
  expect(answer, answer.text).toMatchObject({ status: 202 });
  return answer.body;
}

/** Begins a connection whose code comes back to the caller. */
async function beginOwn(requested: Record<string, unknown> = {}): Promise<Body> {
  const metadata = { redirect_uri: 'http://localhost:3000/callback' };
  return begin({ redirect_uri: undefined, metadata, ...requested });
}

async function connected(brandId: string, account: string): Promise<string> {
  const { query } = await follow((await consent((await begin({ brand_id: brandId })).auth_url, { account })).url.href);
  expect(query.status, query.error_description).toBe('success');
  return query.account_id as string;
}

function rejection(status: number, field: string, code = 'invalid_request'): Body {
  return { status, body: { code, meta: { field } } };
}

describe('connect_account', () => {
  test('tells when it happened on the clock of the tenant', async () => {
    const own = await service.workspace({ platforms: [] });
    const { api } = own;
    const brandId = (await api.post('/v1/brands', { name: 'Acme' })).body.id;
    await api.post('/v1/test/clock', { advance: 'P3D' });
    const { platform_id: account } = await newAccount(own, 'instagram');
    const requested = { platform: 'instagram', redirect_uri: back, brand_id: brandId };
    const { auth_url: url } = (await api.post('/v1/accounts/connect', requested)).body;
    const { query } = await follow((await consent(url, { account })).url.href);
    const [{ created_at: at, metadata }] = await eventsOf(api, query.account_id as string);
    expect(Math.abs(Date.parse(metadata.connected_at) - Date.parse(at))).toBeLessThan(60_000);
  });

  test('connects over the consent page and our callback; the account publishes', async () => {
    const { platform_id: account, username } = await newAccount(ws, 'instagram');
    const brandId = await newBrand();
    const { auth_url: url, state, message } = await begin({ brand_id: brandId, state: 'my own & state' });
    expect(state).toMatch(/^[0-9a-f]{32}$/);
    expect(message).toMatch(/./);
    const callback = await consent(url, { account });
    expect(callback.url.href).toContain(`${service.url}/oauth/callback/instagram?`);
    const { url: end, query } = await follow(callback.url.href);
    expect(end.origin + end.pathname).toBe('https://app.example/connected');
    const known = { tab: '1', platform: 'instagram', state: 'my own & state' };
    expect(query).toEqual({ ...known, status: 'success', account_id: expect.stringMatching(/^acc_/) });
    const id = query.account_id as string;
    expect((await ws.api.get(`/v1/accounts/${id}`)).body).toMatchObject({ username, brand_id: brandId });
    expect(await eventsOf(ws.api, id)).toMatchObject([
      { type: 'account.connected', metadata: { account_id: id, brand_id: brandId, platform_user_id: account } },
    ]);
    const post = { text: 'Connected', media: [image], targets: [{ account_id: id }], publish_now: true };
    expect(await ws.api.post('/v1/posts', post, waiting)).toMatchObject({ status: 201, body: { status: 'published' } });
    // The state is used up.
    expect((await fetch(callback.url)).status).toBe(400);
  });

  test('without a brand makes one, within the plan; again it keeps the brand and lifts reconnect_required', async () => {
    const other = await service.workspace({ plan: 'free' });
    const { platform_id: account, name } = await newAccount(other, 'instagram');
    const connect = async () => {
      const { body } = await other.api.post('/v1/accounts/connect', { platform: 'instagram', redirect_uri: back });
      return (await follow((await consent(body.auth_url, { account })).url.href)).query;
    };
    const first = await connect();
    const { body: made } = await other.api.get(`/v1/accounts/${first.account_id}`);
    expect((await other.api.get('/v1/brands')).body.data).toMatchObject([{ id: made.brand_id }, { name: 'Default' }]);
    expect(name).toBeDefined();
    await service.sql(`update accounts set status = 'reconnect_required', reconnect_reason = 'x' where id = $1`, [
      made.id,
    ]);
    const full = await other.api.post('/v1/accounts/connect', { platform: 'instagram' });
    expect(full).toMatchObject({ status: 403, body: { code: 'brand_limit_reached' } });
    const { body } = await other.api.post('/v1/accounts/connect', { platform: 'instagram', brand_id: made.brand_id });
    const page = await fetch((await consent(body.auth_url, { account })).url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(made.id)]);
    const { body: list } = await other.api.get('/v1/accounts');
    expect(list.data).toMatchObject([{ id: made.id, status: 'active', brand_id: made.brand_id }]);
    expect(await eventsOf(other.api, made.id)).toHaveLength(2);
  });

  test('moves an account to another brand; a brand takes one account of a platform', async () => {
    const [one, two] = [await newBrand(), await newBrand()];
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const { platform_id: visitor } = await newAccount(ws, 'instagram');
    const id = await connected(one, account);
    expect(await connected(two, account)).toBe(id);
    expect((await ws.api.get(`/v1/accounts/${id}`)).body.brand_id).toBe(two);
    const before = await ws.api.get('/v1/accounts');
    const callback = await consent((await begin({ brand_id: two })).auth_url, { account: visitor });
    const { query } = await follow(callback.url.href);
    expect(query).toMatchObject({
      status: 'error',
      error: 'conflict',
      error_description: expect.stringContaining('one'),
    });
    expect((await ws.api.get('/v1/accounts')).body).toEqual(before.body);
  });

  test('tells the caller when the owner rejects, or gives too little', async () => {
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const denied = await consent((await begin({ brand_id: await newBrand() })).auth_url, { deny: true });
    const { query } = await follow(denied.url.href);
    expect(query).toMatchObject({ status: 'error', error: 'access_denied', platform: 'instagram' });
    const scopes = 'instagram_business_basic,instagram_business_manage_comments';
    const less = await consent((await begin({ brand_id: await newBrand() })).auth_url, { account, scopes });
    expect((await follow(less.url.href)).query).toMatchObject({
      status: 'error',
      error: 'insufficient_scope',
      error_description: expect.stringContaining('instagram_business_content_publish'),
    });
  });

  test('shows a page of its own, and nothing that others wrote as markup', async () => {
    const { auth_url: url } = await begin({ redirect_uri: undefined, brand_id: await newBrand() });
    const callback = (await consent(url, { deny: true })).url;
    callback.searchParams.set('error_description', '<script>alert(1)</script>');
    const page = await fetch(callback);
    expect(page.status).toBe(400);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('&lt;script&gt;');
    for (const path of [
      'instagram',
      'instagram?state=x',
      'myspace?state=x',
      `instagram?state=${'0'.repeat(32)}&state=1`,
    ])
      expect((await fetch(`${service.url}/oauth/callback/${path}`)).status, path).toBe(400);
  });

  test('rejects what is wrong, and changes nothing on a dry run', async () => {
    const brandId = await newBrand();
    const ask = (requested: Record<string, unknown>) =>
      ws.api.post('/v1/accounts/connect', { platform: 'instagram', ...requested });
    expect(await ask({ platform: 'myspace' })).toMatchObject(rejection(400, 'platform', 'unsupported_platform'));
    expect(await ask({ brand_id: 'brand_x' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await ask({ state: 'x'.repeat(513) })).toMatchObject(rejection(400, 'state'));
    const wrong = [
      'http://app.example/',
      'javascript:alert(1)',
      'https://a:b@app.example/',
      'https://app.example/#a',
      'https:evil.example',
      'https:/evil.example/',
      'https:///evil.example/',
      'https://app.example\\@evil.example/',
      'http://localhost.evil.example/',
      'x',
    ];
    for (const uri of wrong) {
      expect(await ask({ redirect_uri: uri }), uri).toMatchObject(rejection(400, 'redirect_uri'));
      expect(await ask({ metadata: { redirect_uri: uri } }), uri).toMatchObject(
        rejection(400, 'metadata.redirect_uri'),
      );
    }
    expect(await ask({ metadata: { no_such: 1 } })).toMatchObject(rejection(400, 'metadata.no_such'));
    const limited = await withNewKey(service, ws, { brandIds: [brandId] });
    const alone = await limited.api.post('/v1/accounts/connect', { platform: 'instagram' });
    expect(alone).toMatchObject(rejection(400, 'brand_id', 'missing_metadata'));
    const before = await rowsOf(service, ws.tenantId);
    const dry = await ws.api.post('/v1/accounts/connect?dry_run=true', { platform: 'instagram', brand_id: brandId });
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    const live = await ws.liveApi.post('/v1/accounts/connect', { platform: 'instagram' });
    expect(live).toMatchObject({
      status: 412,
      body: { error: expect.stringContaining('INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET') },
    });
  });

  test('answers again under an idempotency key', async () => {
    const body = { platform: 'instagram', brand_id: await newBrand() };
    const options = { headers: { 'idempotency-key': 'connect-once' } };
    const first = await ws.api.post('/v1/accounts/connect', body, options);
    expect((await ws.api.post('/v1/accounts/connect', body, options)).body).toEqual(first.body);
    const [{ body: kept }] = await service.sql(`select body from idempotency_keys where key = 'connect-once'`);
    expect(kept).not.toContain(first.body.state);
  });
});

describe('exchange_code', () => {
  const exchange = (body: Record<string, unknown>, api = ws.api): Promise<ApiResponse> =>
    api.post('/v1/oauth/exchange', body);

  test('finishes what came back to the caller, with the shortest of bodies too', async () => {
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const brandId = await newBrand();
    const one = await consent((await beginOwn({ brand_id: brandId })).auth_url, { account });
    expect(one.url.href).toContain('http://localhost:3000/callback?');
    const metadata = { state: one.query.state, redirect_uri: 'http://localhost:3000/callback' };
    const full = await exchange({ platform: 'instagram', code: one.query.code, metadata });
    expect(full).toMatchObject({
      status: 201,
      body: { account_id: expect.stringMatching(/^acc_/), platform: 'instagram', username: expect.stringMatching(/./) },
    });
    const two = await consent((await beginOwn({ brand_id: brandId })).auth_url, { account });
    const short = await exchange({ code: two.query.code, state: two.query.state });
    expect(short).toMatchObject({ status: 201, body: { account_id: full.body.account_id } });
  });

  test('takes a state once, from its own key, for its own platform, within ten minutes', async () => {
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const { auth_url: url, state } = await beginOwn({ brand_id: await newBrand() });
    const { code } = (await consent(url, { account })).query;
    const foreign = await exchange({ code, state }, (await withNewKey(service, ws)).api);
    expect(foreign).toMatchObject({ status: 403, body: { code: 'unauthorized', detail_code: 'auth.state_mismatch' } });
    const elsewhere = await exchange({ code, state }, (await service.workspace()).api);
    expect(elsewhere).toMatchObject(rejection(400, 'state'));
    expect(await exchange({ platform: 'twitter', code, state })).toMatchObject(rejection(400, 'platform'));
    expect(await exchange({ platform: 'myspace', code, state })).toMatchObject(
      rejection(400, 'platform', 'unsupported_platform'),
    );
    const metadata = { state, redirect_uri: 'http://localhost:3000/other' };
    expect(await exchange({ code, metadata })).toMatchObject(rejection(400, 'metadata.redirect_uri'));
    expect((await fetch(`${service.url}/oauth/callback/twitter?state=${state}&code=${code}`)).status).toBe(400);
    expect(await exchange({ code })).toMatchObject(rejection(400, 'metadata.state', 'missing_metadata'));
    // None of these used it up.
    expect(await exchange({ code, state })).toMatchObject({ status: 201 });
    expect(await exchange({ code, state })).toMatchObject(rejection(400, 'state'));

    const late = await beginOwn();
    await service.sql(`update connect_states set expires_at = now() - interval '1 second' where tenant_id = $1`, [
      ws.tenantId,
    ]);
    expect(await exchange({ code, state: late.state })).toMatchObject(rejection(400, 'state'));
  });

  test('one of two requests at once connects the account', async () => {
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const { auth_url: url, state } = await beginOwn({ brand_id: await newBrand() });
    const { code } = (await consent(url, { account })).query;
    const answers = await Promise.all([exchange({ code, state }), exchange({ code, state })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('says what the platform said to a wrong code', async () => {
    const { state } = await beginOwn();
    const answer = await exchange({ code: 'not-a-code', state });
    expect(answer).toMatchObject({
      ...rejection(400, 'code'),
      body: { error: expect.stringContaining('Matching code') },
    });
  });

  test('two logins of one new account at once make one account', async () => {
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const logins = await Promise.all(
      [1, 2, 3].map(async () => (await consent((await beginOwn()).auth_url, { account })).query),
    );
    const answers = await Promise.all(logins.map(({ code, state }) => exchange({ code, state })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => `${body.account_id} ${body.brand_id}`)).size).toBe(1);
  });
});

test('disconnect_account does not wait for a platform that does not answer', async () => {
  const { platform_id: account } = await newAccount(ws, 'instagram');
  const id = await connected(await newBrand(), account);
  await ws.control('POST', 'faults', {
    platform: 'instagram',
    account,
    operation: 'subscribe',
    kind: 'hold',
    when: 'before',
  });
  const answer = ws.api.delete(`/v1/accounts/${id}`);
  const { held } = await ws.control('GET', 'held?wait_seconds=20');
  expect(held).toHaveLength(1);
  expect((await answer).status).toBe(204);
  await ws.control('POST', 'held/release-all');
});

test('disconnect_account ends the access on the platform, best effort', async () => {
  const { platform_id: account } = await newAccount(ws, 'instagram');
  const id = await connected(await newBrand(), account);
  expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBe(204);
  const { calls } = await ws.control('GET', `calls?platform=instagram`);
  expect(calls.some((call: Body) => call.method === 'DELETE' && call.path.includes('/me/subscribed_apps'))).toBe(true);
});
