import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, withNewKey } from '../../../test/steps.ts';
import { consent, follow } from '../connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise', platforms: ['instagram'] });
});
afterAll(() => service?.close());

const me = '/v1/users/me';

describe('get_me, update_me', () => {
  test('the owner is the same for both environments and every key, and keeps settings', async () => {
    const { status, body: owner } = await ws.api.get(me);
    expect([status, owner]).toEqual([
      200,
      {
        id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
        email: `owner@${ws.id}.invalid`,
        plan: 'enterprise',
        onboarding: true,
        beta_tester: false,
        allowed_platforms: expect.arrayContaining(['instagram', 'mastodon']),
        billing_blocked: false,
        lock_accounts_to_brand: false,
        facebook_page_selection: true,
        livemode: false,
      },
    ]);
    const limited = await withNewKey(service, ws, { scopes: ['posts:read'] });
    expect((await limited.api.get(me)).body).toEqual(owner);
    expect((await ws.liveApi.get(me)).body).toEqual({ ...owner, livemode: true });

    const options = { onboarding: false, use_case: ' An agency ', referral: 'A friend' };
    const changed = await ws.liveApi.patch(me, options);
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...owner, onboarding: false, use_case: 'An agency', livemode: true },
    ]);
    expect((await ws.liveApi.patch(me, {})).body).toEqual(changed.body);
    expect((await ws.api.get(me)).body).toEqual({ ...changed.body, livemode: false });
    expect((await ws.liveApi.patch(me, { use_case: '' })).body).not.toHaveProperty('use_case');
    const other = await service.workspace();
    expect((await other.api.get(me)).body).toMatchObject({ onboarding: true, plan: 'pro' });
    expect((await other.api.get(me)).body.id).not.toBe(owner.id);
  });

  test('rejects test keys, restricted keys and other values, and changes nothing in a dry run', async () => {
    const before = (await ws.liveApi.get(me)).body;
    const conflict = { status: 409, body: { code: 'conflict' } };
    expect(await ws.api.patch(me, { lock_accounts_to_brand: true })).toMatchObject(conflict);
    expect(await ws.api.delete(me)).toMatchObject(conflict);
    const { api: limited } = await withNewKey(service, ws, { scopes: ['accounts:manage'] });
    const forbidden = { status: 403, body: { code: 'insufficient_scope' } };
    expect(await limited.patch(me, {})).toMatchObject(forbidden);
    expect(await limited.delete(me)).toMatchObject(forbidden);
    const wrong: [string, unknown][] = [
      ['onboarding', true],
      ['onboarding', null],
      ['use_case', 'x'.repeat(501)],
      ['referral', 7],
      ['lock_accounts_to_brand', 'yes'],
      ['email', 'me@example.com'],
    ];
    for (const [field, value] of wrong)
      expect(await ws.liveApi.patch(me, { [field]: value }), field).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', meta: { field } },
      });
    expect((await ws.liveApi.patch(`${me}?dry_run=true`, { use_case: 'Dry' })).status).toBe(200);
    expect((await ws.liveApi.delete(`${me}?dry_run=true`)).body).toEqual({ ok: true, dry_run: true });
    expect((await ws.liveApi.get(me)).body).toEqual(before);
  });
});

test('connect_account: an account moves to another brand unless the owner locks accounts to their brands', async () => {
  const { id, platformId } = accountOf(ws, 'instagram');
  const brand = async (name: string): Promise<string> => (await ws.api.post('/v1/brands', { name })).body.id;
  const brandOf = async () => (await ws.api.get(`/v1/accounts/${id}`)).body.brand_id;
  async function connect(brandId?: string) {
    const options = { platform: 'instagram', redirect_uri: 'https://customer.example/done' };
    const named = brandId === undefined ? {} : { brand_id: brandId };
    const { body } = await ws.api.post('/v1/accounts/connect', { ...options, ...named });
    return (await follow((await consent(body.auth_url, { account: platformId })).url.href)).query;
  }
  const [first, second] = [await brandOf(), await brand('Second')];
  expect(await connect(second)).toMatchObject({ status: 'success', account_id: id });
  expect(await brandOf()).toBe(second);

  await ws.liveApi.patch(me, { lock_accounts_to_brand: true });
  expect(await connect(first)).toMatchObject({ status: 'error', error: 'account_already_linked' });
  expect(await brandOf()).toBe(second);
  // Its own brand, and no named brand, connect it again.
  expect(await connect(second)).toMatchObject({ status: 'success', account_id: id });
  expect(await connect()).toMatchObject({ status: 'success', account_id: id });
  expect(await brandOf()).toBe(second);

  await ws.liveApi.patch(me, { lock_accounts_to_brand: false });
  expect(await connect(first)).toMatchObject({ status: 'success', account_id: id });
  expect(await brandOf()).toBe(first);
});
