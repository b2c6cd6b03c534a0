import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { responseOf } from '../meta/testing.ts';
import { startSimulator, TestFacebook } from './testing.ts';

const redirectUri = 'https://app.example/callback';
const scope = 'pages_show_list,pages_manage_posts,pages_read_engagement';
let simulator: PlatformSimulator;
let page: TestFacebook;
let other: TestFacebook;

beforeAll(async () => {
  simulator = await startSimulator();
  page = await TestFacebook.make(simulator, 'acmebakery');
  other = await TestFacebook.make(simulator, 'acmecafe');
});
afterAll(() => simulator.close());

function authorize(values: Record<string, string> = {}, more = '') {
  const { client_id } = page.account.app;
  const fixed = { client_id, redirect_uri: redirectUri, response_type: 'code', scope, state: 'S1' };
  const query = new URLSearchParams({ ...fixed, ...values });
  return fetch(`${simulator.url}/facebook/www/v25.0/dialog/oauth?${query}${more}`, { redirect: 'manual' });
}

async function code(account?: string): Promise<string> {
  const response = await authorize({ decision: 'allow', ...(account !== undefined && { account }) });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function token(values: Record<string, string>) {
  const { client_id, client_secret } = page.account.app;
  const query = new URLSearchParams({ client_id, client_secret, ...values });
  return responseOf(fetch(`${page.base}/oauth/access_token?${query}`));
}

async function login(account?: string): Promise<{ short: TestFacebook; long: TestFacebook }> {
  const short = (await token({ code: await code(account), redirect_uri: redirectUri })).body.access_token;
  const long = (await token({ grant_type: 'fb_exchange_token', fb_exchange_token: short })).body.access_token;
  return { short: page.with(short), long: page.with(long) };
}

describe('the dialog', () => {
  test('asks, allows, denies', async () => {
    expect(await (await authorize()).text()).toContain('@acmecafe');
    const allowed = await authorize({ decision: 'allow' });
    expect(allowed.headers.get('location')).toMatch(/^https:\/\/app\.example\/callback\?code=AQD[\w-]+&state=S1#_=_$/);
    const denied = await authorize({ decision: 'deny' });
    expect(denied.headers.get('location')).toBe(
      'https://app.example/callback?error=access_denied&error_code=200&error_reason=user_denied&error_description=Permissions+error&state=S1',
    );
    expect((await authorize({ scope: 'everything' })).status).toBe(400);
    expect((await authorize({ client_id: 'x' })).status).toBe(400);
  });
});

describe('tokens', () => {
  test('code, short, long; the Pages that were chosen with tokens of their own', async () => {
    const response = await token({ code: await code(), redirect_uri: redirectUri });
    expect(response.body).toEqual({
      access_token: expect.stringMatching(/^EAAG/),
      token_type: 'bearer',
      expires_in: 5400,
    });
    const { long } = await login();
    const fields =
      'id,name,username,access_token,category,tasks,picture.type(large),instagram_business_account{id,username}';
    const { data } = (await long.get('me/accounts', { fields, limit: 100 })).body;
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([page.id, other.id].sort());
    expect(data[0]).toMatchObject({
      access_token: expect.stringMatching(/^EAAG/),
      tasks: expect.arrayContaining(['CREATE_CONTENT']),
      picture: { data: { url: expect.any(String) } },
    });
    expect((await long.get('me/accounts')).body.data[0].access_token).toBe(data[0].access_token);
    const one = await login(other.id);
    expect((await one.long.get('me/accounts', { fields: 'id' })).body.data).toEqual([{ id: other.id }]);
    expect((await one.long.get(other.id, { fields: 'name,access_token' })).body.access_token).toMatch(/^EAAG/);
    expect((await one.long.get(page.id)).status).not.toBe(200);
    expect((await long.get('me', { fields: 'id,name,picture' })).body).toMatchObject({ name: 'Jo Doe' });
  });

  test('tokens of Pages live on when they come from a long one', async () => {
    const { short, long } = await login(page.id);
    const pageToken = async (user: TestFacebook) =>
      page.with((await user.get('me/accounts', { fields: 'access_token' })).body.data[0].access_token);
    const [brief, lasting] = [await pageToken(short), await pageToken(long)];
    await simulator.advance(7200);
    const { error } = (await brief.get('me')).body;
    expect(error).toMatchObject({ code: 190, error_subcode: 463, type: 'OAuthException', is_transient: false });
    await simulator.advance(61 * 86_400);
    expect((await long.get('me')).body.error.code).toBe(190);
    expect((await lasting.get('me', { fields: 'id' })).body.id).toBe(page.id);
  });

  test('a code works once, with its own redirect address', async () => {
    const value = await code(page.id);
    const wrong = await token({ code: value, redirect_uri: 'https://else.example' });
    expect(wrong.body.error).toMatchObject({ code: 100, error_subcode: 36008 });
    expect((await token({ code: value, redirect_uri: redirectUri })).status).toBe(200);
    expect((await token({ code: value, redirect_uri: redirectUri })).body.error.error_subcode).toBe(36009);
    expect((await token({ code: 'x', redirect_uri: redirectUri, client_secret: 'x' })).status).toBe(400);
  });

  test('a user token does not post; a narrow one is rejected', async () => {
    const { long } = await login(page.id);
    const asUser = await long.post(`${page.id}/feed`, { message: 'x' });
    expect([asUser.status, asUser.body.error.code]).toEqual([403, 210]);
    const { data } = (await long.get('me/accounts', { fields: 'access_token' })).body;
    const narrow = page.with(data[0].access_token);
    expect((await narrow.get('me/conversations')).body.error.code).toBe(10);
    expect((await narrow.post('me/feed', { message: 'May I?' })).status).toBe(200);
  });

  test('debug_token, permissions, revoked', async () => {
    const { long } = await login(other.id);
    const { client_id, client_secret } = page.account.app;
    const app = page.with(`${client_id}|${client_secret}`);
    const user = (await app.get('debug_token', { input_token: long.token })).body.data;
    expect(user).toMatchObject({ app_id: client_id, type: 'USER', is_valid: true });
    expect(user.granular_scopes).toContainEqual({ scope: 'pages_manage_posts', target_ids: [other.id] });
    const pageToken = (await long.get('me/accounts', { fields: 'access_token' })).body.data[0].access_token;
    expect((await app.get('debug_token', { input_token: pageToken })).body.data).toMatchObject({
      type: 'PAGE',
      profile_id: other.id,
      expires_at: 0,
    });
    const { data } = (await long.get('me/permissions')).body;
    expect(data).toContainEqual({ permission: 'pages_show_list', status: 'granted' });
    expect((await long.delete('me/permissions')).body).toEqual({ success: true });
    for (const gone of [long, page.with(pageToken), other])
      expect((await gone.get('me')).body.error).toMatchObject({ code: 190, error_subcode: 458 });
    expect((await app.get('debug_token', { input_token: pageToken })).body.data.is_valid).toBe(false);
  });

  test('the proof of the app secret', async () => {
    const proof = createHmac('sha256', page.account.app.client_secret).update(page.token).digest('hex');
    expect((await page.get('me', { appsecret_proof: proof })).status).toBe(200);
    expect((await page.get('me', { appsecret_proof: 'x' })).body.error.code).toBe(100);
  });
});
