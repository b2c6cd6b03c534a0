import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../core/test-account.ts';
import { type AsAccount, asAccount, newSimulator } from './testing.ts';

const simulator = newSimulator();
let acme: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
});
afterAll(() => simulator.close());

const redirect_uri = 'https://hubbub.example/callback';

async function login(more: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({
    client_id: acme.account.app.client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read',
    state: 'abc',
    decision: 'allow',
    account: acme.id,
    ...more,
  });
  const response = await fetch(`${simulator.url}/pinterest/www/oauth/?${query}`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

describe('OAuth', () => {
  test('the page, a denial, and what is wrong', async () => {
    const at = (values: Record<string, string>) =>
      fetch(`${simulator.url}/pinterest/www/oauth/?${new URLSearchParams(values)}`);
    const { client_id } = acme.account.app;
    const good = { client_id, redirect_uri, response_type: 'code', scope: 'pins:read', state: 'abc' };
    expect(await (await at(good)).text()).toContain('pins:read');
    expect((await at({ ...good, scope: 'all' })).status).toBe(400);
    expect((await at({ ...good, client_id: 'x' })).status).toBe(400);
    expect((await login({ decision: 'deny' })).searchParams.get('error')).toBe('access_denied');
  });

  test('a code becomes tokens once, for an app that proves itself', async () => {
    const back = await login();
    expect(back.searchParams.get('state')).toBe('abc');
    const code = back.searchParams.get('code') ?? '';
    const values = { grant_type: 'authorization_code', code, redirect_uri };
    const wrong = { client_id: acme.account.app.client_id, client_secret: 'x' };
    expect(await acme.exchange(values, wrong)).toMatchObject({ status: 401, body: { code: 2, status: 'failure' } });
    const { body } = await acme.exchange(values);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^pina_/),
      refresh_token: expect.stringMatching(/^pinr_/),
      response_type: 'authorization_code',
      token_type: 'bearer',
      expires_in: 2592000,
      refresh_token_expires_in: 31536000,
      scope: 'boards:read boards:write pins:read pins:write user_accounts:read',
    });
    expect((await acme.exchange(values)).status).toBe(400);
    const refreshed = await acme.exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(refreshed.body).not.toHaveProperty('refresh_token');
  });

  test('continuous refresh gives a new refresh token, fewer scopes reach less', async () => {
    const code = (await login()).searchParams.get('code') ?? '';
    const values = { grant_type: 'authorization_code', code, redirect_uri, continuous_refresh: 'true' };
    const { refresh_token, refresh_token_expires_in } = (await acme.exchange(values)).body;
    expect(refresh_token_expires_in).toBe(60 * 86_400);
    const { body } = await acme.exchange({ grant_type: 'refresh_token', refresh_token, scope: 'pins:read' });
    expect(body.refresh_token).not.toBe(refresh_token);
    const reader = Object.assign(await asAccount(simulator), { token: body.access_token });
    expect((await reader.get('/pins')).status).toBe(200);
    expect(await reader.get('/user_account')).toMatchObject({ status: 403, body: { code: 29 } });
  });

  test('tokens end after 30 days, and by a fault until they are refreshed', async () => {
    const pinner = await asAccount(simulator);
    const refresh_token = pinner.account.tokens.refresh_token ?? '';
    await simulator.fault({ kind: 'expired_token', platform: 'pinterest', account: pinner.id, times: 0 });
    expect((await pinner.get('/pins')).body).toEqual({ code: 2, message: 'Authentication failed.', status: 'failure' });
    const refresh = () => pinner.exchange({ grant_type: 'refresh_token', refresh_token });
    pinner.token = (await refresh()).body.access_token;
    expect((await pinner.get('/pins')).status).toBe(200);
    await simulator.advance(2_592_001);
    expect((await pinner.get('/pins')).status).toBe(401);
    pinner.token = (await refresh()).body.access_token;
    expect((await pinner.get('/pins')).status).toBe(200);
    acme.token = (
      await acme.exchange({ grant_type: 'refresh_token', refresh_token: acme.account.tokens.refresh_token ?? '' })
    ).body.access_token;
    expect((await acme.exchange({ grant_type: 'refresh_token', refresh_token: 'forged' })).status).toBe(400);
  });
});

