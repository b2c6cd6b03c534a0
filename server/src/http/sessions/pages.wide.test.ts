import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium, openPage, type Page } from '../../../test/browser.ts';
import {
  type Body,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { accountOf, targetsOn } from '../../../test/steps.ts';
import { inviteOwner } from '../../features/members/index.ts';

if (chromium === undefined) console.log('left out: signing in with a browser needs chromium, or its path in CHROMIUM');

describe.skipIf(chromium === undefined)('signing in with a browser', { timeout: 180_000 }, () => {
  let service: TestService;
  let ws: TestWorkspace;
  let root: string;
  let ownersPage: Page;
  let page: Page;

  const shows = (on: Page, text: string) =>
    on.until(`document.body.innerText.includes(${JSON.stringify(text)})`, `it shows ${text}`);
  const press = (on: Page, text: string) =>
    on.value(
      `void [...document.querySelectorAll('button')].find((one) => one.innerText === ${JSON.stringify(text)}).click()`,
    );
  const fill = async (on: Page, values: Record<string, string>) => {
    for (const [id, text] of Object.entries(values))
      await on.value(`void (document.getElementById(${JSON.stringify(id)}).value = ${JSON.stringify(text)})`);
  };
  /** A request of the page itself, with its cookie and origin. */
  const ask = (on: Page, method: string, path: string, body?: Body): Promise<Body> =>
    on.value(`fetch(${JSON.stringify(path)}, {
      method: '${method}', headers: { 'content-type': 'application/json', 'x-hubbub-mode': 'test' },
      ${body === undefined ? '' : `body: JSON.stringify(${JSON.stringify(body)})`}
    }).then(async (response) => ({ status: response.status, ...(await response.json()) }))`);

  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
    ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon', 'twitter'] });
    root = service.url.replace('127.0.0.1', 'localhost');
    ownersPage = await openPage({ width: 1280, height: 900, isPhone: false });
    page = await openPage({ width: 390, height: 800, isPhone: true });
    await page.addPasskeys();
  }, 60_000);
  afterAll(async () => {
    await page?.close();
    await ownersPage?.close();
    await service?.close();
  });

  test('the link makes the owner, who invites an editor of one brand; the editor joins with a passkey', async () => {
    await ownersPage.goTo(`${root}${await inviteOwner(service.app.db.system, ws.id)}`);
    await shows(ownersPage, 'as owner');
    await fill(ownersPage, { name: 'Olga', email: 'olga@example.com', password: 'a long sentence' });
    await press(ownersPage, 'Join with a password');
    await shows(ownersPage, 'You are signed in as Olga');

    const brand = await ask(ownersPage, 'POST', '/v1/brands', { name: 'Harbour' });
    const [own, other] = [accountOf(ws, 'mastodon').id, accountOf(ws, 'twitter').id];
    await service.sql('update accounts set brand_id = $1 where id = $2', [brand.id, own]);
    const invitation = { email: 'edith@example.com', role: 'editor', brand_ids: [brand.id] };
    const { url } = await ask(ownersPage, 'POST', '/v1/members/invitations', invitation);

    await page.goTo(url);
    await shows(page, 'Olga invites you');
    await fill(page, { name: 'Edith' });
    await press(page, 'Join with a passkey instead');
    await shows(page, 'You are signed in as Edith');
    await press(page, 'Sign out');
    await shows(page, 'Sign in with a passkey');
    await press(page, 'Sign in with a passkey');
    await shows(page, 'You are signed in as Edith');

    const { data: brands } = await ask(page, 'GET', '/v1/brands');
    expect(brands.map(({ id }: Body) => id)).toEqual([brand.id]);
    const write = (account: string) =>
      ask(page, 'POST', '/v1/posts', { text: 'By Edith', targets: [{ account_id: account }] });
    expect((await write(other)).status).toBe(404);
    const post = await write(own);
    expect(post).toMatchObject({ status: 'draft', created_by: { type: 'user', name: 'Edith' } });
    const { data: history } = await ask(ownersPage, 'GET', `/v1/posts/${post.id}/history`);
    expect(history).toContainEqual(
      expect.objectContaining({ action: 'create_post', actor: expect.objectContaining({ name: 'Edith' }) }),
    );

    const { data: members } = await ask(ownersPage, 'GET', '/v1/members');
    const edith = members.find(({ name }: Body) => name === 'Edith');
    expect((await ask(ownersPage, 'DELETE', `/v1/members/${edith.user_id}`)).ok).toBe(true);
    await until(async () => (await ask(page, 'GET', '/v1/brands')).status === 403, 'the editor is out');
    expect(page.rejected).toEqual([]);
    expect(ownersPage.rejected).toEqual([]);
  });

  test('a second passkey is added; a page that is not ours cannot send with the cookie', async () => {
    await ownersPage.addPasskeys();
    await ownersPage.goTo(`${root}/sign-in`);
    await shows(ownersPage, 'You are signed in as Olga');
    await press(ownersPage, 'Add a passkey');
    await shows(ownersPage, 'The passkey was added');
    await ownersPage.goTo(`${service.url}/docs`);
    const sent = await ownersPage.value<string>(
      `fetch('${root}/v1/brands', { method: 'POST', credentials: 'include', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{"name":"forged"}' }).then(() => 'sent', () => 'stopped')`,
    );
    expect(['sent', 'stopped']).toContain(sent);
    expect(await service.sql(`select 1 from brands where name = 'forged'`)).toEqual([]);
  });

  test('a client on a phone, who is no member, and an owner decide by a review link', async () => {
    const { raw_key: key } = (await ws.api.post('/v1/keys', { name: 'Planner', sending: 'held' })).body;
    const planner = createClient(service.url, key);
    const plan = async (text: string): Promise<string> => {
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
      return (await planner.post('/v1/posts', { text, targets: targetsOn(ws, 'twitter'), scheduled_at })).body.id;
    };
    const ids = [await plan('For the client'), await plan('For the owner')];
    await ownersPage.goTo(`${root}/sign-in`);
    const account = await ask(ownersPage, 'GET', `/v1/accounts/${accountOf(ws, 'twitter').id}`);
    const { url } = await ask(ownersPage, 'POST', '/v1/reviews', { brand_id: account.brand_id, post_ids: ids });

    await page.goTo(url.replace(service.url, root));
    await shows(page, '2 posts wait for you');
    await fill(page, { name: 'Carla' });
    await press(page, 'Continue');
    await shows(page, 'You decide as Carla');
    await press(page, 'Approve');
    await shows(page, 'Approved by Carla. Goes out at its time');
    expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await ownersPage.goTo(url.replace(service.url, root));
    await shows(ownersPage, 'You decide as Olga, who is signed in');
    await press(ownersPage, 'Approve');
    await shows(ownersPage, 'Approved by Olga. Goes out at its time');
    expect(page.rejected).toEqual([]);
    for (const id of ids) expect((await ws.api.get(`/v1/posts/${id}`)).body.status).toBe('scheduled');
  });
});
