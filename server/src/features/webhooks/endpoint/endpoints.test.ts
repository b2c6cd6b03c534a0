import { serve } from '@hubbub/guarded-http/servers.fixture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { commentEvent, failedPostEvent } from '../../../../test/sample-events.ts';
import { addHook, emit, receiver, receiverUrl, type TestHook } from '../webhooks.fixture.ts';

const ON_ACCOUNTS = ['mastodon', 'bluesky'] as const;
const NOBODY = 'acc_00000000000000000000000000';

let service: TestService;
let ws: TestWorkspace;
let visitor: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ON_ACCOUNTS });
  visitor = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

const accountOf = (platform: string) => ws.accounts[platform]?.id as string;
const brandOf = async (id: string): Promise<string> => (await ws.api.get(`/v1/accounts/${id}`)).body.brand_id;
const create = (settings: object = {}, headers: Record<string, string> = {}) =>
  ws.api.post('/v1/webhooks', { url: receiverUrl(), events: ['comment.received'], ...settings }, { headers });
const textsOf = async (hook: TestHook) =>
  (await hook.received()).map(({ body }) => body.data.content?.text ?? body.event);
const arrived = (hook: TestHook, texts: readonly string[]) =>
  until(async () => (await textsOf(hook)).length >= texts.length, `${hook.url} got ${texts}`);

describe('filters', () => {
  test('decide when an event happens, and in a replay; each that is given must match', async () => {
    const [mastodon, bluesky] = [accountOf('mastodon'), accountOf('bluesky')];
    const brand = await brandOf(mastodon);
    const { body: other } = await ws.api.post('/v1/brands', { name: 'Other' });
    const since = new Date(Date.now() - 60_000).toISOString();
    const WATCHED = ['comment.received', 'post.failed'];
    const hooks = {
      all: await addHook(ws, WATCHED, { account_ids: null }),
      account: await addHook(ws, WATCHED, { account_ids: [mastodon, mastodon] }),
      platform: await addHook(ws, WATCHED, { platforms: ['bluesky'] }),
      brand: await addHook(ws, WATCHED, { brand_ids: [brand] }),
      otherBrand: await addHook(ws, WATCHED, { brand_ids: [other.id] }),
      both: await addHook(ws, WATCHED, { account_ids: [mastodon], platforms: ['bluesky'] }),
    };
    await emit(service, ws, [
      commentEvent('M', { accountId: mastodon, platform: 'mastodon' }),
      commentEvent('B', { accountId: bluesky, platform: 'bluesky' }),
      { ...failedPostEvent(), accountIds: [mastodon, bluesky] },
      failedPostEvent(),
    ]);
    const wanted: Record<keyof typeof hooks, string[]> = {
      all: ['M', 'B', 'post.failed', 'post.failed'],
      account: ['M', 'post.failed'],
      platform: ['B', 'post.failed'],
      brand: ['M', 'B', 'post.failed'],
      otherBrand: [],
      both: ['post.failed'],
    };
    for (const [name, hook] of Object.entries(hooks)) {
      const texts = wanted[name as keyof typeof hooks];
      await arrived(hook, texts);
      expect((await textsOf(hook)).sort(), name).toEqual([...texts].sort());
      const replay = await ws.api.post(`/v1/webhooks/${hook.id}/replays?dry_run=true`, { kind: 'all', since });
      expect(replay.body.total, `a replay to ${name}`).toBe(texts.length);
      await ws.api.delete(`/v1/webhooks/${hook.id}`);
    }
  });

  test('by something that is gone match nothing; they never become "all"', async () => {
    const own = await service.workspace({ platforms: ['mastodon'] });
    const account = own.accounts.mastodon?.id as string;
    const { body: brand } = await own.api.post('/v1/brands', { name: 'Short-lived' });
    const byBrand = await addHook(own, undefined, { brand_ids: [brand.id] });
    const byAccount = await addHook(own, ['comment.received', 'account.disconnected'], {
      account_ids: [account],
    });
    const all = await addHook(own);
    expect((await own.api.delete(`/v1/brands/${brand.id}`)).status).toBeLessThan(300);
    expect((await own.api.delete(`/v1/accounts/${account}`)).status).toBeLessThan(300);
    await emit(service, own, [commentEvent('later')]);
    await arrived(all, ['later']);
    expect(await textsOf(byBrand)).toEqual([]);
    expect((await byAccount.received()).map(({ event }) => event)).not.toContain('comment.received');
    expect((await own.api.get(`/v1/webhooks/${byBrand.id}`)).body).toMatchObject({ brand_ids: [brand.id] });

    // What is gone may stay in the list, and nothing that is gone may be added.
    const path = `/v1/webhooks/${byAccount.id}`;
    expect((await own.api.patch(path, { account_ids: [account] })).body).toMatchObject({ account_ids: [account] });
    expect(await own.api.patch(path, { brand_ids: [brand.id] })).toMatchObject({
      status: 400,
      body: { meta: { field: 'brand_ids' } },
    });
    const opened = await own.api.patch(path, { account_ids: null });
    expect(opened.body).not.toHaveProperty('account_ids');
  });
});

