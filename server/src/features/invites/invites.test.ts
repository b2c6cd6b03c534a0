import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { pagesOf } from '../../../test/steps.ts';
import { consent, newAccount } from '../connecting/consent.fixture.ts';

/** The installation's own app on one platform. */
const APP = { THREADS_APP_ID: '4711', THREADS_APP_SECRET: 'of-the-installation' };

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600', PUBLIC_URL: 'https://hubbub.example', ...APP });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

async function newBrand(): Promise<string> {
  return (await ws.api.post('/v1/brands', { name: 'Acme' })).body.id;
}

const invite = (brandId: string, options: Record<string, unknown> = {}) =>
  ws.api.post('/v1/invites', { brand_id: brandId, platform: 'instagram', expires_in_days: 7, ...options });

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { redirect: 'manual', headers });

/** The cookie that a response sets, as the browser sends it back. */
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] as string;

/** The consent page of an invite, reached here although its address is the public one. */
async function consentOf(
  token: string,
  choice: { account?: string | string[]; deny?: boolean },
  browser: { cookie?: string } = {},
) {
  const opened = await open(`/invite/${token}`);
  browser.cookie = cookieOf(opened);
  const location = opened.headers.get('location') as string;
  const { url } = await consent(location.replace('https://hubbub.example', service.url), choice);
  return fetch(url.href.replace('https://hubbub.example', service.url), { headers: { cookie: browser.cookie } });
}

describe('create_invite, list_invites, delete_invite', () => {
  test('a visitor connects with the link, once, to the brand of the invite', async () => {
    const brandId = await newBrand();
    const { status, body } = await invite(brandId);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^inv_/), platform: 'instagram', is_active: true });
    expect(body.url).toBe(`https://hubbub.example/invite/${body.token}`);
    expect(new Date(body.expires_at).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await invite(brandId)).toMatchObject({ status: 409, body: { code: 'conflict' } });

    for (const path of [`/invite/${body.token}`, `/v1/invite/${body.token}`])
      expect((await open(path)).status).toBe(302);
    const rejected = await consentOf(body.token, { deny: true });
    expect(rejected.status).toBe(400);
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const page = await consentOf(body.token, { account });
    expect(page.status, await page.clone().text()).toBe(200);
    const { data } = (await ws.api.get(`/v1/accounts?brand_id=${brandId}`)).body;
    expect(data).toMatchObject([{ platform: 'instagram', status: 'active' }]);

    expect((await open(`/invite/${body.token}`)).status).toBe(410);
    expect((await ws.api.delete(`/v1/invites/${body.id}`)).status).toBe(404);
    expect((await ws.api.get(`/v1/invites?brand_id=${brandId}`)).body.data).toMatchObject([
      { is_active: false, status: 'used' },
    ]);
    expect(await invite(brandId)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('has an account') },
    });
  });

  test('over is over: revoked, expired, its brand deleted, unknown', async () => {
    const brandId = await newBrand();
    const { body: revoked } = await invite(brandId);
    expect((await ws.api.delete(`/v1/invites/${revoked.id}`)).status).toBe(204);
    const gone = await open(`/invite/${revoked.token}`);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([410, 'text/plain; charset=utf-8']);
    const { body: expired } = await invite(brandId);
    await service.sql(`update invites set expires_at = now() where id = $1`, [expired.id]);
    expect((await open(`/invite/${expired.token}`)).status).toBe(410);
    const list = await pagesOf(ws.api, `/v1/invites?brand_id=${brandId}&limit=1`);
    expect(list.map((item: Body) => [item.status, item.token])).toEqual([
      ['expired', expired.token],
      ['revoked', revoked.token],
    ]);
    const { body: orphan } = await invite(brandId);
    await ws.api.delete(`/v1/brands/${brandId}`);
    expect((await open(`/invite/${orphan.token}`)).status).toBe(410);
    for (const token of ['nonsense', '%00', 'x'.repeat(1000)])
      expect((await open(`/invite/${token}`)).status, token).toBe(404);
    expect((await ws.api.get(`/v1/invites?brand_id=${brandId}`)).status).toBe(404);
    expect(await ws.api.get('/v1/invites')).toMatchObject({ status: 400, body: { meta: { field: 'brand_id' } } });
  });

  test('an invite that ends while its owner is at the platform connects nothing', async () => {
    const brandId = await newBrand();
    const { body } = await invite(brandId);
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const opened = await open(`/invite/${body.token}`);
    const location = opened.headers.get('location') as string;
    const { url } = await consent(location.replace('https://hubbub.example', service.url), { account });
    await ws.api.delete(`/v1/invites/${body.id}`);
    const headers = { cookie: cookieOf(opened) };
    const page = await fetch(url.href.replace('https://hubbub.example', service.url), { headers });
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('expired or was used')]);
    expect((await ws.api.get(`/v1/accounts?brand_id=${brandId}`)).body.data).toEqual([]);
  });

  test('a visitor whose login reaches several profiles chooses on our page, once', async () => {
    const brandId = await newBrand();
    const { body } = await invite(brandId, { platform: 'google' });
    const ids = [(await newAccount(ws, 'google')).platform_id, (await newAccount(ws, 'google')).platform_id];
    const browser: { cookie?: string } = {};
    const page = await consentOf(body.token, { account: ids }, browser);
    const html = await page.text();
    expect(html.match(/<form method="post" action="..\/choice">/g)).toHaveLength(2);
    const [, connection = ''] = /name="connection_id" value="(pc_[0-9a-f]+)"/.exec(html) ?? [];
    const choose = (profile: string) =>
      fetch(`${service.url}/oauth/choice`, {
        method: 'POST',
        headers: { cookie: browser.cookie ?? '' },
        body: new URLSearchParams({ connection_id: connection, profile }),
      });
    expect((await choose('nobody')).status).toBe(400);
    const chosen = await choose(ids[1] as string);
    expect([chosen.status, await chosen.text()]).toEqual([200, expect.stringContaining('The account is connected')]);
    expect((await ws.api.get(`/v1/accounts?brand_id=${brandId}`)).body.data).toMatchObject([{ platform: 'google' }]);
    expect((await choose(ids[1] as string)).status).toBe(404);
    expect((await fetch(`${service.url}/oauth/choice`, { method: 'POST' })).status).toBe(404);
    expect((await open(`/invite/${body.token}`)).status).toBe(410);
  });

  test('live accounts are connected with the app of the settings, whose secret lies encrypted', async () => {
    const { status, body } = await ws.liveApi.post('/v1/accounts/connect', { platform: 'threads' });
    expect(status).toBe(202);
    const url = new URL(body.auth_url);
    expect(url.origin + url.pathname).toBe('https://www.threads.net/oauth/authorize');
    expect(url.searchParams.get('client_id')).toBe('4711');
    expect(url.searchParams.get('redirect_uri')).toBe('https://hubbub.example/oauth/callback/threads');
    const rows = await service.sql(`select * from platform_apps where world = ''`);
    expect(JSON.stringify(rows)).not.toContain(APP.THREADS_APP_SECRET);
    // A live tenant knows nothing of test states, and the other way round.
    expect(await ws.api.post('/v1/oauth/exchange', { code: 'x', state: body.state })).toMatchObject({ status: 400 });
  });

  test('rejects other days, brands and platforms', async () => {
    const brandId = await newBrand();
    for (const days of [0, 2, 31, 1.5]) expect((await invite(brandId, { expires_in_days: days })).status).toBe(400);
    expect((await invite('brand_x')).status).toBe(404);
    expect(await invite(brandId, { platform: 'myspace' })).toMatchObject({ body: { code: 'unsupported_platform' } });
    const [row] = await service.sql('select token from invites where tenant_id = $1 limit 1', [ws.tenantId]);
    expect(row.token).toMatch(/^v1\./);
  });
});

