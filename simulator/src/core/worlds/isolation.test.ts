import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CallbackReceiver } from '../../platforms/meta/test-callbacks.ts';
import { type Json, seen } from '../test-account.ts';
import { type MadeAccount, TestSimulator, type TestWorld, until } from '../testing.ts';

const simulator = new TestSimulator();
let ours: TestWorld;
let theirs: TestWorld;
let receiver: CallbackReceiver;

beforeAll(async () => {
  await simulator.start();
  ours = await simulator.world('w_aaaaaaaaaaaaaaaa');
  theirs = await simulator.world('w_bbbbbbbbbbbbbbbb');
  receiver = await new CallbackReceiver().start();
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const withJson = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const bearer = ({ tokens }: MadeAccount) => ({ authorization: `Bearer ${tokens.access_token}` });
const me = (world: TestWorld, account: MadeAccount) =>
  seen(fetch(`${world.url}/mastodon/api/v1/accounts/verify_credentials`, { headers: bearer(account) }));
const publish = (world: TestWorld, account: MadeAccount, status: string) =>
  seen(fetch(`${world.url}/mastodon/api/v1/statuses`, { ...form({ status }), headers: bearer(account) }));
const deliver = (world: TestWorld, body: object) => fetch(`${world.url}/receiver/hooks`, withJson('POST', body));

/** Everything that a world's own calls show, but the time. */
async function everythingIn(world: TestWorld): Promise<Json> {
  const { platforms } = await world.control<{ platforms: Json[] }>('GET', '/state');
  const apps = platforms.map(({ platform }) => world.control('GET', `/apps/${platform}`));
  const paths = ['/accounts', '/ledger', '/calls', '/callbacks', '/faults', '/held', '/settings'];
  return {
    platforms,
    apps: await Promise.all(apps),
    answers: await Promise.all(paths.map((path) => world.control('GET', path))),
    receiver: (await seen(fetch(`${world.url}/receiver/hooks`))).body,
    page: (await (await fetch(`${world.url}/`)).text()).replace(/<time.*?<\/time>/g, ''),
  };
}

/** What every world has: an account, posts, a comment, a webhook, a callback, a fault, settings. */
async function furnish(world: TestWorld): Promise<MadeAccount> {
  const account = await world.account('mastodon', { username: 'acme' });
  const business = await world.account('instagram', { username: 'acme' });
  await world.control('PUT', '/apps/instagram', { callback_url: receiver.url, verify_token: receiver.verifyToken });
  const subscribed = 'fields=comments,messages&access_token=';
  const me = `${world.url}/instagram/graph/v25.0/me`;
  await fetch(`${me}/subscribed_apps?subscribed_${subscribed}${business.tokens.access_token}`, { method: 'POST' });
  await publish(world, account, 'Hello');
  await world.visitor({ platform: 'mastodon', account: account.platform_id, action: 'comment', text: 'Nice' });
  await world.visitor({ platform: 'instagram', account: business.platform_id, action: 'message', text: 'Hi' });
  await until(
    () => world.callbacks(),
    (reports) => reports.length > 0,
  );
  await fetch(`${world.url}/receiver/hooks`, withJson('PUT', { secret: 'one' }));
  await deliver(world, { event: 'ping' });
  await world.fault({ kind: 'throttle', platform: 'twitter', times: 0 });
  await world.settings({ duplicate_rules: false });
  return account;
}

describe('what is in one world', () => {
  let account: MadeAccount;
  let before: Json;

  beforeAll(async () => {
    account = await furnish(theirs);
    before = await everythingIn(theirs);
  });

  test('is not moved by anything that happens in another', async () => {
    const own = await furnish(ours);
    await ours.settings({ rate_limits: true, reply_restriction: true });
    await ours.fault({ kind: 'expired_token', platform: 'instagram' });
    await ours.fault({ kind: 'hold', times: 0 });
    void publish(ours, own, 'Held').catch(() => {});
    await ours.control('POST', '/removals', { platform: 'instagram', account: 'acme' });
    await deliver(ours, { event: 'another' });
    await fetch(`${ours.url}/receiver/hooks/behaviour`, withJson('PUT', { status: 500 }));
    await ours.advance(90 * 86_400);
    expect(await everythingIn(theirs)).toEqual(before);
    expect((await deliver(theirs, { event: 'ping' })).status).toBe(200);
    expect((await publish(theirs, account, 'Still here')).status).toBe(200);
    expect((await ours.held()).length).toBe(1);
    await ours.control('DELETE', '/faults');
    await ours.control('POST', '/held/release-all');
  });

  test('has its own clock', async () => {
    const aheadOf = async (world: TestWorld) => {
      const response = await fetch(`${world.url}/control/state`);
      const { now } = (await response.json()) as { now: string };
      const header = Number(response.headers.get('x-simulator-ahead-seconds') ?? 0);
      return { header, isAhead: Date.parse(now) > Date.now() + 80 * 86_400_000 };
    };
    expect(await aheadOf(ours)).toEqual({ header: 90 * 86_400, isAhead: true });
    expect(await aheadOf(theirs)).toEqual({ header: 0, isAhead: false });
    const until = await ours.control('POST', '/clock', { ahead_seconds: 91 * 86_400 });
    expect(until).toMatchObject({ moved_seconds: 86_400 });
    expect(await ours.control('POST', '/clock', { ahead_seconds: 60 })).toMatchObject({ moved_seconds: 0 });
    expect(await aheadOf(ours)).toMatchObject({ header: 91 * 86_400 });
  });

  test('is unknown to another: its tokens, its apps, its accounts', async () => {
    expect((await me(theirs, account)).status).toBe(200);
    expect(await me(ours, account)).toMatchObject({ status: 401, body: { error: 'The access token is invalid' } });
    const idOf = async (world: TestWorld) => (await world.control('GET', '/apps/twitter')).client_id;
    expect(await idOf(ours)).not.toBe(await idOf(theirs));
    const visitor = { platform: 'mastodon', account: account.platform_id, action: 'comment', text: 'x' };
    await expect(ours.visitor(visitor)).rejects.toThrow('404');
  });

  test('is not on the consent pages of another, whose codes open nothing', async () => {
    const redirect_uri = 'https://app.example/cb';
    const appIn = async (world: TestWorld) =>
      (
        await seen(
          fetch(`${world.url}/mastodon/api/v1/apps`, form({ client_name: 'App', redirect_uris: redirect_uri })),
        )
      ).body;
    const { client_id, client_secret } = await appIn(theirs);
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
    const consent = (world: TestWorld, more = '') =>
      seen(fetch(`${world.url}/mastodon/oauth/authorize?${query}${more}`, { redirect: 'manual' }));
    expect((await consent(theirs)).text).toContain(account.platform_id);
    expect((await consent(ours)).status).toBe(401);
    query.set('client_id', (await appIn(ours)).client_id);
    expect((await consent(ours)).text).not.toContain(account.platform_id);
    query.set('client_id', client_id);

    const decided = await consent(theirs, `&decision=allow&account=${account.platform_id}`);
    const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri };
    const redeem = async (world: TestWorld, app: { client_id: string; client_secret: string }) =>
      (await seen(fetch(`${world.url}/mastodon/oauth/token`, form({ ...exchange, ...app })))).status;
    expect(await redeem(ours, await appIn(ours))).toBe(400);
    expect(await redeem(theirs, { client_id, client_secret })).toBe(200);
  });

  test('has its own files, whose addresses contain the world', async () => {
    const body = new FormData();
    body.set('file', await (await fetch(`${theirs.url}/files/sample.jpg`)).blob(), 'a.jpg');
    const media = await seen(
      fetch(`${theirs.url}/mastodon/api/v2/media`, { method: 'POST', body, headers: bearer(account) }),
    );
    const path = new URL(media.body.url).pathname.replace('/w_bbbbbbbbbbbbbbbb', '');
    expect((await fetch(theirs.url + path)).status).toBe(200);
    expect((await fetch(ours.url + path)).status).toBe(404);
    expect((await publish(theirs, account, 'A link')).body.uri).toContain(`${theirs.url}/mastodon/`);
  });

  test('has its own rate windows', async () => {
    const windows = [];
    for (const world of [ours, theirs]) {
      const other = await world.account('mastodon', { username: 'window' });
      for (let use = 0; use < 3; use += 1) await me(world, other);
      windows.push((await me(world, other)).headers.get('x-ratelimit-remaining'));
    }
    expect(windows).toEqual(['296', '296']);
  });
});

test('an address that names no world that is there is answered 404, and makes none', async () => {
  const path = '/w_cccccccccccccccc/control/accounts';
  const response = await seen(fetch(simulator.origin + path, withJson('POST', { platform: 'mastodon' })));
  expect(response).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('no world w_cccccccccccccccc') },
  });
  expect((await simulator.worlds()).map(({ world }) => world)).not.toContain('w_cccccccccccccccc');
  for (const id of ['w_short', 'W_AAAAAAAAAAAAAAAA', 'w_aaaaaaaaaaaaaaa/'])
    expect((await fetch(`${simulator.origin}/worlds/${encodeURIComponent(id)}`, { method: 'PUT' })).status).toBe(400);
});
