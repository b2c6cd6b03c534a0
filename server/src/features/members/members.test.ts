import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { accountOf, targetsOn, withNewKey } from '../../../test/steps.ts';
import { type Browser, createBrowser, joined, newMember, newOwner, PASSWORD } from '../people/people.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let owner: Browser;
let ownerId: string;
let admin: Browser;
let adminId: string;
let brandId: string;
const inTest = { 'x-hubbub-mode': 'test' };

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon', 'twitter'] });
  const first = await newOwner(service, ws.id);
  [owner, ownerId] = [first.browser, first.user.id];
  const second = await newMember(service, owner, { role: 'admin' });
  [admin, adminId] = [second.browser, second.user.id];
  brandId = (await ws.api.post('/v1/brands', { name: 'Harbour' })).body.id;
});
afterAll(() => service?.close());

const forbidden = (field: string) => ({
  status: 403,
  body: { code: 'permission_denied', detail_code: 'auth.more_than_own', meta: { field } },
});
const notAllowed = { status: 403, body: { code: 'insufficient_scope' } };
const invite = (by: Browser, membership: Body) =>
  by.call('POST', '/v1/members/invitations', { email: 'new@example.com', ...membership });
const change = (by: Browser, id: string, membership: Body) => by.call('PATCH', `/v1/members/${id}`, membership);

test('list_members tells what each may do, and who invited them', async () => {
  const { data } = (await admin.call('GET', '/v1/members')).body;
  expect(data).toMatchObject([
    { user_id: ownerId, role: 'owner', can_approve: true, brand_ids: null },
    { user_id: adminId, role: 'admin', can_approve: true, created_by: { type: 'user', id: ownerId } },
  ]);
});

describe('an invitation', () => {
  test('is shown with its link once, listed without it, and withdrawn (create_member_invitation, list_member_invitations, delete_member_invitation)', async () => {
    const { status, body } = await invite(admin, { role: 'editor', expires_in_days: 3 });
    expect([status, body]).toMatchObject([201, { url: expect.stringMatching(/\/join\/[\w-]{43}$/), is_mailed: false }]);
    const listed = await admin.call('GET', '/v1/members/invitations');
    expect(listed.body.data[0]).toMatchObject({ id: body.id, status: 'pending', created_by: { id: adminId } });
    expect(listed.text).not.toContain(body.url.split('/').at(-1));
    expect(JSON.stringify(await service.sql('select * from invitations'))).not.toContain(body.url.split('/').at(-1));
    expect((await admin.call('DELETE', `/v1/members/invitations/${body.id}`)).status).toBe(200);
    expect(
      (await createBrowser(service).call('GET', `/session/invitations/${body.url.split('/').at(-1)}`)).status,
    ).toBe(404);
  });

  test('that is too old, or whose fields are wrong, is rejected', async () => {
    const { body } = await invite(owner, { role: 'editor' });
    await service.sql(`update invitations set expires_at = now() where id = $1`, [body.id]);
    await expect(joined(service, body.url, { email: undefined })).rejects.toThrow(/too old/);
    const wrong: [Body, string][] = [
      [{ role: 'king' }, 'role'],
      [{ role: 'editor', email: 'nobody' }, 'email'],
      [{ role: 'editor', brand_ids: [] }, 'brand_ids'],
      [{ role: 'editor', brand_ids: ['brand_x'] }, 'brand_ids'],
      [{ role: 'client' }, 'brand_ids'],
      [{ role: 'admin', brand_ids: [brandId] }, 'brand_ids'],
      [{ role: 'editor', sending: 'never' }, 'sending'],
      [{ role: 'editor', expires_in_days: 0 }, 'expires_in_days'],
    ];
    for (const [fields, field] of wrong)
      expect(await invite(owner, fields), JSON.stringify(fields)).toMatchObject({
        status: 400,
        body: { meta: { field } },
      });
  });

  test('joins an existing person only after its own sign-in', async () => {
    const other = await service.workspace();
    const { browser, user } = await newOwner(service, other.id);
    const { body } = await owner.call('POST', '/v1/members/invitations', { email: user.email, role: 'viewer' });
    const token = body.url.split('/').at(-1);
    const accepted = await browser.call('POST', `/session/invitations/${token}`, {});
    expect(accepted.body).toMatchObject({ user: { id: user.id }, memberships: { length: 2 } });
    const of = (workspace: string) => browser.call('GET', '/v1/brands', undefined, { 'x-hubbub-workspace': workspace });
    expect([(await of(ws.id)).status, (await of(other.id)).status]).toEqual([200, 200]);
    const none = await browser.call('GET', '/v1/brands');
    expect(none, 'of two workspaces, one is named').toMatchObject({
      status: 403,
      body: { detail_code: 'auth.not_a_member' },
    });

    await service.sql('update people set address_proved_at = now() where user_id = $1', [user.id]);
    const again = await owner.call('POST', '/v1/members/invitations', { email: user.email, role: 'viewer' });
    const copied = await joined(service, again.body.url, { email: undefined });
    expect(copied.user, 'somebody else with a copied link').toMatchObject({ email_proved: false });
    expect(copied.user.id).not.toBe(user.id);
    const signedIn = await createBrowser(service).call('POST', '/session', { email: user.email, password: PASSWORD });
    expect(signedIn.body.user.id).toBe(user.id);
  });
});

