import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { waiting } from '../../../test/steps.ts';
import { consent, follow, newAccount } from '../connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let brandId: string;
let app: { client_id: string; client_secret: string };
const path = '/v1/platforms/twitter/credentials';

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
  brandId = (await ws.api.post('/v1/brands', { name: 'With an app' })).body.id;
  const { client_id, client_secret } = await ws.control('GET', 'apps/twitter');
  app = { client_id, client_secret };
});
afterAll(() => service?.close());

async function connectX(options: Record<string, unknown> = {}, account?: string): Promise<Record<string, string>> {
  const body = { platform: 'twitter', redirect_uri: 'https://app.example/x', ...options };
  const answer = await ws.api.post('/v1/accounts/connect', body);
  if (answer.status !== 202) throw new Error(answer.text);
  const chosen = account ?? (await newAccount(ws, 'twitter')).platform_id;
  const { url } = await consent(answer.body.auth_url, { account: chosen });
  return { ...(await follow(url.href)).query };
}

describe('save_twitter_credentials, save_brand_twitter_credentials, list_twitter_credentials, delete_twitter_credentials, delete_brand_twitter_credentials', () => {
  test('without credentials X is not connected; with them it is, and a brand’s own come first', async () => {
    const without = await ws.api.post('/v1/accounts/connect', { platform: 'x' });
    expect(without).toMatchObject({
      status: 412,
      body: { code: 'credentials_missing', detail_code: 'byok.credentials_missing' },
    });

    expect((await ws.api.put(path, app)).status).toBe(204);
    const first = await connectX();
    expect(first).toMatchObject({ status: 'success' });
    const { body: account } = await ws.api.get(`/v1/accounts/${first.account_id}`);
    expect(account).toMatchObject({ platform: 'twitter', status: 'active', metadata: { byok_source: 'user' } });
    const published = await ws.api.post(
      '/v1/posts',
      { text: 'By an app of our own', targets: [{ account_id: account.id }], publish_now: true },
      waiting,
    );
    expect(published, published.text).toMatchObject({ status: 201, body: { status: 'published' } });

    expect((await ws.api.put(`${path}/brand/${brandId}`, { ...app, client_secret: 'wrong' })).status).toBe(204);
    const { data } = (await ws.api.get(path)).body;
    const hint = app.client_id.slice(0, 6);
    expect(data.map((set: Body) => [set.brand_id, set.client_id_hint])).toEqual([
      [brandId, hint],
      ['', hint],
    ]);
    expect(JSON.stringify(data)).not.toContain(app.client_secret);
    const wrong = await connectX({ brand_id: brandId });
    expect(wrong).toMatchObject({ status: 'error', error: 'invalid_credentials' });
    await ws.api.put(`${path}/brand/${brandId}`, app);
    const right = await connectX({ brand_id: brandId });
    expect((await ws.api.get(`/v1/accounts/${right.account_id}`)).body.metadata.byok_source).toBe('brand');

    expect((await ws.api.delete(`${path}/brand/${brandId}`)).status).toBe(204);
    expect((await ws.api.delete(`${path}/brand/${brandId}`)).status).toBe(404);
    expect((await ws.api.delete(path)).status).toBe(204);
    expect((await ws.api.delete(path)).status).toBe(404);
    expect((await ws.api.post('/v1/accounts/connect', { platform: 'twitter' })).status).toBe(412);
    // What is connected keeps the app that it was connected with.
    expect((await ws.api.get(`/v1/accounts/${account.id}`)).body.status).toBe('active');
  });

  test('the secret lies encrypted; a foreign brand is none', async () => {
    await ws.api.put(path, app);
    const rows = await service.sql('select * from own_apps where tenant_id = $1', [ws.tenantId]);
    expect(JSON.stringify(rows)).not.toContain(app.client_secret);
    expect(await ws.api.put(`${path}/brand/brand_x`, app)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await (await service.workspace()).api.get(path)).body.data).toEqual([]);
    for (const empty of [{ ...app, client_id: ' ' }, { ...app, client_secret: '' }, { client_id: 'x' }])
      expect((await ws.api.put(path, empty)).status).toBe(400);
  });

  test('disconnecting ends the grant at X', async () => {
    await ws.api.put(path, app);
    const { platform_id: account } = await newAccount(ws, 'twitter');
    const { account_id: id } = await connectX({}, account);
    expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBe(204);
    const { calls } = await ws.control('GET', 'calls?platform=twitter');
    expect(calls.filter((call: Body) => call.path.startsWith('/2/oauth2/revoke'))).toMatchObject([{ status: 200 }]);
  });
});

describe('test_twitter_credentials', () => {
  test('asks X, says what it said, and is not for guessing', async () => {
    const ask = (given: object) => ws.api.post(`${path}/test`, given);
    expect(await ask(app)).toMatchObject({ status: 200, body: { valid: true, reason: '' } });
    for (const wrong of [
      { ...app, client_secret: 'no' },
      { ...app, client_id: 'no' },
    ])
      expect(await ask(wrong)).toMatchObject({
        status: 200,
        body: { valid: false, reason: expect.stringMatching(/./) },
      });
    const answers = [];
    for (let n = 0; n < 10; n++) answers.push(await ask(app));
    const rejection = { code: 'too_many_requests', detail_code: 'byok.test_rate_limited' };
    expect(answers.at(-1)).toMatchObject({ status: 429, body: rejection });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
