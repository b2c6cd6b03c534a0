import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, comment, eventsOf, image, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';
import { consent, follow, newAccount } from '../connecting/consent.fixture.ts';

const DAY_MS = 86_400_000;
const PLATFORMS = ['mastodon', 'instagram', 'linkedin'] as const;
let service: TestService;
/** Does everything that it can to the other one. */
let loud: TestWorkspace;
let quiet: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  [loud, quiet] = await Promise.all([
    service.workspace({ platforms: PLATFORMS }),
    service.workspace({ platforms: PLATFORMS }),
  ]);
});
afterAll(() => service?.close());

async function publish(ws: TestWorkspace, text: string, platform = 'mastodon', media: object[] = []): Promise<Body> {
  const post = { text, media, targets: targetsOn(ws, platform), publish_now: true };
  return (await ws.api.post('/v1/posts', post, waiting)).body;
}

async function deliveriesAt(ws: TestWorkspace): Promise<Body[]> {
  return ((await (await fetch(`${ws.simulatorUrl}/receiver/shop`)).json()) as Body).deliveries;
}

describe('get_test_world', () => {
  test('a test key learns the address of its world, a live key that it has none', async () => {
    const { status, body } = await quiet.api.get('/v1/test/world');
    expect([status, body]).toEqual([200, { world: quiet.world, url: quiet.pages, livemode: false }]);
    expect(body.world).toMatch(/^w_[0-9a-f]{32}$/);
    expect(loud.world).not.toBe(body.world);
    for (const path of ['/', '/control/state', '/files/sample.jpg', '/receiver/shop'])
      expect((await fetch(body.url + path)).status, path).toBe(200);
    expect(await quiet.liveApi.get('/v1/test/world')).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail_code: 'world.test_only' },
    });
  });

  test('a world that nobody has is none, and is not made by asking for it', async () => {
    const nobody = `${service.url}/simulator/w_${'0'.repeat(32)}/control/state`;
    expect((await fetch(nobody)).status).toBe(404);
    expect((await fetch(nobody)).status).toBe(404);
  });
});

