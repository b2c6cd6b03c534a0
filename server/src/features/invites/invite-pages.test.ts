import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { connectors } from '../../connectors/index.ts';
import type { Connector } from '../../core/connector.ts';
import { consent, newAccount } from '../connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

const NASTY = '"><script>alert(1)</script>&';

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

/** As much of a browser as the pages need: it wants HTML, keeps one cookie, and follows redirects. */
class Browser {
  #cookie = '';
  url = '';

  async send(address: string, form?: Record<string, string>, follows = true): Promise<Seen> {
    const url = new URL(address, this.url || service.url);
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', cookie: this.#cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    const cookie = answer.headers.get('set-cookie');
    if (cookie !== null) this.#cookie = cookie.split(';')[0] as string;
    const location = answer.headers.get('location');
    if (location !== null && follows) return this.send(new URL(location, url).href);
    this.url = url.href;
    return { status: answer.status, headers: answer.headers, text: await answer.text(), location: location ?? '' };
  }

  /** Presses the button of an invite and allows access on the platform's page. */
  async consent(answers: Record<string, string>, choice: Parameters<typeof consent>[1]): Promise<Seen> {
    const { location } = await this.send('', answers, false);
    return this.send((await consent(location, choice)).url.href);
  }
}

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string;
}

async function newBrand(name = 'Harbour Cafe'): Promise<string> {
  return (await ws.api.post('/v1/brands', { name })).body.id;
}

async function newInvite(platform: string, brandId?: string): Promise<Body> {
  const requested = { brand_id: brandId ?? (await newBrand()), platform, expires_in_days: 7 };
  const { status, body, text } = await ws.api.post('/v1/invites', requested);
  expect(status, text).toBe(201);
  return body;
}

const accountsOf = async (brandId: string): Promise<Body[]> =>
  (await ws.api.get(`/v1/accounts?brand_id=${brandId}`)).body.data;

function expectPage({ status, headers, text }: Seen, wanted: number): void {
  expect(status, text).toBe(wanted);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text.match(/<h1>/g)).toHaveLength(1);
  for (const [, id] of text.matchAll(/<input id="([^"]+)"/g)) expect(text).toContain(`<label for="${id}">`);
  expect(text).not.toContain('<script');
}

