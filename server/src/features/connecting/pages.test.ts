import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { eventsOf, image, waiting, withNewKey } from '../../../test/steps.ts';
import { consent, follow, newAccount } from './consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

async function newBrand(): Promise<string> {
  return (await ws.api.post('/v1/brands', { name: 'Acme' })).body.id;
}

async function newPages(count: number): Promise<string[]> {
  const pages = [];
  for (let made = 0; made < count; made++) pages.push((await newAccount(ws, 'facebook')).platform_id);
  return pages;
}

/** Logs in as the owner of the first page, who picks these pages; the path of the open choice. */
async function login(brandId: string, pages: readonly string[]): Promise<string> {
  const requested = { platform: 'facebook', brand_id: brandId, redirect_uri: 'https://app.example/' };
  const { body } = await ws.api.post('/v1/accounts/connect', requested);
  const { query } = await follow((await consent(body.auth_url, { account: pages })).url.href);
  expect(query, query.error_description).toMatchObject({ status: 'selection_required' });
  return `/v1/accounts/pending/${query.connection_id}`;
}

const select = (path: string, pages: readonly string[]) => ws.api.post(`${path}/select`, { page_ids: pages });
const account = async (id: string): Promise<Body> => (await ws.api.get(`/v1/accounts/${id}`)).body;

test('list_account_pages, update_account_page: several pages of a login become accounts of one brand that share it, and each publishes', async () => {
  const brandId = await newBrand();
  const pages = await newPages(2);
  const path = await login(brandId, pages);
  const options = { headers: { 'idempotency-key': 'two-pages' } };
  const { body, ...answer } = await ws.api.post(`${path}/select`, { page_ids: pages }, options);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  expect(body).toMatchObject({ platform: 'facebook', brand_id: brandId, count: 2 });
  expect(body.account_id).toBe(body.data[0].account_id);
  const [one, two] = [await account(body.data[0].account_id), await account(body.data[1].account_id)];
  expect([one.login_id, one.page_name]).toEqual([expect.stringMatching(/^cred_/), one.name]);
  expect(two.login_id).toBe(one.login_id);
  expect((await ws.api.post(`${path}/select`, { page_ids: pages }, options)).body).toEqual(body);
  expect((await select(path, pages)).status).toBe(404);
  for (const { id } of [one, two]) expect(await eventsOf(ws.api, id)).toMatchObject([{ type: 'account.connected' }]);
  const targets = [{ account_id: one.id }, { account_id: two.id }];
  const post = await ws.api.post('/v1/posts', { text: 'Twice', media: [image], targets, publish_now: true }, waiting);
  expect(post, post.text).toMatchObject({ status: 201, body: { status: 'published' } });

  // Any account of the brand will do to name a page.
  const toPage = (account_id: string, page_id: string) => ({
    text: `To ${page_id}`,
    targets: [{ account_id, page_id }],
  });
  for (const [from, page, to] of [
    [one, pages[1], two],
    [one, pages[0], one],
  ] as const) {
    const named = await ws.api.post('/v1/posts', toPage(from.id, page as string));
    expect(named, named.text).toMatchObject({ status: 201, body: { targets: [{ account_id: to.id }] } });
  }
  expect(await ws.api.post('/v1/posts', toPage(one.id, '1'))).toMatchObject({
    status: 400,
    body: { meta: { field: 'targets.0.page_id' }, detail_code: 'account.no_active_page' },
  });
  const twice = [{ account_id: one.id }, { account_id: two.id, page_id: pages[0] }];
  expect(await ws.api.post('/v1/posts', { text: 'Twice on one', targets: twice })).toMatchObject({
    status: 400,
    body: { detail_code: 'publishing.duplicate_target' },
  });
  expect((await ws.api.get(`/v1/posts?page_id=${pages[1]}`)).body.count).toBe(2);

  const page = { platform_page_id: pages[0], name: one.name, is_default: true, is_active: true };
  expect((await ws.api.get(`/v1/accounts/${one.id}/pages`)).body).toMatchObject({ data: [page], count: 1 });
  const update = (id: string | undefined, body: object) => ws.api.patch(`/v1/accounts/${one.id}/pages/${id}`, body);
  expect(await update(pages[0], { is_default: true })).toMatchObject({ status: 200, body: page });
  expect(await update(pages[0], { is_active: false })).toMatchObject({
    status: 400,
    body: { meta: { field: 'is_active' } },
  });
  expect((await update(pages[1], { is_active: true })).status).toBe(404);

  // The login is kept as long as one of its accounts is.
  await ws.api.delete(`/v1/accounts/${one.id}`);
  const logins = () => service.sql('select credentials from shared_logins where id = $1', [one.login_id]);
  const [kept] = await logins();
  expect(kept.credentials).not.toContain('EAAG');
  await ws.api.delete(`/v1/accounts/${two.id}`);
  expect(await logins()).toEqual([]);
});

