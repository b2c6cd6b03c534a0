import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { targetsOn } from '../../../test/steps.ts';
import { inviteOwner } from '../members/index.ts';
import { type Browser, createBrowser, joined, newMember, newOwner, PASSWORD } from './people.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let owner: Browser;
let ownerUser: Body;
const test_ = { 'x-hubbub-mode': 'test' };

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon'] });
  ({ browser: owner, user: ownerUser } = await newOwner(service, ws.id));
});
afterAll(() => service?.close());

const rejected = (status: number, code: string, detail?: string) => ({
  status,
  body: { code, ...(detail === undefined ? {} : { detail_code: detail }) },
});

describe('the operator’s link', () => {
  test('makes an owner, once; looking at it uses nothing up', async () => {
    const path = await inviteOwner(service.app.db.system, ws.id);
    const address = `/session/invitations/${path.split('/').at(-1)}`;
    const browser = createBrowser(service);
    for (let look = 0; look < 2; look++)
      expect(await browser.call('GET', address)).toMatchObject({ status: 200, body: { role: 'owner' } });
    const { user } = await joined(service, path);
    expect(user).toMatchObject({ id: expect.stringMatching(/^usr_/), email_proved: false, has_password: true });
    expect(await browser.call('GET', address)).toMatchObject(rejected(410, 'gone'));
    const again = { name: 'Second', email: 'second@example.com', password: PASSWORD };
    expect(await browser.call('POST', address, again)).toMatchObject(rejected(410, 'gone'));
  });

  test('of two who use it at once one joins', async () => {
    const path = await inviteOwner(service.app.db.system, ws.id);
    const both = await Promise.allSettled([joined(service, path), joined(service, path)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('tells the address of the owner where none is known', async () => {
    expect((await ws.api.get('/v1/users/me')).body.email).toBe(ownerUser.email);
    const other = await service.workspace();
    expect((await other.api.get('/v1/users/me')).body.email).toBe(`owner@${other.id}.invalid`);
  });
});

describe('a session', () => {
  test('opens the API with the rights of its person, in both environments', async () => {
    expect((await owner.call('GET', '/session')).body).toMatchObject({
      user: { id: ownerUser.id },
      memberships: [{ workspace: ws.id, role: 'owner', brand_ids: null, can_approve: true }],
    });
    expect((await owner.call('GET', '/v1/workspace')).body).toMatchObject({ id: ws.id, livemode: true });
    expect((await owner.call('GET', '/v1/workspace', undefined, test_)).body).toMatchObject({ livemode: false });
    const draft = await owner.call(
      'POST',
      '/v1/posts',
      { text: 'By a person', targets: targetsOn(ws, 'mastodon') },
      test_,
    );
    expect(draft.status).toBe(201);
    const by = { type: 'user', id: ownerUser.id, name: ownerUser.name };
    expect(await service.sql('select created_by from posts where id = $1', [draft.body.id])).toEqual([
      { created_by: by },
    ]);
  });

  test('needs the origin of the service for everything that changes something', async () => {
    const foreign = rejected(403, 'permission_denied', 'auth.foreign_origin');
    for (const origin of [
      'https://elsewhere.example',
      'null',
      service.url.replace('http:', 'https:'),
      `${service.url}0`,
    ]) {
      expect(await owner.call('POST', '/v1/brands', { name: 'x' }, { origin }), origin).toMatchObject(foreign);
      expect(await owner.call('PATCH', '/session', { name: 'x' }, { origin }), origin).toMatchObject(foreign);
    }
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const bare = (method: string, path: string) => fetch(`${service.url}${path}`, { method, headers: { cookie } });
    for (const [method, path] of [
      ['POST', '/v1/brands'],
      ['DELETE', '/session'],
      ['GET', '/v1/media/upload-url?media_type=image/jpeg&filename=a.jpg'],
    ] as const)
      expect((await bare(method, path)).status, path).toBe(403);
    expect((await bare('GET', '/v1/brands')).status).toBe(200);
    expect((await owner.call('GET', '/session')).status).toBe(200);
  });

  test('with a forged, foreign, ended or old cookie is none', async () => {
    const { browser } = await newMember(service, owner, { role: 'viewer' });
    const cookie = browser.cookies.get('hubbub_session') as string;
    const ended = rejected(401, 'unauthorized', 'auth.invalid_session');
    const tries = ['x'.repeat(43), `${cookie.slice(0, -1)}_`, 'short', `${cookie} live ${ws.id}`];
    for (const value of tries) {
      browser.cookies.set('hubbub_session', value);
      expect((await browser.call('GET', '/session')).status, value).toBe(401);
      expect(await browser.call('GET', '/v1/brands'), value).toMatchObject(ended);
    }
    browser.cookies.set('hubbub_session', cookie);
    expect((await browser.call('GET', '/v1/brands')).status).toBe(200);
    await service.sql(
      `update sessions set expires_at = now() where ip <> '' and user_id = (select user_id from sessions s join people using (user_id) where name = $1 limit 1)`,
      [(await browser.call('GET', '/session')).body.user.name],
    );
    expect(await browser.call('GET', '/session')).toMatchObject(ended);
    await until(async () => (await browser.call('GET', '/v1/brands')).status === 401, 'the session is over');
  });

  test('an Authorization header counts alone; a wrong one is not mended by the cookie', async () => {
    expect(await owner.call('GET', '/v1/brands', undefined, { authorization: 'Bearer x' })).toMatchObject(
      rejected(401, 'unauthorized'),
    );
    expect(
      (
        await owner.call(
          'POST',
          '/v1/brands',
          { name: 'By key' },
          { authorization: `Bearer ${ws.api.key}`, origin: 'null' },
        )
      ).status,
    ).toBe(201);
  });

  test('names its workspace; another one, and words that are none, are rejected', async () => {
    const other = await service.workspace();
    const of = (workspace: string, mode = 'live') =>
      owner.call('GET', '/v1/brands', undefined, { 'x-hubbub-workspace': workspace, 'x-hubbub-mode': mode });
    expect((await of(ws.id)).status).toBe(200);
    for (const foreign of [other.id, 'ws_00000000000000000000000000'])
      expect(await of(foreign)).toMatchObject(rejected(403, 'permission_denied', 'auth.not_a_member'));
    for (const wrong of ["ws_' or 1=1", 'x', `${ws.id} live`])
      expect(await of(wrong)).toMatchObject({ status: 400, body: { meta: { field: 'X-Hubbub-Workspace' } } });
    expect(await of(ws.id, 'both')).toMatchObject({ status: 400, body: { meta: { field: 'X-Hubbub-Mode' } } });
  });

  test('is renewed at sign-in, listed and ended', async () => {
    const { browser, user } = await newMember(service, owner, { role: 'editor' });
    const before = new Map(browser.cookies);
    expect((await browser.call('POST', '/session', { email: user.email, password: PASSWORD })).status).toBe(200);
    expect(browser.cookies.get('hubbub_session')).not.toBe(before.get('hubbub_session'));
    const old = createBrowser(service);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await old.call('GET', '/session')).status).toBe(401);

    const elsewhere = createBrowser(service);
    await elsewhere.call('POST', '/session', { email: user.email.toUpperCase(), password: PASSWORD });
    const { data } = (await browser.call('GET', '/session/all')).body;
    expect(data.map(({ is_current: isCurrent }: Body) => isCurrent)).toHaveLength(2);
    const [other] = data.filter(({ is_current: isCurrent }: Body) => !isCurrent);
    expect((await owner.call('DELETE', `/session/all/${other.id}`)).status, 'of somebody else').toBe(404);
    expect((await browser.call('DELETE', `/session/all/${other.id}`)).status).toBe(200);
    expect((await elsewhere.call('GET', '/session')).status).toBe(401);
    expect((await browser.call('DELETE', '/session')).status).toBe(200);
    expect((await browser.call('GET', '/session')).status).toBe(401);
  });
});

describe('a password', () => {
  test('wrong for a known and an unknown address is the same answer', async () => {
    const browser = createBrowser(service);
    const answers = [];
    for (const email of [ownerUser.email, 'nobody@example.com']) {
      const { status, body } = await browser.call('POST', '/session', { email, password: 'a wrong sentence' });
      answers.push({ status, ...body, request_id: '' });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, code: 'invalid_credentials' });
  });

  test('guessed too often stops others, and never the browser that knows the person', async () => {
    const { browser, user } = await newMember(service, owner, { role: 'editor' });
    const guess = (from: Browser, password: string) => from.call('POST', '/session', { email: user.email, password });
    await service.sql('select 1');
    const thief = createBrowser(service);
    let last = 0;
    for (let n = 0; n < 25 && last !== 429; n++) last = (await guess(thief, `wrong sentence ${n}`)).status;
    expect(last).toBe(429);
    expect((await guess(thief, PASSWORD)).status, 'also the right one').toBe(429);
    expect((await guess(browser, PASSWORD)).status).toBe(200);
  });

  test('changes only after a sign-in of the last minutes, and ends other sessions', async () => {
    const { browser, user } = await newMember(service, owner, { role: 'editor' });
    const elsewhere = createBrowser(service);
    await elsewhere.call('POST', '/session', { email: user.email, password: PASSWORD });
    const age = `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`;
    await service.sql(age, [user.id]);
    const set = (password: string) => browser.call('PUT', '/session/password', { password });
    expect(await set('another sentence')).toMatchObject(rejected(403, 'permission_denied', 'auth.sign_in_again'));
    await browser.call('POST', '/session', { email: user.email, password: PASSWORD });
    expect(await set('too short')).toMatchObject({ status: 400, body: { meta: { field: 'password' } } });
    expect((await set('another sentence')).status).toBe(200);
    expect((await elsewhere.call('GET', '/session')).status).toBe(401);
    expect((await browser.call('GET', '/session')).status).toBe(200);
    const signIn = (password: string) =>
      createBrowser(service).call('POST', '/session', { email: user.email, password });
    expect([(await signIn(PASSWORD)).status, (await signIn('another sentence')).status]).toEqual([401, 200]);
  });
});

describe('an address that nobody has proved', () => {
  test('may be given by several people, each of whom signs in as itself', async () => {
    const path = () => inviteOwner(service.app.db.system, ws.id);
    const email = 'same@example.com';
    const first = await joined(service, await path(), { email, password: 'the first sentence' });
    const second = await joined(service, await path(), { email, password: 'the second sentence' });
    for (const [person, password] of [
      [first, 'the first sentence'],
      [second, 'the second sentence'],
    ] as const)
      expect((await createBrowser(service).call('POST', '/session', { email, password })).body.user.id).toBe(
        person.user.id,
      );
  });
});