describe('the page of an invite', () => {
  test('says who asks for what, with name and logo of the agency, and writes nothing of theirs as markup', async () => {
    const form = new FormData();
    form.set('file', await (await fetch(`${ws.simulatorUrl}/files/sample.png`)).blob(), 'logo.png');
    const { media_id: logo } = (await ws.api.post('/v1/media/upload', form)).body;
    await ws.api.patch('/v1/workspace', { name: `Agency ${NASTY}`, logo_media_id: logo });
    const invite = await newInvite('linkedin_page', await newBrand(`Cafe ${NASTY}`));
    const browser = new Browser();
    const page = await browser.send(invite.url);
    expectPage(page, 200);
    expect(page.text).toContain('asks you to connect your LinkedIn Page account');
    expect(page.text).toContain('Cafe &quot;&gt;&lt;script&gt;');
    expect(page.text).not.toContain('linkedin_page');
    expect(page.text).toContain('publish posts');
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self'");
    const [, src = ''] = /<img src="([^"]+)"/.exec(page.text) ?? [];
    const image = await fetch(new URL(src, browser.url));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(image.headers.get('content-security-policy')).toContain('sandbox');

    const json = await fetch(invite.url, { headers: { accept: 'application/json' } });
    expect(await json.json()).toMatchObject({
      status: 'active',
      workspace_name: `Agency ${NASTY}`,
      platform_name: 'LinkedIn Page',
      fields: [],
    });
    expect((await fetch(invite.url, { redirect: 'manual' })).status).toBe(302);
    await ws.api.patch('/v1/workspace', { name: 'Harbour Agency' });
  });

  test('a success stays one when its page is loaded again, and names the account', async () => {
    const brandId = await newBrand();
    const invite = await newInvite('pinterest', brandId);
    const { platform_id: account, name } = await newAccount(ws, 'pinterest');
    const browser = new Browser();
    await browser.send(invite.url);
    const page = await browser.consent({}, { account });
    for (const seen of [page, await browser.send(browser.url)]) {
      expectPage(seen, 200);
      expect(seen.text).toContain('The account is connected');
      expect(seen.text).toContain('Harbour Agency');
      expect(seen.text).toContain(`Pinterest: <b>${name}</b>`);
    }
    expect(await accountsOf(brandId)).toHaveLength(1);
    const forged = new URL(browser.url);
    forged.searchParams.set('name', 'Somebody');
    expectPage(await browser.send(forged.href), 400);
    const again = await browser.send(invite.url);
    expectPage(again, 410);
    expect(again.text).toContain('was used already');
  });

  test('a choice stays open when its page is loaded again, and its result too', async () => {
    const brandId = await newBrand();
    const invite = await newInvite('google', brandId);
    const ids = [(await newAccount(ws, 'google')).platform_id, (await newAccount(ws, 'google')).platform_id];
    const browser = new Browser();
    await browser.send(invite.url);
    await browser.consent({}, { account: ids });
    const page = await browser.send(browser.url);
    expectPage(page, 200);
    expect(page.text).toContain('on Google Business Profile');
    const [, connection = ''] = /name="connection_id" value="(pc_[0-9a-f]+)"/.exec(page.text) ?? [];
    const stolen = new Browser();
    stolen.url = browser.url;
    const other = await stolen.send(browser.url);
    expectPage(other, 404);
    expect(other.text).toContain('began in another browser');
    for (const id of ids) expect(other.text).not.toContain(id);
    stolen.url = browser.url;
    expectPage(await stolen.send('../choice', { connection_id: connection, profile: ids[1] as string }), 404);
    expect(await accountsOf(brandId)).toHaveLength(0);
    await browser.send('../choice', { connection_id: connection, profile: ids[1] as string });
    const done = await browser.send(browser.url);
    expectPage(done, 200);
    expect(done.text).toContain('The account is connected');
    expect(await accountsOf(brandId)).toHaveLength(1);
  });

  test('names cannot turn the direction of the text around them', async () => {
    const turns = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2068', '\u2069'];
    const brandId = await newBrand('Acme');
    // The API takes no such names any more; this one is from before.
    await service.sql('update brands set name = $1 where id = $2', [`Acme ${turns.join('x')} elgooG`, brandId]);
    const invite = await newInvite('google', brandId);
    const { text } = await new Browser().send(invite.url);
    expect(text).toContain('Acme xxxxxxxxx elgooG');
    for (const turn of turns) expect(text).not.toContain(turn);
  });

  test.each(['/invite/unknown', '/v1/invite/unknown', '/oauth/choice'])(
    'a form that %s cannot read is answered by a page',
    async (path) => {
      for (const [type, body] of [
        ['application/json', '{'],
        ['text/plain', 'x'],
        ['multipart/form-data; boundary=x', '--x--'],
        ['application/x-www-form-urlencoded', `text=${'x'.repeat(2 ** 20)}`],
      ] as const) {
        const headers = { accept: 'text/html,*/*;q=0.8', 'content-type': type };
        const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
        expect(answer.status, type).toBeGreaterThanOrEqual(400);
        expect(answer.status, type).toBeLessThan(500);
        expect(answer.headers.get('content-type'), type).toBe('text/html; charset=utf-8');
        expect(await answer.text()).toContain('<h1>');
      }
    },
  );

  test('a link that is over or unknown, and a rejection, are pages too; other clients get JSON or text', async () => {
    const brandId = await newBrand();
    const { id, url } = await newInvite('instagram', brandId);
    const browser = new Browser();
    await browser.send(url);
    const denied = await browser.consent({}, { deny: true });
    expectPage(denied, 400);
    expect(denied.text).toContain('Try again');
    const [, retry = ''] = /<a class="button" href="([^"]+)"/.exec(denied.text) ?? [];
    expectPage(await browser.send(retry), 200);
    await ws.api.delete(`/v1/invites/${id}`);
    const revoked = await browser.send(url);
    expectPage(revoked, 410);
    expect(revoked.text).toContain('This link was withdrawn');
    expect(revoked.text).toContain('Harbour Agency');
    expectPage(await browser.send(url, {}), 410);
    const expired = await newInvite('instagram', brandId);
    await service.sql('update invites set expires_at = now() where id = $1', [expired.id]);
    expect((await browser.send(expired.url)).text).toContain('This link has expired');
    for (const path of ['/invite/nonsense', '/v1/invite/nonsense', '/invite/nonsense/logo'])
      expectPage(await browser.send(`${service.url}${path}`), 404);
    const json = await fetch(url, { headers: { accept: 'application/json' } });
    expect([json.status, await json.json()]).toEqual([410, expect.objectContaining({ code: 'gone' })]);
    const text = await fetch(url);
    expect([text.status, text.headers.get('content-type')]).toEqual([410, 'text/plain; charset=utf-8']);
  });
});