describe('update_member, remove_member: nobody gives more than they have', () => {
  test('an admin makes no owner, changes none and removes none', async () => {
    expect(await invite(admin, { role: 'owner' })).toMatchObject(forbidden('role'));
    expect(await change(admin, adminId, { role: 'owner' })).toMatchObject(forbidden('role'));
    expect(await change(admin, ownerId, { role: 'viewer' })).toMatchObject(forbidden('user_id'));
    expect(await admin.call('DELETE', `/v1/members/${ownerId}`)).toMatchObject(forbidden('user_id'));
    for (const [method, path] of [
      ['PATCH', '/v1/users/me'],
      ['DELETE', '/v1/users/me'],
      ['POST', '/v1/billing/portal'],
    ] as const)
      expect(await admin.call(method, path, method === 'PATCH' ? { use_case: 'x' } : undefined), path).toMatchObject(
        notAllowed,
      );
  });

  test('editors, responders, viewers and clients manage nobody, themselves neither', async () => {
    for (const role of ['editor', 'responder', 'viewer', 'client']) {
      const more = role === 'client' ? { brand_ids: [brandId] } : {};
      const { browser, user } = await newMember(service, owner, { role, ...more }, inTest);
      expect(await browser.call('GET', '/v1/members'), role).toMatchObject(notAllowed);
      expect(await invite(browser, { role: 'viewer' }), role).toMatchObject(notAllowed);
      expect(await change(browser, user.id, { role: 'admin' }), role).toMatchObject(notAllowed);
      expect(await browser.call('DELETE', `/v1/members/${adminId}`), role).toMatchObject(notAllowed);
      expect((await browser.call('DELETE', `/v1/members/${user.id}`)).status, `${role} may leave`).toBe(200);
    }
  });

  test('a key that may not approve lets nobody approve; one that may, may', async () => {
    const asked = { email: 'by-key@example.com', role: 'editor', can_approve: true };
    expect(await ws.liveApi.post('/v1/members/invitations', asked)).toMatchObject(forbidden('can_approve'));
    expect(
      await ws.liveApi.post('/v1/members/invitations', { ...asked, role: 'admin', can_approve: false }),
    ).toMatchObject(forbidden('role'));
    expect(await ws.liveApi.post('/v1/keys', { name: 'x', can_approve: true })).toMatchObject(forbidden('can_approve'));
    expect((await ws.liveApi.post('/v1/members/invitations', { ...asked, can_approve: false })).status).toBe(201);
    const made = await owner.call('POST', '/v1/keys', { name: 'of the owner', can_approve: true });
    expect(made.body).toMatchObject({ can_approve: true, sending: 'direct', agents_direct: false });
    const approving = createClient(service.url, made.body.raw_key);
    expect((await approving.post('/v1/members/invitations', { ...asked, email: 'two@example.com' })).status).toBe(201);
    expect(await admin.call('POST', `/v1/keys/${made.body.id}/rotate`), 'an owner’s key').toMatchObject(
      forbidden('key_id'),
    );
  });

  test('a key of an admin does nothing that only an owner may', async () => {
    const { body } = await admin.call('POST', '/v1/keys', { name: 'of an admin' });
    const key = createClient(service.url, body.raw_key);
    expect(await key.patch('/v1/users/me', { use_case: 'x' })).toMatchObject(notAllowed);
    expect(await key.delete('/v1/users/me')).toMatchObject(notAllowed);
    expect((await key.get('/v1/members')).status).toBe(200);
    const further = createClient(service.url, (await key.post('/v1/keys', { name: 'further' })).body.raw_key);
    expect(await further.delete('/v1/users/me')).toMatchObject(notAllowed);
  });

  test('a test key changes nobody', async () => {
    const conflict = { status: 409, body: { code: 'conflict' } };
    expect(await ws.api.post('/v1/members/invitations', { email: 'a@example.com', role: 'viewer' })).toMatchObject(
      conflict,
    );
    expect(await ws.api.delete(`/v1/members/${adminId}`)).toMatchObject(conflict);
    const { api: limited } = await withNewKey(service, ws, { scopes: ['posts:read'] });
    expect(await limited.get('/v1/members')).toMatchObject(notAllowed);
  });
});

