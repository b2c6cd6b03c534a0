import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstAppPassword } from './sessions.ts';
import { AsAccount, asAccount, chatProxy, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;
const server = 'com.atproto.server';

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'alice.test');
});
afterAll(() => simulator.close());

/** The same account with another token. */
function as(token: string | undefined): AsAccount {
  const other = new AsAccount(simulator, me.account);
  other.token = token;
  return other;
}

const login = (password: string, identifier = 'alice.test') =>
  as(undefined).do(`${server}.createSession`, { identifier, password });

test('an app password opens a session that is refreshed and closed', async () => {
  const { body } = await login(firstAppPassword);
  expect(body).toMatchObject({
    did: me.did,
    handle: 'alice.test',
    active: true,
    didDoc: { service: [{ id: '#atproto_pds', serviceEndpoint: `${simulator.url}/bluesky/pds` }, {}] },
  });
  const claims = JSON.parse(Buffer.from(body.accessJwt.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ scope: 'com.atproto.appPassPrivileged', sub: me.did });
  expect(claims.exp - claims.iat).toBe(7200);
  expect((await as(body.accessJwt).get(`${server}.getSession`)).body).toMatchObject({ did: me.did });

  const refreshed = await as(body.refreshJwt).do(`${server}.refreshSession`);
  expect(refreshed.body).toMatchObject({ did: me.did, accessJwt: expect.any(String) });
  // The response may have been lost: the used token works a little longer.
  expect((await as(body.refreshJwt).do(`${server}.refreshSession`)).status).toBe(200);
  expect((await as(refreshed.body.refreshJwt).do(`${server}.deleteSession`)).status).toBe(200);
  expect((await as(refreshed.body.refreshJwt).do(`${server}.refreshSession`)).body).toMatchObject({
    error: 'ExpiredToken',
  });
});

test('wrong passwords, no token, the wrong kind of token, a broken one', async () => {
  expect(await login('kydx-fhqp-g3nj-vede')).toMatchObject({
    status: 401,
    body: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' },
  });
  expect(await as(undefined).get(`${server}.getSession`)).toMatchObject({
    status: 401,
    body: { error: 'AuthMissing' },
  });
  expect(await as(me.account.tokens.refresh_token).get(`${server}.getSession`)).toMatchObject({
    status: 400,
    body: { error: 'InvalidToken' },
  });
  expect(await as('x').get(`${server}.getSession`)).toMatchObject({
    status: 400,
    body: { error: 'InvalidToken', message: 'Token could not be verified' },
  });
});

test('the chat asks for its proxy header', async () => {
  expect((await me.get('chat.bsky.convo.listConvos', {}, chatProxy)).body).toEqual({ convos: [] });
  expect((await me.get('chat.bsky.convo.listConvos')).status).toBe(501);
});

test('handles, documents and profiles are found', async () => {
  const anyone = as(undefined);
  expect((await anyone.get('com.atproto.identity.resolveHandle', { handle: 'alice.test' })).body).toEqual({
    did: me.did,
  });
  expect((await anyone.call('GET', `plc/${me.did}`)).body).toMatchObject({
    id: me.did,
    alsoKnownAs: ['at://alice.test'],
  });
  expect((await me.get('app.bsky.actor.getProfile', { actor: 'alice.test' })).body).toMatchObject({
    did: me.did,
    displayName: 'Alice',
    followersCount: 0,
  });
  expect((await anyone.get('app.bsky.actor.getProfile', { actor: 'alice.test' })).status).toBe(401);
  expect((await anyone.get('com.atproto.identity.resolveHandle', { handle: 'no.test' })).status).toBe(400);
});

test('limits stand in the headers; sessions of one account are 30 in five minutes', async () => {
  const { headers } = await me.get(`${server}.getSession`);
  expect(headers.get('ratelimit-policy')).toBe('3000;w=300');
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(1_700_000_000);
  const other = await asAccount(simulator, 'bob.test');
  const options = { identifier: 'bob.test', password: firstAppPassword };
  const statuses = new Set<number>();
  for (let time = 0; time < 30; time += 1) statuses.add((await other.do(`${server}.createSession`, options)).status);
  expect([...statuses]).toEqual([200]);
  const rejected = await other.do(`${server}.createSession`, options);
  expect(rejected).toMatchObject({ status: 429, body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' } });
  expect(rejected.headers.get('ratelimit-remaining')).toBe('0');
  await simulator.advance(301);
  expect((await other.do(`${server}.createSession`, options)).status).toBe(200);
});

test('access ends after two hours, by a 400', async () => {
  const other = await asAccount(simulator);
  await simulator.advance(7201);
  expect(await other.get(`${server}.getSession`)).toMatchObject({
    status: 400,
    body: { error: 'ExpiredToken', message: 'Token has expired' },
  });
  other.token = other.account.tokens.refresh_token;
  const { body } = await other.do(`${server}.refreshSession`);
  other.token = body.accessJwt;
  expect((await other.get(`${server}.getSession`)).status).toBe(200);
});

test('faults: expired until refreshed, throttled, unreachable upstream', async () => {
  const other = await asAccount(simulator);
  const target = { platform: 'bluesky', account: other.did };
  await simulator.fault({ ...target, kind: 'expired_token', times: 0 });
  expect((await other.get(`${server}.getSession`)).body).toMatchObject({ error: 'ExpiredToken' });
  other.token = other.account.tokens.refresh_token;
  other.token = (await other.do(`${server}.refreshSession`)).body.accessJwt;
  expect((await other.get(`${server}.getSession`)).status).toBe(200);
  await simulator.fault({ ...target, kind: 'throttle', retry_after_seconds: 5 });
  const throttled = await other.get(`${server}.getSession`);
  expect(throttled).toMatchObject({ status: 429, body: { error: 'RateLimitExceeded' } });
  const ahead =
    Number(throttled.headers.get('ratelimit-reset')) * 1000 - Date.parse(throttled.headers.get('date') ?? '');
  expect(ahead).toBeGreaterThanOrEqual(4000);
  expect(ahead).toBeLessThanOrEqual(7000);
  await simulator.fault({ ...target, kind: 'server_error', status: 502 });
  expect((await other.get(`${server}.getSession`)).body).toEqual({
    error: 'UpstreamFailure',
    message: 'Upstream service unreachable',
  });
});