describe('the browser of a login', () => {
  test('only the browser that began it may end it, by a cookie that scripts cannot read', async () => {
    const brandId = await newBrand();
    const { url } = await newInvite('threads', brandId);
    const { platform_id: account } = await newAccount(ws, 'threads');
    const [mine, theirs] = [new Browser(), new Browser()];
    await mine.send(url);
    const begun = await mine.send('', {}, false);
    expect(begun.headers.get('set-cookie')).toMatch(
      /^hubbub_browser=[\w-]{32}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
    const back = (await consent(begun.location, { account })).url.href;
    await theirs.send(url);
    await theirs.send('', {}, false);
    for (const visitor of [theirs, new Browser()]) {
      const page = await visitor.send(back);
      expectPage(page, 400);
      expect(page.text).toContain('another browser');
    }
    expect(await accountsOf(brandId)).toEqual([]);
    expectPage(await mine.send(back), 200);
    expect(await accountsOf(brandId)).toHaveLength(1);
  });

  test('over https the cookie is Secure', async () => {
    const other = await startTestService({ PUBLIC_URL: 'https://hubbub.example', POLL_SECONDS: '3600' });
    try {
      const { api } = await other.workspace();
      const { body: brand } = await api.post('/v1/brands', { name: 'A' });
      const wish = { brand_id: brand.id, platform: 'threads', expires_in_days: 1 };
      const { token } = (await api.post('/v1/invites', wish)).body;
      const answer = await fetch(`${other.url}/invite/${token}`, { redirect: 'manual' });
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-hubbub_browser=[\w-]{32}; Path=\/; .*; Secure$/);
    } finally {
      await other.close();
    }
  });
});

