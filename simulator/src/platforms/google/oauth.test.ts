import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seen } from '../../core/test-account.ts';
import { type AsLocation, asLocation, newSimulator } from './testing.ts';

const simulator = newSimulator();
let cafe: AsLocation;
let bar: AsLocation;
beforeAll(async () => {
  await simulator.start();
  cafe = await asLocation(simulator, 'cafe');
  bar = await asLocation(simulator, 'bar');
});
afterAll(() => simulator.close());

const redirect_uri = 'https://hubbub.example/callback';
const verifier = 'v'.repeat(50);
const asked = () => ({
  client_id: cafe.account.app.client_id,
  redirect_uri,
  response_type: 'code',
  scope: 'https://www.googleapis.com/auth/business.manage openid email',
  access_type: 'offline',
  prompt: 'consent',
  state: 'abc',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

async function login(accounts: readonly AsLocation[], more: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({ ...asked(), decision: 'allow', ...more });
  for (const { id } of accounts) query.append('account', id);
  const response = await fetch(`${simulator.url}/google/www/o/oauth2/v2/auth?${query}`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

const token = (values: Record<string, string>) =>
  seen(
    fetch(`${simulator.url}/google/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...cafe.account.app, ...values }),
    }),
  );

async function exchanged(accounts: readonly AsLocation[], more: Record<string, string> = {}) {
  const code = (await login(accounts, more)).searchParams.get('code') ?? '';
  return token({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier });
}

describe('the consent page', () => {
  test('is shown, may be denied, and rejects what is wrong', async () => {
    const at = (more: Record<string, string>) =>
      fetch(`${simulator.url}/google/www/o/oauth2/v2/auth?${new URLSearchParams({ ...asked(), ...more })}`, {
        redirect: 'manual',
      });
    expect(await (await at({})).text()).toContain('business.manage');
    const denied = new URL((await at({ decision: 'deny' })).headers.get('location') ?? '');
    expect(Object.fromEntries(denied.searchParams)).toEqual({ state: 'abc', error: 'access_denied' });
    for (const wrong of [{ client_id: 'x' }, { scope: 'nothing' }, { response_type: 'token' }, { redirect_uri: 'x' }])
      expect((await at(wrong as Record<string, string>)).status).toBeGreaterThanOrEqual(400);
  });

  test('a code becomes tokens once', async () => {
    const back = await login([cafe]);
    expect(back.searchParams.get('state')).toBe('abc');
    const code = back.searchParams.get('code') ?? '';
    const values = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    expect((await token({ ...values, redirect_uri: 'https://x.example' })).body.error).toBe('redirect_uri_mismatch');
    expect((await token({ ...values, code_verifier: 'wrong' })).body.error).toBe('invalid_grant');
    const { status, body } = await token(values);
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3599, token_type: 'Bearer', id_token: expect.any(String) });
    expect(body.access_token).toMatch(/^ya29\./);
    expect(body.refresh_token).toMatch(/^1\/\//);
    expect(body.scope).toContain('business.manage');
    expect(await token(values)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await token({ ...values, client_id: 'x' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  test('a second login without prompt has no refresh token, and scopes may be taken out', async () => {
    await exchanged([bar]);
    expect((await exchanged([bar], { prompt: '' })).body).not.toHaveProperty('refresh_token');
    const { body } = await exchanged([bar], { untick: 'https://www.googleapis.com/auth/business.manage' });
    expect(body.scope).not.toContain('business.manage');
    const poor = Object.assign(await asLocation(simulator), { token: body.access_token });
    expect((await poor.get(`/v4/${bar.id}/localPosts`)).body.error.status).toBe('PERMISSION_DENIED');
  });
});

describe('tokens', () => {
  test('end after an hour; a refresh gives a new access token and keeps the refresh token', async () => {
    const pub = await asLocation(simulator);
    const { refresh_token = '', expires_in_seconds } = pub.account.tokens;
    expect(expires_in_seconds).toBe(3599);
    await simulator.advance(3_600);
    expect((await pub.get('localPosts')).status).toBe(401);
    for (let times = 0; times < 2; times += 1) {
      const { body } = await token({ grant_type: 'refresh_token', refresh_token });
      expect(body).not.toHaveProperty('refresh_token');
      pub.token = body.access_token;
      expect((await pub.get('localPosts')).status).toBe(200);
    }
    const forged = await token({ grant_type: 'refresh_token', refresh_token: 'forged' });
    expect(forged).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const calls = await simulator.calls(`platform=google&account=${pub.id}&operation=refresh_token`);
    expect(calls).toHaveLength(2);
  });

  test('an expired_token fault ends with a refresh; revoking ends everything', async () => {
    const pub = await asLocation(simulator);
    const refresh_token = pub.account.tokens.refresh_token ?? '';
    await simulator.fault({ kind: 'expired_token', platform: 'google', account: pub.id, times: 0 });
    expect((await pub.get('localPosts')).status).toBe(401);
    pub.token = (await token({ grant_type: 'refresh_token', refresh_token })).body.access_token;
    expect((await pub.get('localPosts')).status).toBe(200);
    const asked = new URLSearchParams({ access_token: pub.token });
    const info = await seen(fetch(`${simulator.url}/google/oauth/tokeninfo`, { method: 'POST', body: asked }));
    expect(info.body.scope).toContain('business.manage');
    const body = new URLSearchParams({ token: pub.token });
    expect((await fetch(`${simulator.url}/google/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    expect((await pub.get('localPosts')).status).toBe(401);
    expect((await token({ grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant');
  });
});

describe('discovery', () => {
  test('the profile, with account and location', async () => {
    const pub = await asLocation(simulator, 'the_pub');
    const { accounts } = (await pub.get('/v1/accounts', 'accounts')).body;
    expect(accounts).toMatchObject([{ name: pub.accountName, type: 'PERSONAL', role: 'PRIMARY_OWNER' }]);
    const list = `/v1/${pub.accountName}/locations`;
    expect((await pub.get(list, 'information')).body.error.status).toBe('INVALID_ARGUMENT');
    expect((await pub.get(`${list}?readMask=colour`, 'information')).status).toBe(400);
    const mask = 'readMask=name,title,storeCode,metadata,storefrontAddress,regularHours';
    const { locations, totalSize } = (await pub.get(`${list}?${mask}&pageSize=100`, 'information')).body;
    expect(totalSize).toBe(1);
    expect(locations).toMatchObject([
      { name: pub.locationName, title: 'The Pub', storeCode: 'the_pub', metadata: { canOperateLocalPost: true } },
    ]);
    expect(locations[0]).not.toHaveProperty('websiteUri');
    expect((await cafe.get(`${list}?${mask}`, 'information')).status).toBe(401);
  });

  test('a login of several locations: the call counts for the one in its path', async () => {
    const one = await asLocation(simulator);
    const two = await asLocation(simulator);
    const { body } = await exchanged([one, two]);
    one.token = body.access_token;
    const accounts = (await one.get('/v1/accounts', 'accounts')).body.accounts;
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual([one.accountName, two.accountName]);
    const { locations } = (await one.get('/v1/accounts/-/locations?readMask=name', 'information')).body;
    expect(locations).toHaveLength(2);
    const path = `/v4/${two.id}/localPosts`;
    const posted = await one.call('POST', 'business', path, { summary: 'For two', topicType: 'STANDARD' });
    expect(posted.status).toBe(200);
    expect(await simulator.ledger(`platform=google&account=${two.id}`)).toMatchObject([{ text: 'For two' }]);
    expect(await simulator.ledger(`platform=google&account=${one.id}`)).toEqual([]);
    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    one.token = (await token(again)).body.access_token;
    expect((await one.get(path)).body.localPosts).toHaveLength(1);
  });
});