test('the account, with its boards', async () => {
  expect((await acme.get('/user_account')).body).toMatchObject({
    id: acme.id,
    username: 'acme',
    account_type: 'BUSINESS',
    business_name: 'Acme',
    board_count: 2,
  });
  const { items, bookmark } = (await acme.get('/boards?page_size=250')).body;
  expect(bookmark).toBeNull();
  const made = await simulator.control<{ accounts: Json[] }>('GET', '/accounts?platform=pinterest');
  expect(made.accounts[0].boards).toEqual(items.map(({ id, name }: Json) => ({ id, name })));
  expect(items).toMatchObject([
    { name: 'Summer', privacy: 'PUBLIC' },
    { name: 'Winter', privacy: 'PUBLIC' },
  ]);
});

test('analytics count what visitors did', async () => {
  const pin = await acme.pin({ link: 'https://a.example' });
  const quiet = await acme.pin();
  const act = (action: string, username: string, text = '') =>
    simulator.visitor({ platform: 'pinterest', account: acme.id, action, post_id: pin.id, username, text });
  for (const username of ['jane', 'omar', 'jane']) await act('like', username);
  await act('share', 'mei');
  await act('comment', 'jane', 'Lovely');
  const { now } = await simulator.control<{ now: string }>('GET', '/state');
  const today = now.slice(0, 10);
  const query = (id: string, more = '') =>
    acme.get(
      `/pins/${id}/analytics?start_date=${today}&end_date=${today}&metric_types=IMPRESSION,SAVE,OUTBOUND_CLICK,TOTAL_COMMENTS,TOTAL_REACTIONS${more}`,
    );
  const { all } = (await query(pin.id)).body;
  expect(all).toEqual({
    lifetime_metrics: { TOTAL_COMMENTS: 1, TOTAL_REACTIONS: 2 },
    daily_metrics: [{ date: today, data_status: 'READY', metrics: { IMPRESSION: 4, SAVE: 1, OUTBOUND_CLICK: 4 } }],
    summary_metrics: { IMPRESSION: 4, SAVE: 1, OUTBOUND_CLICK: 4 },
  });
  expect((await query(quiet.id)).body.all.lifetime_metrics).toEqual({ TOTAL_COMMENTS: 0, TOTAL_REACTIONS: 0 });
  expect((await query('12')).body.code).toBe(50);
  expect((await query(pin.id, ',LIKES')).status).toBe(400);
  const old = '?start_date=2020-01-01&end_date=2020-01-02&metric_types=SAVE';
  expect((await acme.get(`/pins/${pin.id}/analytics${old}`)).status).toBe(400);
  const range = `start_date=${today}&end_date=${today}`;
  expect((await acme.get(`/user_account/analytics?${range}`)).body.all.summary_metrics.SAVE).toBe(1);
  const { items } = (await acme.get('/pins?pin_metrics=true')).body;
  expect(items.find(({ id }: Json) => id === pin.id).pin_metrics['90d'].save).toBe(1);
});

describe('limits and faults', () => {
  test('headers say what is left; with rate_limits off nothing counts', async () => {
    const pinner = await asAccount(simulator);
    const remaining = async () => Number((await pinner.get('/pins')).headers.get('x-ratelimit-remaining'));
    expect((await remaining()) - (await remaining())).toBe(1);
    await simulator.settings({ rate_limits: false });
    expect((await remaining()) - (await remaining())).toBe(0);
    await simulator.settings({ rate_limits: true });
  });

  test('a throttle says how long, a server error does not', async () => {
    const fault = (kind: string, more: object) =>
      simulator.fault({ kind, platform: 'pinterest', account: acme.id, ...more } as Parameters<
        typeof simulator.fault
      >[0]);
    await fault('throttle', { retry_after_seconds: 120 });
    const throttled = await acme.get('/pins');
    expect(throttled).toMatchObject({ status: 429, body: { code: 8 } });
    expect(throttled.headers.get('x-ratelimit-reset')).toBe('120');
    expect(throttled.headers.get('retry-after')).toBe('120');
    await fault('server_error', { status: 503 });
    expect((await acme.get('/pins')).status).toBe(503);
    expect((await fetch(`${simulator.url}/pinterest/api/v5/pins`)).status).toBe(401);
    const headers = { authorization: `Bearer ${acme.token}`, 'content-type': 'application/json' };
    const url = `${simulator.url}/pinterest/api/v5/pins`;
    expect((await fetch(url, { method: 'POST', headers, body: '{' })).status).toBe(400);
    expect((await acme.get('/nothing')).status).toBe(404);
  });
});
