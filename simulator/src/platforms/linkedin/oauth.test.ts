import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkedin } from './index.ts';
import { type AsAccount, asAccount, encoded, PlatformSimulator } from './testing.ts';

const simulator = new PlatformSimulator(linkedin);
const redirectUri = 'https://app.example/callback';
const day = 86_400;
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'linkedin', 'jane-doe');
});
afterAll(() => simulator.close());

function consent(more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: me.account.app.client_id,
    redirect_uri: redirectUri,
    state: 's1',
    scope: 'openid profile w_member_social',
    ...more,
  });
  return me.call('GET', `www/oauth/v2/authorization?${query}`);
}

async function codeOf(more: Record<string, string> = {}): Promise<string> {
  const { headers } = await consent({ account: me.id, decision: 'allow', ...more });
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

function token(values: Record<string, string>) {
  const { client_id, client_secret } = me.account.app;
  return me.call('POST', 'www/oauth/v2/accessToken', new URLSearchParams({ client_id, client_secret, ...values }));
}

describe('the consent page', () => {
  test('asks, and leads back with code and state', async () => {
    expect((await consent()).body).toContain('w_member_social');
    const { status, headers } = await consent({ account: me.id, decision: 'allow' });
    const back = new URL(headers.get('location') ?? '');
    expect([status, back.searchParams.get('state')]).toEqual([302, 's1']);
    expect(back.searchParams.get('code')).toMatch(/^AQ/);
  });

  test('tells of a rejection and of a scope that the app has not', async () => {
    const denied = await consent({ decision: 'deny' });
    expect(denied.headers.get('location')).toContain('error=user_cancelled_authorize');
    const wrong = await consent({ scope: 'w_organization_social' });
    expect(wrong.headers.get('location')).toContain('error=unauthorized_scope_error');
    expect((await consent({ client_id: 'x' })).status).toBe(400);
  });
});

describe('tokens', () => {
  test('live sixty days and come without a refresh token for members', async () => {
    const code = await codeOf();
    const given = await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    expect(given.body).toMatchObject({
      expires_in: 60 * day,
      token_type: 'Bearer',
      scope: 'openid,profile,w_member_social',
    });
    expect(given.body.refresh_token).toBeUndefined();
    const again = await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(again.body.error_description).toContain('authorization code not found');
    me.token = given.body.access_token;
    const info = await me.call('GET', 'api/v2/userinfo');
    expect(info.body).toMatchObject({ sub: me.id, name: 'Jane Doe', given_name: 'Jane', family_name: 'Doe' });
    expect(info.body.email).toBeUndefined();
    expect((await me.call('GET', 'api/v2/me')).body).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
  });

  test('another set of scopes ends the tokens of the earlier one', async () => {
    const other = await asAccount(simulator, 'linkedin');
    const code = await codeOf({ account: other.id });
    await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    const seen = await other.call('GET', 'api/v2/userinfo');
    expect(seen).toMatchObject({ status: 401, body: { serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' } });
  });

  test('a wrong client, a wrong redirect address and a forged refresh token are rejected', async () => {
    const code = await codeOf();
    const mismatch = { grant_type: 'authorization_code', code, redirect_uri: 'https://other.example' };
    expect((await token(mismatch)).body.error).toBe('invalid_request');
    const wrong = await token({ grant_type: 'authorization_code', code, client_secret: 'no' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const forged = await token({ grant_type: 'refresh_token', refresh_token: 'AQWno' });
    expect(forged).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('a refresh keeps the refresh token and its end, and an expired access token says so', async () => {
    const other = await asAccount(simulator, 'linkedin');
    const refresh_token = other.account.tokens.refresh_token ?? '';
    await simulator.advance(61 * day);
    const late = await other.call('GET', 'api/v2/userinfo');
    expect(late).toMatchObject({ status: 401, body: { serviceErrorCode: 65602, code: 'EXPIRED_ACCESS_TOKEN' } });
    const fresh = await token({ grant_type: 'refresh_token', refresh_token });
    expect(fresh.body.refresh_token).toBe(refresh_token);
    expect(fresh.body.refresh_token_expires_in).toBeLessThanOrEqual(304 * day);
    other.token = fresh.body.access_token;
    expect((await other.call('GET', 'api/v2/userinfo')).status).toBe(200);
    await simulator.advance(305 * day);
    expect((await token({ grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant');
  });

  test('reading is there for an app that was granted it', async () => {
    const reader = await asAccount(simulator, 'linkedin');
    const scope = 'openid w_member_social r_member_social';
    const code = await codeOf({ account: reader.id, scope });
    const given = await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    reader.token = given.body.access_token;
    const urn = await reader.post('Readable');
    await reader.act('comment', 'Seen', { post_id: urn });
    const list = await reader.get(`posts?q=author&author=${encoded(reader.urn)}`);
    expect(list.body.elements).toMatchObject([{ id: urn, commentary: 'Readable' }]);
    expect((await reader.get(`socialActions/${encoded(urn)}/comments`)).body.elements).toHaveLength(1);
  });
});
