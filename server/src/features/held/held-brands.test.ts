import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { keyMadeBy } from '../../../test/steps.ts';
import { consent, follow, newAccount } from '../connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let lead: Browser;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
  lead = await signedIn(service, ws, { role: 'admin' });
});
afterAll(() => service?.close());

const redirect_uri = 'https://app.example/';
const later = () => new Date(Date.now() + 3_600_000).toISOString();
const newBrand = async (): Promise<string> => (await ws.api.post('/v1/brands', { name: 'Acme' })).body.id;
const heldOf = async (id: string, by: Client = lead) => (await by.get(`/v1/held/${id}`)).body;

async function connect(brand_id: string, account: Body): Promise<Body> {
  const metadata = { handle: account.username };
  const { body } = await ws.api.post('/v1/accounts/connect', { platform: 'bluesky', brand_id, redirect_uri, metadata });
  return (await follow((await consent(body.auth_url, { account: account.platform_id })).url.href)).query;
}

describe('an account that moves into a brand with approval', () => {
  test('its scheduled posts wait, what waits follows it, and moving back releases nothing', async () => {
    const [free, strict] = [await newBrand(), await newBrand()];
    await lead.patch(`/v1/brands/${strict}`, { approval: true });
    const account = await newAccount(ws, 'bluesky');
    const { account_id } = await connect(free, account);
    const make = (by: Client, text: string) =>
      by.post('/v1/posts', { text, targets: [{ account_id }], scheduled_at: later() });
    const planned = (await make(ws.api, 'Planned')).body;
    const planner = await keyMadeBy(ws.api, service, { sending: 'held' });
    const waiting = (await make(planner, 'Waiting')).body.held;
    const ofStrict = await signedIn(service, ws, { role: 'editor', brandIds: [strict], canApprove: true });
    expect((await ofStrict.get(`/v1/held/${waiting.id}`)).status).toBe(404);

    const metadata = { identifier: account.username, app_password: 'simu-late-dapp-pass' };
    const moved = await ws.api.post('/v1/accounts/connect', { platform: 'bluesky', brand_id: strict, metadata });
    expect(moved).toMatchObject({ status: 201, body: { account_id, brand_id: strict, held_count: 1 } });
    const post = (await ws.api.get(`/v1/posts/${planned.id}`)).body;
    expect(post).toMatchObject({ status: 'draft', scheduled_at: planned.scheduled_at, held: { reason: 'brand' } });
    expect(await heldOf(post.held.id, ofStrict)).toMatchObject({ brand_id: strict, cost: { posts: 0 } });
    expect(await heldOf(waiting.id, ofStrict)).toMatchObject({ brand_id: strict, reason: 'brand' });
    // The maker of the key counts as its author, who decides nothing in a brand with approval.
    const { fingerprint } = await heldOf(waiting.id);
    expect(await ws.api.post(`/v1/held/${waiting.id}/approve`, { fingerprint })).toMatchObject({ status: 403 });

    await connect(free, account);
    expect((await ws.api.get(`/v1/posts/${planned.id}`)).body).toMatchObject({
      status: 'draft',
      held: { state: 'waiting' },
    });
    expect(await lead.post(`/v1/held/${post.held.id}/approve`, { fingerprint: post.held.fingerprint })).toMatchObject({
      status: 200,
      body: { status: 'scheduled' },
    });
  });
});

test('a dry run of select_profile counts the posts that would wait', async () => {
  const [free, strict] = [await newBrand(), await newBrand()];
  await lead.patch(`/v1/brands/${strict}`, { approval: true });
  const account = [await newAccount(ws, 'linkedin_page'), await newAccount(ws, 'linkedin_page')].map(
    ({ platform_id: id }) => id,
  );
  const choose = async (brand_id: string, query = '') => {
    const begun = await ws.api.post('/v1/accounts/connect', { platform: 'linkedin_page', brand_id, redirect_uri });
    const { query: end } = await follow((await consent(begun.body.auth_url, { account })).url.href);
    const chosen = { platform_account_id: account[0] };
    return (await ws.api.post(`/v1/accounts/pending/${end.connection_id}/select${query}`, chosen)).body;
  };
  const { account_id } = await choose(free);
  await ws.api.post('/v1/posts', { text: 'Planned', targets: [{ account_id }], scheduled_at: later() });
  expect(await choose(strict, '?dry_run=true')).toMatchObject({ dry_run: true, held_count: 1 });
  expect(await choose(free, '?dry_run=true')).not.toHaveProperty('held_count');
});

describe('update_brand with approval: true', () => {
  const trying = async (by: Client, brand: string, more: object = {}) =>
    (await by.patch(`/v1/brands/${brand}?dry_run=true`, { approval: true, ...more })).body;

  test('warns while the only one who could approve is the only author', async () => {
    const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
    const [{ brand_id: brand }] = (await own.api.get('/v1/accounts')).body.data;
    const alone = await signedIn(service, own, { role: 'owner' });
    // The key of the workspace has no maker: it is another author.
    expect((await trying(alone, brand)).warnings).toBeUndefined();
    const { data } = (await alone.get('/v1/keys')).body;
    const mine = await alone.post('/v1/keys', { name: 'Mine', can_approve: true });
    for (const { id } of data) await alone.delete(`/v1/keys/${id}`);
    expect(mine.status).toBe(201);
    expect(await trying(alone, brand)).toMatchObject({
      held_count: 0,
      warnings: [expect.stringMatching(/\/v1\/reviews.*self_approval/)],
    });
    expect((await trying(alone, brand, { self_approval: true })).warnings).toBeUndefined();
    await signedIn(service, own, { role: 'client', brandIds: [brand] });
    expect((await trying(alone, brand)).warnings).toBeUndefined();
  });
});

test('what waits follows its accounts to another brand: the reason is that of who changed it', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'], approves: true });
  const [strict, free] = [own.accounts.bluesky?.id, own.accounts.mastodon?.id];
  const { body: other } = await own.api.post('/v1/brands', { name: 'Strict' });
  await service.sql('update accounts set brand_id = $1 where id = $2', [other.id, strict]);
  await own.api.patch(`/v1/brands/${other.id}`, { approval: true });
  const { body: key } = await own.api.post('/v1/keys', { name: 'Planner', sending: 'held' });
  const made = await own.api.post('/v1/posts', { text: 'Now', targets: [{ account_id: strict }], publish_now: true });
  expect(made.body.held.reason).toBe('brand');
  const change = { targets: [{ account_id: free }] };
  const changed = await createClient(service.url, key.raw_key).patch(`/v1/posts/${made.body.id}`, change);
  expect(changed.body.held.reason).toBe('sending');
  const { id, fingerprint } = changed.body.held;
  expect(await own.api.post(`/v1/held/${id}/approve`, { fingerprint })).toMatchObject({ status: 403 });
});