describe('headers', () => {
  const headers = { 'X-Shop': 'shop 1', Authorization: 'Bearer top-secret' };
  const sent = { 'x-shop': 'shop 1', authorization: 'Bearer top-secret' };

  test('come with the ping, with tests and with every message, and are never shown', async () => {
    const own = await service.workspace();
    const hook = await addHook(own, undefined, { headers });
    await own.api.post(`/v1/webhooks/${hook.id}/test`, {});
    await emit(service, own);
    await arrived(hook, ['event']);
    const { deliveries } = await receiver(own, hook.url);
    expect(deliveries).toHaveLength(3);
    for (const delivery of deliveries) expect(delivery).toMatchObject({ headers: sent, verified: true });

    const path = `/v1/webhooks/${hook.id}`;
    const shown = await own.api.get(path);
    expect(shown.body.headers).toEqual({ 'x-shop': '***', authorization: '***' });
    expect(shown.text).not.toContain('top-secret');
    expect((await own.api.get('/v1/webhooks')).text).not.toContain('top-secret');
    const [row] = await service.sql('select header_values from webhook_endpoints where id = $1', [hook.id]);
    expect(row.header_values).toMatch(/^v1\./);

    // A new address is pinged with the new headers. They are replaced as a whole.
    const url = receiverUrl();
    expect((await own.api.patch(path, { url, headers: { 'x-new': '1' } })).body.headers).toEqual({ 'x-new': '***' });
    const [ping] = (await receiver(own, url)).deliveries;
    expect(ping.headers).toMatchObject({ 'x-new': '1' });
    expect(ping.headers).not.toHaveProperty('authorization');
    expect((await own.api.patch(path, { headers: null })).body).not.toHaveProperty('headers');
  });

  test('an answer that is repeated for an idempotency key shows them masked, too', async () => {
    const url = receiverUrl();
    const options = { 'idempotency-key': 'with-headers', prefer: 'verification=none' };
    const [first, second] = [await create({ url, headers }, options), await create({ url, headers }, options)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('preference-applied')).toBe('verification=none');
    expect(first.body.headers).toEqual({ 'x-shop': '***', authorization: '***' });
  });

  test.each([
    ['a line feed in a name', { 'x-a\nb': '1' }],
    ['a carriage return in a name', { 'x-a\r': '1' }],
    ['a colon in a name', { 'x:a': '1' }],
    ['a space in a name', { 'x a': '1' }],
    ['an empty name', { '': '1' }],
    ['a name with an umlaut', { 'x-ü': '1' }],
    ['a name that lower case turns into ASCII', { '\u212Aey': '1' }],
    ['a long name', { ['x'.repeat(101)]: '1' }],
    ['the same name twice', { 'x-a': '1', 'X-A': '2' }],
    ...[
      'Host',
      'content-type',
      'Content-Length',
      'cookie',
      'Transfer-Encoding',
      'connection',
      'keep-alive',
      'upgrade',
      'te',
      'expect',
      'proxy-authorization',
      'webhook-id',
      'webhook-anything',
      'X-SocialAPI-Signature',
      'x-socialapi-new',
      'user-agent',
      'accept-encoding',
      'via',
    ].map((name) => [`the reserved ${name}`, { [name]: '1' }] as const),
    ['a line break in a value', { 'x-a': 'a\r\nx-b: c' }],
    ['a tab in a value', { 'x-a': 'a\tb' }],
    ['a value with an umlaut', { 'x-a': 'ü' }],
    ['an empty value', { 'x-a': '' }],
    ['a space around a value', { 'x-a': ' a' }],
    ['a long value', { 'x-a': 'v'.repeat(1001) }],
    ['a number as a value', { 'x-a': 1 }],
    ['a mask as a value', { 'x-a': '***' }],
    ['eleven', Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, '1']))],
    ['a list', ['x-a']],
    ['a text', 'x-a: 1'],
  ] as [string, unknown][])('400 for %s', async (_, given) => {
    const answer = await create({ headers: given });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'headers' } } });
  });

  test('400 for __proto__', async () => {
    const raw = `{"url":"${receiverUrl()}","events":["post.published"],"headers":{"__proto__":"1"}}`;
    expect(
      await ws.api.post('/v1/webhooks', undefined, { raw, headers: { 'content-type': 'application/json' } }),
    ).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('verification', () => {
  test('Prefer: verification=none saves an address that answers nobody, and says so', async () => {
    const url = receiverUrl();
    await receiver(ws, url, 'PUT', '/behaviour', { status: 500 });
    const prefer = 'wait=1, verification=none; handling=lenient';
    const made = await create({ url, colour: 'red' }, { prefer });
    expect(made).toMatchObject({ status: 201, body: { url, warnings: [{ code: 'unverified' }] } });
    expect(made.headers.get('preference-applied')).toBe('verification=none');
    expect((await receiver(ws, url)).deliveries).toEqual([]);

    const path = `/v1/webhooks/${made.body.id}`;
    const next = receiverUrl();
    await receiver(ws, next, 'PUT', '/behaviour', { status: 500 });
    expect((await ws.api.patch(path, { url: next })).status).toBe(400);
    const moved = await ws.api.patch(path, { url: next }, { headers: { prefer: 'verification=none' } });
    expect(moved.body).toMatchObject({ url: next, warnings: [{ code: 'unverified' }] });
    expect((await create({ url: next }, { prefer: 'verification=nonesuch' })).status).toBe(400);
    const plain = await create();
    expect(plain.headers.get('preference-applied')).toBeNull();
    expect((await ws.api.patch(path, { description: 'x' })).body.warnings).toEqual([]);
  });
});

test('the same address twice is accepted, and the other endpoint is named', async () => {
  const url = receiverUrl();
  const first = await create({ url });
  const warnings = [{ code: 'duplicate_url', webhook_id: first.body.id }];
  expect((await create({ url })).body).toMatchObject({ warnings });
  const third = await create({ url: url.replace('https://simulator', 'HTTPS://SIMULATOR') });
  expect(third.body).toMatchObject({ url, warnings: [{ code: 'duplicate_url' }] });
  expect((await ws.api.patch(`/v1/webhooks/${first.body.id}`, { url })).body.warnings).toMatchObject([
    { code: 'duplicate_url', webhook_id: third.body.id },
  ]);
});

describe('status', () => {
  const disable = (hook: TestHook, reason: string) =>
    service.sql('update webhook_endpoints set is_active = false, disabled_reason = $2 where id = $1', [
      hook.id,
      reason,
    ]);

  test('tells who switched the endpoint off and why; nothing that happens meanwhile comes later', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    const path = `/v1/webhooks/${hook.id}`;
    const paused = await own.api.patch(path, { is_active: false });
    expect(paused.body).toMatchObject({ is_active: false, status: 'paused', status_reason: 'paused by its owner' });
    expect(await own.api.post(`${path}/test`, {})).toMatchObject({
      status: 409,
      body: { code: 'conflict', meta: { status: 'paused', id: hook.id } },
    });
    await emit(service, own, [commentEvent('while paused')]);

    await disable(hook, 'gone');
    const disabled = { is_active: false, status: 'disabled', disabled_reason: 'gone' };
    expect((await own.api.get(path)).body).toMatchObject({ ...disabled, status_reason: 'it answered 410 Gone' });
    expect((await own.api.get('/v1/webhooks')).body.data).toMatchObject([disabled]);
    const { status, body } = await own.api.post(`${path}/test`, {});
    expect([status, body.meta.status, body.meta.disabled_reason]).toEqual([409, 'disabled', 'gone']);
    expect(body.error).toContain('it answered 410 Gone');
    expect(body.error).toContain('"is_active": true');

    const enabled = (await own.api.patch(path, { is_active: true })).body;
    expect(enabled).toMatchObject({ is_active: true, status: 'active' });
    expect(enabled).not.toHaveProperty('disabled_reason');
    expect(enabled).not.toHaveProperty('status_reason');
    await emit(service, own, [commentEvent('afterwards')]);
    await arrived(hook, ['afterwards']);
    expect(await textsOf(hook)).toEqual(['afterwards']);

    await disable(hook, 'failing');
    expect((await own.api.patch(path, { is_active: false })).body.status).toBe('paused');
  });
});

describe('this machine', () => {
  const local = async (host = '127.0.0.1') => {
    const got: Body[] = [];
    const origin = await serve((request, response) => {
      got.push(request.headers);
      response.end();
    });
    return { got, url: `${origin.replace('127.0.0.1', host)}/hook` };
  };

  test.each(['127.0.0.1', 'localhost'])('receives at http://%s for a test key', async (host) => {
    const own = await service.workspace();
    const { got, url } = await local(host);
    const made = await own.api.post('/v1/webhooks', { url, events: ['comment.received'] });
    expect(made).toMatchObject({ status: 201, body: { url } });
    await emit(service, own);
    await until(async () => got.length === 2, 'ping and event arrived');
  });

  test('keeps what is open to its own programs closed to such a message', async () => {
    const url = `${service.url}/metrics`;
    const { status } = await fetch(url);
    const passedOn = await fetch(url, { headers: { via: '1.1 hubbub' } });
    expect([status, passedOn.status]).toEqual([200, 401]);
    const { got, url: hook } = await local();
    await ws.api.post('/v1/webhooks', { url: hook, events: ['post.failed'] });
    expect(got).toMatchObject([{ via: '1.1 hubbub' }]);
  });

  test('is not for live keys, at creation and at a delivery', async () => {
    const own = await service.workspace();
    const { got, url } = await local();
    const requested = { url, events: ['comment.received'] };
    expect(
      await own.liveApi.post('/v1/webhooks', requested, { headers: { prefer: 'verification=none' } }),
    ).toMatchObject({
      status: 400,
      body: { meta: { field: 'url' } },
    });
    expect(got).toEqual([]);
  });
});

describe('bad input', () => {
  const at = 'https://example.com';
  test.each([
    ['credentials', 'https://user:secret@example.com/', 'user name or password'],
    ['a user name', 'https://user@example.com/', 'user name or password'],
    ['a fragment', `${at}/hook#part`, 'fragment'],
    ['an empty fragment', `${at}/hook#`, 'fragment'],
    ['a port of mail', 'https://example.com:25/', 'port 25'],
    ['no such port', 'https://example.com:70000/', 'valid URL'],
    ['a local name', 'https://localhost/', 'local host name'],
    ['a local name with a dot', 'https://localhost./', 'local host name'],
    ['a name below localhost', 'https://a.localhost/', 'local host name'],
    ['an internal name', 'https://db.internal/', 'local host name'],
    ['a name of mDNS', 'https://printer.local/', 'local host name'],
    ['a bare name', 'https://redis/', 'full host name'],
    ['an octal address', 'https://0177.0.0.1/', 'private network'],
    ['a hexadecimal address', 'https://0x7f000001/', 'private network'],
    ['a decimal address', 'https://2130706433/', 'private network'],
    ['a short address', 'https://127.1/', 'private network'],
    ['full-width digits', 'https://１２７.0.0.1/', 'private network'],
    ['full-width dots', 'https://127。0。0。1/', 'private network'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', 'private network'],
    ['a zone id', 'https://[fe80::1%25eth0]/', 'valid URL'],
    ['a metadata service', 'https://169.254.169.254/', 'private network'],
    ['a space', `${at}/my hook`, 'spaces'],
    ['a line break', `${at}/\nhook`, 'spaces'],
    ['another scheme', 'ftp://example.com/', 'https'],
    ['an address of over 2048 characters', `${at}/${'x'.repeat(2048)}`, 'at most 2048'],
    ['no text', 7, 'must be text'],
    ['null', null, 'must be text'],
  ])('400 for an address with %s', async (_, url, words) => {
    const { status, body } = await create({ url }, { prefer: 'verification=none' });
    expect([status, body.meta.field]).toEqual([400, 'url']);
    expect(body.error).toContain(words);
  });

  test.each([
    ['https://BÜCHER.example/Hook?A=1', 'https://xn--bcher-kva.example/Hook?A=1'],
    ['https://аpple.example/', 'https://xn--pple-43d.example/'],
    ['https://example。com/', 'https://example.com/'],
    ['https://EXAMPLE.com.:443', 'https://example.com/'],
    ['https://９.9.9.9/a/../b', 'https://9.9.9.9/b'],
    ['https://example.com:8443/x', 'https://example.com:8443/x'],
  ])('the address %s is stored as it is called', async (url, stored) => {
    const made = await create({ url }, { prefer: 'verification=none' });
    expect(made).toMatchObject({ status: 201, body: { url: stored } });
    await ws.api.delete(`/v1/webhooks/${made.body.id}`);
  });

  test.each([
    [{ events: ['comment.recieved'] }, 'events', 'Did you mean comment.received?'],
    [{ events: [] }, 'events', 'at least one event'],
    [{ events: [1] }, 'events.0', 'must be text'],
    [{ events: { 0: 'post.published' } }, 'events', 'must be a list'],
    [{ events: null }, 'events', 'must be a list'],
    [{ brand_ids: [] }, 'brand_ids', 'at least one brand'],
    [{ account_ids: [] }, 'account_ids', 'at least one account'],
    [{ platforms: [] }, 'platforms', 'at least one platform'],
    [{ brand_ids: ['brand_x'] }, 'brand_ids', 'brand_x'],
    [{ account_ids: [NOBODY] }, 'account_ids', NOBODY],
    [{ account_ids: NOBODY }, 'account_ids', 'must be'],
    [{ account_ids: [null] }, 'account_ids.0', 'must be text'],
    [{ account_ids: [''] }, 'account_ids.0', 'at least 1 character'],
    [{ platforms: ['myspace'] }, 'platforms', 'There is no platform'],
    [{ platforms: 'mastodon' }, 'platforms', 'must be'],
    [{ description: 'd'.repeat(501) }, 'description', 'at most 500'],
    [{ description: 5 }, 'description', 'must be'],
    [{ secret: 'short' }, 'secret', '16 to 256'],
    [{ secret: 's'.repeat(257) }, 'secret', '16 to 256'],
    [{ secret: 'sixteen letters and spaces' }, 'secret', 'without spaces'],
    [{ secret: 'sixteen-letters-ü' }, 'secret', 'visible ASCII'],
    [{ secret: 'whsec_dG9vIHNob3J0' }, 'secret', '24 to 64 bytes'],
    [{ secret: `whsec_${Buffer.alloc(65).toString('base64')}` }, 'secret', '24 to 64 bytes'],
    [{ secret: `whsec_${'-_'.repeat(20)}` }, 'secret', 'base64'],
    [{ secret: 5 }, 'secret', 'must be text'],
    [{ status: 'paused' }, 'status', 'There is no field'],
  ])('400 for %j', async (settings, field, words) => {
    const { status, body } = await create(settings);
    expect([status, body.meta.field]).toEqual([400, field]);
    expect(body.error).toContain(words);
  });

  test('400 for brands and accounts of a visitor, in the words for unknown ones', async () => {
    const account = visitor.accounts.mastodon?.id as string;
    const foreign = await create({ account_ids: [account] });
    const unknown = await create({ account_ids: [NOBODY] });
    expect(foreign).toMatchObject({ status: 400, body: { meta: { field: 'account_ids' } } });
    expect(foreign.body.error.replace(account, NOBODY)).toBe(unknown.body.error);
    const { brand_id: brand } = (await visitor.api.get(`/v1/accounts/${account}`)).body;
    expect(await create({ brand_ids: [brand] })).toMatchObject({ status: 400, body: { meta: { field: 'brand_ids' } } });
  });

  test('a description is kept as it is and may be removed', async () => {
    const { body } = await create({ description: 'Für den Shop 🙂', events: ['post.failed', 'post.failed'] });
    expect(body).toMatchObject({ description: 'Für den Shop 🙂', events: ['post.failed'] });
    const path = `/v1/webhooks/${body.id}`;
    expect((await ws.api.patch(path, { description: null })).body).not.toHaveProperty('description');
  });
});