describe('create_redirect_uri, list_redirect_uris, delete_redirect_uri', () => {
  const path = '/v1/oauth/redirect-uris';
  const connect = (uri: string) => ws.api.post('/v1/accounts/connect', { platform: 'instagram', redirect_uri: uri });

  test('the first one closes the door for all others, the last one opens it', async () => {
    expect((await connect('https://anywhere.example/')).status).toBe(202);
    const { status, body } = await ws.api.post(path, { uri: 'https://app.example/done', label: 'The app' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^ruri_/),
      uri: 'https://app.example/done',
      label: 'The app',
    });
    expect(await ws.api.post(path, { uri: body.uri })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    for (const uri of ['https://anywhere.example/', 'https://app.example/done?x=1', 'https://app.example/done/'])
      expect(await connect(uri), uri).toMatchObject({ status: 400, body: { meta: { field: 'redirect_uri' } } });
    expect((await connect('https://app.example/done')).status).toBe(202);
    for (const uri of ['http://app.example/', 'ftp://localhost/', 'x', 'https://app.example/#x', 'https:evil.example'])
      expect(await ws.api.post(path, { uri }), uri).toMatchObject({ status: 400, body: { meta: { field: 'uri' } } });
    expect((await ws.api.post(path, { uri: 'http://localhost:3000/done' })).status).toBe(201);
    expect((await pagesOf(ws.api, `${path}?limit=1`)).map(({ uri }: Body) => uri)).toEqual([
      'http://localhost:3000/done',
      'https://app.example/done',
    ]);
    for (const { id } of (await ws.api.get(path)).body.data)
      expect((await ws.api.delete(`${path}/${id}`)).status).toBe(204);
    expect((await ws.api.delete(`${path}/${body.id}`)).status).toBe(404);
    expect((await connect('https://anywhere.example/')).status).toBe(202);
  });

  test('there are at most twenty', async () => {
    const other = await service.workspace();
    const add = (n: number) => other.api.post(path, { uri: `https://app.example/${n}` });
    const statuses = await Promise.all(Array.from({ length: 22 }, (_, n) => add(n).then((answer) => answer.status)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });
});