describe('nothing of one world reaches another', () => {
  test('not its clock, faults, settings or receivers', async () => {
    const options = { url: 'https://simulator.test/receiver/shop', events: ['post.published'] };
    for (const ws of [loud, quiet]) expect((await ws.api.post('/v1/webhooks', options)).status).toBe(201);
    await loud.control('POST', 'faults', { platform: 'mastodon', kind: 'server_error', status: 503, times: 0 });
    await loud.control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
    await loud.api.post('/v1/test/clock', { advance: 'P90D' });
    const post = await publish(quiet, 'Undisturbed');
    expect(post.status).toBe('published');
    const { entries } = await quiet.control('GET', 'ledger?kind=post');
    expect(entries.map(({ text }: Body) => text)).toEqual(['Undisturbed']);
    expect(Math.abs(Date.parse(entries[0].at) - Date.now())).toBeLessThan(DAY_MS);
    await comment(quiet, 'mastodon', post.targets[0].platform_post_id, 'Today');
    const said = await until(
      async () => (await eventsOf(quiet.api)).find(({ type }) => type === 'comment.received'),
      'the comment is here',
    );
    expect(Math.abs(Date.parse(said.created_at) - Date.now())).toBeLessThan(DAY_MS);
    const seen = await until(async () => {
      const deliveries = await deliveriesAt(quiet);
      return deliveries.length >= 2 && deliveries;
    }, 'the event is delivered');
    expect(seen.map(({ event }: Body) => event)).toEqual(['webhook.test', 'post.published']);
    expect((await deliveriesAt(loud)).map(({ event }: Body) => event)).toEqual(['webhook.test']);
    expect((await quiet.control('GET', 'settings')).rate_limits).not.toBe(false);
    await loud.control('DELETE', 'faults');
  });

  test('not its accounts: a consent page lists those of its own world', async () => {
    const other = await loud.control('POST', 'accounts', { platform: 'instagram', username: 'loudest' });
    const mine = await newAccount(quiet, 'instagram');
    const options = { platform: 'instagram', redirect_uri: 'https://app.example/' };
    const { auth_url } = (await quiet.api.post('/v1/accounts/connect', options)).body;
    expect(auth_url).toContain(`${quiet.pages}/`);
    const page = await (await fetch(auth_url)).text();
    expect(page).toContain(mine.username);
    expect(page).not.toContain(other.username);
    const { query } = await follow((await consent(auth_url, { account: mine.platform_id })).url.href);
    expect(query).toMatchObject({ status: 'success' });
  });

  test('not its tokens', async () => {
    const { tokens } = await newAccount(loud, 'mastodon');
    const ask = async (ws: TestWorkspace) =>
      (
        await fetch(`${ws.simulatorUrl}/mastodon/api/v1/accounts/verify_credentials`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
      ).status;
    expect([await ask(loud), await ask(quiet)]).toEqual([200, 401]);
  });

  test('not its callbacks: a world’s secret signs for its own address, and reaches its own accounts only', async () => {
    const { client_secret: secret } = await loud.control('GET', 'apps/instagram');
    const entry = (id: string) => ({
      id,
      time: 1772224000,
      changes: [{ field: 'comments', value: { id: 'c1', text: 'Hello', media: { id: '1' }, from: { id: '7' } } }],
    });
    const ids = [loud, quiet].map((ws) => accountOf(ws, 'instagram').platformId);
    const body = JSON.stringify({ object: 'instagram', entry: ids.map(entry) });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    const send = async (world: string) =>
      (await fetch(`${service.url}/callbacks/test/${world}/instagram`, { method: 'POST', body, headers })).status;
    expect([await send(quiet.world), await send(`w_${'0'.repeat(32)}`), await send('w_%00')]).toEqual([401, 404, 404]);
    expect(await send(loud.world)).toBe(200);
    const stored = await service.sql(`select tenant_id from callbacks where key like '%c1%'`);
    expect(stored).toEqual([{ tenant_id: loud.tenantId }]);
  });

  test('not through an address in an answer: a call leads nowhere but into its own world', async () => {
    const uploadUrl = `${loud.simulatorUrl}/receiver/trap`;
    const body = { value: { uploadUrl, uploadUrlExpiresAt: 0, image: 'urn:li:image:1' } };
    const { platformId: account } = accountOf(quiet, 'linkedin');
    const options = { platform: 'linkedin', account, kind: 'body', status: 200, body };
    await quiet.control('POST', 'faults', options);
    expect((await publish(quiet, 'Look', 'linkedin', [image])).status).toBe('published');
    const files = (await ledgerOf(quiet, 'linkedin')).map(({ media }) => media.length);
    expect(files).toEqual([1]);
    expect((await (await fetch(`${loud.simulatorUrl}/receiver/trap`)).json()) as Body).toMatchObject({
      deliveries: [],
    });
  });
});

test('bluesky: an account is connected, publishes and renews its tokens after the clock was advanced', async () => {
  const ws = await service.workspace();
  for (const advance of ['P90D', 'P1D']) {
    expect((await ws.api.post('/v1/test/clock', { advance })).status).toBe(200);
    const account = await newAccount(ws, 'bluesky');
    const metadata = { handle: `@${account.username}` };
    const options = { platform: 'bluesky', redirect_uri: 'https://app.example/', metadata };
    const { body } = await ws.api.post('/v1/accounts/connect', options);
    const { query } = await follow((await consent(body.auth_url, { account: account.platform_id })).url.href);
    expect(query, query.error_description).toMatchObject({ status: 'success' });
    for (const text of ['First', 'After a day']) {
      const post = { text, targets: [{ account_id: query.account_id }], publish_now: true };
      expect((await ws.api.post('/v1/posts', post, waiting)).body.status, text).toBe('published');
      await ws.api.post('/v1/test/clock', { advance: 'P1D' });
    }
    expect((await ws.api.get(`/v1/accounts/${query.account_id}`)).body.status).toBe('active');
    expect((await ws.api.delete(`/v1/accounts/${query.account_id}`)).status).toBe(204);
  }
});

test('a purged workspace takes its world and the apps of its world along', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const worlds = async () =>
    ((await (await fetch(`${service.simulatorRoot}/worlds`)).json()) as Body).worlds.map(({ world }: Body) => world);
  const apps = () => service.sql('select 1 from platform_apps where world = $1', [ws.world]);
  expect(await worlds()).toContain(ws.world);
  expect(await apps()).toHaveLength(1);
  await ws.liveApi.delete('/v1/users/me');
  await until(async () => (await service.sql('select 1 from revocations')).length === 0, 'the access is revoked');
  await service.sql('update owners set purge_at = now(), due_at = now() where workspace_id = $1', [ws.id]);
  await until(
    async () => (await service.sql('select 1 from workspaces where id = $1', [ws.id])).length === 0,
    'purged',
  );
  expect(await worlds()).not.toContain(ws.world);
  expect(await apps()).toEqual([]);
});

test('a world that the operator deleted is made again, and a post for it waits for that', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const remove = async () =>
    expect((await fetch(`${service.simulatorRoot}/worlds/${ws.world}`, { method: 'DELETE' })).status).toBe(204);
  await remove();
  const post = await publish(ws, 'Into the void');
  // The new world does not know the token; a poll may have noticed that first.
  expect(['invalid_token', 'reconnection_required']).toContain(post.targets[0].error.code);
  expect((await fetch(`${ws.pages}/control/state`)).status).toBe(200);

  await remove();
  await fetch(`${ws.pages}/control/state`);
  expect((await fetch(`${ws.pages}/control/state`)).status).toBe(200);

  await remove();
  expect((await ws.api.post('/v1/test/clock', { advance: 'P1D' })).status).toBe(200);
});
