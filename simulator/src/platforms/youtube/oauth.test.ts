import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seen } from '../../core/test-account.ts';
import { type AsChannel, asChannel, newSimulator, reasonOf } from './testing.ts';

const simulator = newSimulator();
let acme: AsChannel;
beforeAll(async () => {
  await simulator.start();
  acme = await asChannel(simulator, 'acme');
});
afterAll(() => simulator.close());

const redirect_uri = 'https://hubbub.example/callback';
const verifier = 'v'.repeat(50);
const scopes = ['upload', 'force-ssl', 'readonly'].map((name) => `https://www.googleapis.com/auth/youtube.${name}`);
const asked = () => ({
  client_id: acme.account.app.client_id,
  redirect_uri,
  response_type: 'code',
  scope: scopes.join(' '),
  access_type: 'offline',
  prompt: 'consent',
  state: 'abc',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

const screen = (more: Record<string, string> = {}) =>
  fetch(`${simulator.url}/youtube/www/o/oauth2/v2/auth?${new URLSearchParams({ ...asked(), ...more })}`, {
    redirect: 'manual',
  });
const token = (values: Record<string, string>) => {
  const body = new URLSearchParams({ ...acme.account.app, ...values });
  return seen(fetch(`${simulator.url}/youtube/oauth/token`, { method: 'POST', body }));
};

async function exchanged(more: Record<string, string> = {}) {
  const response = await screen({ decision: 'allow', account: acme.id, ...more });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return await token({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier });
}

test('a login gives tokens of one channel, a refresh keeps the refresh token, a revocation ends both', async () => {
  expect(await (await screen()).text()).toContain('youtube.upload');
  const { body } = await exchanged();
  expect(body).toMatchObject({ expires_in: 3599, token_type: 'Bearer', scope: scopes.join(' ') });
  acme.token = body.access_token;
  expect((await acme.get('/channels?part=snippet&mine=true')).body.items).toMatchObject([{ id: acme.id }]);
  const refresh = () => token({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
  const renewed = (await refresh()).body;
  expect(renewed.access_token).not.toBe(body.access_token);
  expect(renewed.refresh_token).toBeUndefined();
  const asked = new URLSearchParams({ access_token: renewed.access_token });
  const info = await seen(fetch(`${simulator.url}/youtube/oauth/tokeninfo`, { method: 'POST', body: asked }));
  expect(info.body.scope).toBe(scopes.join(' '));

  const revoked = new URLSearchParams({ token: body.refresh_token });
  expect((await fetch(`${simulator.url}/youtube/oauth/revoke`, { method: 'POST', body: revoked })).status).toBe(200);
  expect((await refresh()).body).toMatchObject({ error: 'invalid_grant' });
  expect(reasonOf(await acme.get('/channels?part=snippet&mine=true'))).toBe('authError');
});

test('wrong requests are rejected', async () => {
  const denied = new URL((await screen({ decision: 'deny' })).headers.get('location') ?? '');
  expect(Object.fromEntries(denied.searchParams)).toEqual({ state: 'abc', error: 'access_denied' });
  const wrong: Record<string, string>[] = [{ client_id: 'x' }, { scope: 'nothing' }, { response_type: 'token' }];
  for (const more of wrong) expect((await screen(more)).status).toBeGreaterThanOrEqual(400);
  const code = { grant_type: 'authorization_code', code: '4/0Ax', redirect_uri };
  expect((await token(code)).body).toMatchObject({ error: 'invalid_grant' });
  expect(await token({ ...code, client_id: 'x' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

test('without consent anew there is no second refresh token', async () => {
  expect((await exchanged()).body.refresh_token).toBeTruthy();
  expect((await exchanged({ prompt: 'select_account' })).body.refresh_token).toBeUndefined();
});

test('a scope that was unticked is missing', async () => {
  const { body } = await exchanged({ untick: scopes[1] ?? '' });
  acme.token = body.access_token;
  const rejected = await acme.get(`/commentThreads?part=snippet&allThreadsRelatedToChannelId=${acme.id}`);
  expect([rejected.status, reasonOf(rejected)]).toEqual([403, 'insufficientPermissions']);
  expect((await acme.get('/channels?part=snippet&mine=true')).status).toBe(200);
});