test('a new login renews what all brands have of it, and names what it lost', async () => {
  const [here, there] = [await newBrand(), await newBrand()];
  const [mine, theirs] = (await newPages(2)) as [string, string];
  const first = await select(await login(here, [mine, theirs]), [mine]);
  const other = await select(await login(there, [mine, theirs]), [theirs]);
  expect([first.status, other.status]).toEqual([201, 201]);
  const { account_id: id } = other.body;
  const tokens = async () => (await service.sql('select credentials from accounts where id = $1', [id]))[0];
  const before = await tokens();

  const less = (await ws.api.get(await login(here, [mine]))).body;
  const lost = { platform_page_id: theirs, brand_id: there, brand_name: 'Acme' };
  expect(less).toMatchObject({ login_id: (await account(id)).login_id, lost_access: [lost] });
  expect(await account(id)).toMatchObject({ status: 'reconnect_required', brand_id: there });
  const gone = { type: 'account.disconnected', metadata: { reconnect_required: true } };
  expect((await eventsOf(ws.api, id)).filter(({ type }) => type === 'account.disconnected')).toMatchObject([gone]);
  const vanished = { account_id: id, platform_page_id: theirs, reason: 'access_revoked', name: expect.any(String) };
  expect((await eventsOf(ws.api, id)).filter(({ type }) => type === 'page.removed')).toMatchObject([
    { metadata: vanished },
  ]);

  const all = (await ws.api.get(await login(here, [mine, theirs]))).body;
  expect(all.lost_access).toEqual([]);
  expect(await account(id)).toMatchObject({ status: 'active', brand_id: there });
  expect(await tokens()).not.toEqual(before);
});

test('list_login_pages, assign_page: a brand takes five pages, all of one login', async () => {
  const brandId = await newBrand();
  const owner = await newAccount(ws, 'facebook');
  const pages: string[] = [owner.platform_id, ...(await newPages(5))];
  const path = await login(brandId, pages);
  expect(await select(path, pages)).toMatchObject({ status: 400, body: { meta: { field: 'page_ids' } } });
  expect(await select(path, [])).toMatchObject({ status: 400, body: { code: 'missing_metadata' } });
  const { body } = await select(path, pages.slice(0, 5));
  expect(body.count).toBe(5);
  const { login_id: loginId } = await account(body.account_id);
  const at = (page: string) => `/v1/platforms/facebook/logins/${loginId}/pages/${page}/assign`;
  const assign = (page: unknown, brand: string) => ws.api.post(at(String(page)), { brand_id: brand });

  const { body: list } = await ws.api.get(`/v1/platforms/facebook/logins/${loginId}/pages`);
  expect(list).toMatchObject({ login_id: loginId, count: 6 });
  const free = list.pages.filter((page: Body) => page.assignable);
  expect(free).toMatchObject([{ platform_page_id: pages[5], assigned_brand_id: '', assigned_account_id: '' }]);

  const full = {
    status: 403,
    body: { code: 'brand_limit_reached', detail_code: 'platform.facebook.page_cap', meta: { max: 5 } },
  };
  expect(await assign(pages[5], brandId)).toMatchObject(full);
  const next = await newBrand();
  expect(await assign(pages[0], next)).toMatchObject({ status: 409, body: { code: 'account_already_linked' } });
  expect(await assign('1', next)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await assign(pages[5], 'brand_none')).status).toBe(404);
  const tried = await ws.api.post(`${at(String(pages[5]))}?dry_run`, { brand_id: next });
  expect(tried).toMatchObject({ status: 200, body: { dry_run: true, brand_id: next } });
  const given = await assign(pages[5], next);
  expect(given, given.text).toMatchObject({
    status: 201,
    body: { account_id: expect.stringMatching(/^acc_/), brand_id: next, platform_page_id: pages[5] },
  });
  expect(await account(given.body.account_id)).toMatchObject({ login_id: loginId, brand_id: next, status: 'active' });
  expect((await assign(pages[5], next)).body).toEqual(given.body);

  const [strange] = (await newPages(1)) as [string];
  const other = { status: 409, body: { detail_code: 'account.different_login' } };
  expect(await select(await login(next, [strange]), [strange])).toMatchObject(other);

  // Nobody else sees the login.
  const limited = await withNewKey(service, ws, { brandIds: [await newBrand()] });
  const visitor = await service.workspace();
  for (const { api } of [limited, visitor])
    expect((await api.get(`/v1/platforms/facebook/logins/${loginId}/pages`)).status).toBe(404);
  const own = await withNewKey(service, ws, { brandIds: [next] });
  const { body: seen } = await own.api.get(`/v1/platforms/facebook/logins/${loginId}/pages`);
  expect(seen.pages.map((page: Body) => page.assigned_brand_id).filter(Boolean)).toEqual([next]);

  const removal = { method: 'DELETE', headers: { authorization: `Bearer ${owner.tokens.access_token}` } };
  await fetch(`${ws.pages}/facebook/graph/v25.0/me/permissions`, removal);
  const over = { status: 401, body: { code: 'invalid_token' } };
  expect(await ws.api.get(`/v1/platforms/facebook/logins/${loginId}/pages`)).toMatchObject(over);
});