test('the last owner can neither leave nor sink, also when two try at once', async () => {
  const other = await service.workspace();
  const one = await newOwner(service, other.id);
  const two = await newOwner(service, other.id);
  const outcomes = await Promise.all([
    change(one.browser, one.user.id, { role: 'viewer' }),
    two.browser.call('DELETE', `/v1/members/${two.user.id}`),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rows = await service.sql(
    `select count(*)::int as n from memberships where workspace_id = $1 and role = 'owner'`,
    [other.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('what matters needs a sign-in of the last minutes', async () => {
  const { browser, user } = await newMember(service, owner, { role: 'admin' });
  await service.sql(`update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`, [
    user.id,
  ]);
  const stale = { status: 403, body: { detail_code: 'auth.sign_in_again' } };
  await until(async () => (await invite(browser, { role: 'viewer' })).status === 403, 'the proof is old everywhere');
  expect(await invite(browser, { role: 'viewer' })).toMatchObject(stale);
  expect(await browser.call('POST', '/v1/keys', { name: 'x' })).toMatchObject(stale);
  expect(await change(browser, adminId, { role: 'viewer' })).toMatchObject(stale);
  await browser.call('POST', '/session', { email: user.email, password: PASSWORD });
  expect((await invite(browser, { role: 'viewer' })).status).toBe(201);
});

test('an editor of one brand sees that brand only, and is out within a second after the removal', async () => {
  await service.sql('update accounts set brand_id = $1 where id = $2', [brandId, accountOf(ws, 'mastodon').id]);
  const { browser, user } = await newMember(service, owner, { role: 'editor', brand_ids: [brandId] }, inTest);
  const get = (path: string) => browser.call('GET', path, undefined, inTest);
  expect((await get('/v1/brands')).body.data.map(({ id }: Body) => id)).toEqual([brandId]);
  const write = (platform: string) =>
    browser.call('POST', '/v1/posts', { text: `On ${platform}`, targets: targetsOn(ws, platform) }, inTest);
  expect((await write('mastodon')).status).toBe(201);
  expect((await write('twitter')).status).toBe(404);
  const ownTurn = { ...inTest, 'x-hubbub-workspace': ws.id };
  const stream = await fetch(`${service.url}/v1/events/stream?mode=test&workspace=${ws.id}`, {
    headers: { cookie: `hubbub_session=${browser.cookies.get('hubbub_session')}` },
  });
  expect(stream.status).toBe(200);
  expect((await owner.call('DELETE', `/v1/members/${user.id}`)).status).toBe(200);
  const removedAt = performance.now();
  await until(
    async () => (await browser.call('GET', '/v1/brands', undefined, ownTurn)).status === 403,
    'the member is out',
  );
  expect(await stream.text()).toContain('auth.not_a_member');
  expect(performance.now() - removedAt).toBeLessThan(10_000);
  expect((await browser.call('GET', '/session')).body.memberships).toEqual([]);
});

test('what somebody would publish who does not send alone waits, and their drafts do not', async () => {
  const by = await newMember(service, owner, { role: 'editor', sending: 'held' }, inTest);
  const call = (method: string, path: string, body?: Body) => by.browser.call(method, path, body, inTest);
  const targets = targetsOn(ws, 'mastodon');
  const waits = { status: 202, body: { status: 'draft', held: { state: 'waiting', reason: 'sending' } } };
  const { id } = (await call('POST', '/v1/posts', { text: 'A draft', targets })).body;
  expect((await call('PATCH', `/v1/posts/${id}`, { text: 'A better draft' })).body).toMatchObject({ status: 'draft' });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const [method, path, body] of [
    ['POST', '/v1/posts', { text: 'Now', targets, publish_now: true }],
    ['POST', '/v1/posts', { text: 'Later', targets, scheduled_at: tomorrow }],
    ['PATCH', `/v1/posts/${id}`, { scheduled_at: tomorrow }],
    ['POST', `/v1/posts/${id}/publish`],
  ] as const)
    expect(await call(method, path, body), `${method} ${path}`).toMatchObject(waits);
  const scheduled = await ws.api.post('/v1/posts', { text: 'Planned', targets, scheduled_at: tomorrow });
  expect(await call('PATCH', `/v1/posts/${scheduled.body.id}`, { text: 'Changed' })).toMatchObject(waits);
  expect((await call('DELETE', `/v1/posts/${id}`)).status).toBe(200);
  const key = await owner.call('POST', '/v1/keys', { name: 'held', sending: 'held' }, inTest);
  const api = createClient(service.url, key.body.raw_key);
  expect(await api.post('/v1/posts', { text: 'Now, by a key', targets, publish_now: true })).toMatchObject(waits);
  expect(await api.post('/v1/keys', { name: 'free', sending: 'direct' })).toMatchObject(forbidden('sending'));
  expect((await api.post('/v1/keys', { name: 'as held' })).body).toMatchObject({ sending: 'held' });
});

test('a client sees events of posts alone, and people who only read make no export', async () => {
  const account = accountOf(ws, 'mastodon').id;
  const live = (await ws.liveApi.get('/v1/brands')).body.data[0].id;
  const client = await newMember(service, owner, { role: 'client', brand_ids: [live] });
  const viewer = await newMember(service, owner, { role: 'viewer' });
  const lacking = (scope: string) => ({
    status: 403,
    body: { code: 'insufficient_scope', meta: { required_scope: scope } },
  });
  expect((await client.browser.call('GET', '/v1/events')).status).toBe(200);
  expect(await client.browser.call('GET', '/v1/events?category=inbox')).toMatchObject(lacking('inbox:read'));
  expect((await viewer.browser.call('GET', '/v1/events?category=inbox')).status).toBe(200);
  expect((await client.browser.call('GET', '/v1/inbox/comments')).status).toBe(403);
  for (const { browser } of [client, viewer]) {
    expect(await browser.call('POST', `/v1/accounts/${account}/export`, {})).toMatchObject(lacking('posts:write'));
    expect((await browser.call('GET', '/v1/exports')).status).toBe(200);
    expect(await browser.call('GET', '/v1/brands', undefined, inTest)).toMatchObject({
      status: 403,
      body: { detail_code: 'auth.no_test_mode' },
    });
  }
});