describe('create_invite', () => {
  test('an account in reconnect_required gets an invite that renews it, and no other account', async () => {
    const brandId = await newBrand();
    const { platform_id: account, username } = await newAccount(ws, 'instagram');
    const first = new Browser();
    await first.send((await newInvite('instagram', brandId)).url);
    await first.consent({}, { account });
    const [connected] = await accountsOf(brandId);
    expect(
      await ws.api.post('/v1/invites', { brand_id: brandId, platform: 'instagram', expires_in_days: 7 }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await service.sql(`update accounts set status = 'reconnect_required', reconnect_reason = 'x' where id = $1`, [
      connected?.id,
    ]);
    const invite = await newInvite('instagram', brandId);
    expect(invite.account_id).toBe(connected?.id);
    const browser = new Browser();
    const page = await browser.send(invite.url);
    expect(page.text).toContain('asks you to reconnect your Instagram account');
    expect(page.text).toContain(`@${username}`);

    const { platform_id: visitor } = await newAccount(ws, 'instagram');
    const wrong = await browser.consent({}, { account: visitor });
    expectPage(wrong, 400);
    expect(wrong.text).toContain(`@${username}`);
    expect(await accountsOf(brandId)).toMatchObject([{ id: connected?.id, status: 'reconnect_required' }]);

    await browser.send(invite.url);
    expectPage(await browser.consent({}, { account }), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ id: connected?.id, status: 'active' }]);
  });

  test('a Facebook page is renewed by its own choice alone', async () => {
    const brandId = await newBrand();
    const pages = [(await newAccount(ws, 'facebook')).platform_id, (await newAccount(ws, 'facebook')).platform_id];
    const choose = async (offered: number): Promise<Seen> => {
      const browser = new Browser();
      await browser.send((await newInvite('facebook', brandId)).url);
      const page = await browser.consent({}, { account: pages });
      const profiles = [...page.text.matchAll(/name="profile" value="([^"]+)"/g)].map(([, id]) => id);
      expect(profiles).toHaveLength(offered);
      expect(profiles).toContain(pages[0]);
      const [, connection = ''] = /name="connection_id" value="(pc_[0-9a-f]+)"/.exec(page.text) ?? [];
      return browser.send('../choice', { connection_id: connection, profile: pages[0] as string });
    };
    expectPage(await choose(2), 200);
    const [before] = await accountsOf(brandId);
    await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [before?.id]);
    expectPage(await choose(1), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ id: before?.id, status: 'active' }]);
  });

  test('on Mastodon the page asks for the server, and says when it is none', async () => {
    const brandId = await newBrand();
    const invite = await newInvite('mastodon', brandId);
    const browser = new Browser();
    const page = await browser.send(invite.url);
    expectPage(page, 200);
    expect(page.text).toContain('Your server');
    expect((await fetch(invite.url, { redirect: 'manual' })).status).toBe(400);
    for (const instance of ['', 'no server', '"><script>alert(1)</script>']) {
      const rejected = await browser.send(invite.url, { instance });
      expectPage(rejected, 400);
      expect(rejected.text).toContain('role="alert"');
      expect(rejected.text).toContain('aria-invalid="true"');
      expect(rejected.text).not.toContain('metadata.');
    }
    const { platform_id: account } = await newAccount(ws, 'mastodon');
    expectPage(await browser.consent({ instance: 'simulator.test' }, { account }), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ platform: 'mastodon', status: 'active' }]);

    // The same number on another server is another account.
    await service.sql(`update accounts set status = 'reconnect_required' where brand_id = $1`, [brandId]);
    const again = new Browser();
    const { url } = await newInvite('mastodon', brandId);
    await again.send(url);
    const elsewhere = await again.consent({ instance: 'another.example' }, { account });
    expectPage(elsewhere, 400);
    expect(elsewhere.text).toContain('you logged in with another one');
    await again.send(url);
    expectPage(await again.consent({ instance: 'simulator.test' }, { account }), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ platform: 'mastodon', status: 'active' }]);
  });

  test('on Telegram the page asks for token and channel, keeps the token to itself and connects at once', async () => {
    const brandId = await newBrand();
    const invite = await newInvite('telegram', brandId);
    const made = await newAccount(ws, 'telegram');
    const browser = new Browser();
    const page = await browser.send(invite.url);
    expectPage(page, 200);
    expect(page.text).toMatch(/name="bot_token" type="password"/);
    const token = '12345:wrong-token-of-nobody';
    const rejected = await browser.send('', { bot_token: token, chat_id: made.platform_id });
    expectPage(rejected, 400);
    expect(rejected.text).not.toContain(token);
    expect(rejected.text).toContain(`value="${made.platform_id}"`);
    const done = await browser.send('', { bot_token: made.tokens.access_token, chat_id: made.platform_id });
    expectPage(done, 200);
    expect(done.text).toContain('The account is connected');
    expectPage(await browser.send(browser.url), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ platform: 'telegram', status: 'active' }]);
    expect((await browser.send(invite.url)).status).toBe(410);
  });

  test.each(Object.values(connectors).filter(({ connecting }) => connecting.ownApp === undefined))(
    '$platform has an invite whose page names it as people do and leads on',
    async ({ platform, displayName }: Connector) => {
      const browser = new Browser();
      const page = await browser.send((await newInvite(platform)).url);
      expectPage(page, 200);
      expect(page.text).toContain(`your ${displayName} account`);
      expect(page.text).toMatch(/can then [a-z ]+/);
      const next = await browser.send('', {}, false);
      const isAsked = page.text.includes(' required');
      if (isAsked) expectPage(next, 400);
      else
        expect([next.status, new URL(next.location).pathname]).toEqual([303, expect.stringContaining('/simulator/')]);
    },
  );

  test('for X the caller is told that it needs an app; a customer never is', async () => {
    const brandId = await newBrand();
    const requested = { brand_id: brandId, platform: 'x', expires_in_days: 7 };
    expect(await ws.api.post('/v1/invites', requested)).toMatchObject({
      status: 412,
      body: { code: 'credentials_missing', error: expect.stringContaining('PUT /v1/platforms/twitter/credentials') },
    });
    const { client_id, client_secret } = await ws.control('GET', 'apps/twitter');
    await ws.api.put('/v1/platforms/twitter/credentials', { client_id, client_secret });
    const invite = await newInvite('x', brandId);
    const browser = new Browser();
    expect((await browser.send(invite.url)).text).toContain('your X account');
    await ws.api.delete('/v1/platforms/twitter/credentials');
    const rejected = await browser.send('', {});
    expectPage(rejected, 503);
    expect(rejected.text).not.toMatch(/credentials|\/v1\//);
    await ws.api.put('/v1/platforms/twitter/credentials', { client_id, client_secret });
    const { platform_id: account } = await newAccount(ws, 'twitter');
    expectPage(await browser.consent({}, { account }), 200);
    expect(await accountsOf(brandId)).toMatchObject([{ platform: 'twitter', status: 'active' }]);
    // The installation's app of a live platform is asked for beforehand too.
    const { body: brand } = await ws.liveApi.post('/v1/brands', { name: 'Live' });
    const live = { brand_id: brand.id, platform: 'instagram', expires_in_days: 7 };
    expect(await ws.liveApi.post('/v1/invites', live)).toMatchObject({ status: 412 });
  });
});
