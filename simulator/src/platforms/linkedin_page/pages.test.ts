import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, encoded, PlatformSimulator } from '../linkedin/testing.ts';
import { linkedinPage } from './index.ts';

const simulator = new PlatformSimulator(linkedinPage);
const redirectUri = 'https://app.example/callback';
let page: AsAccount;
let second: AsAccount;

beforeAll(async () => {
  await simulator.start();
  page = await asAccount(simulator, 'linkedin_page', 'acme');
  second = await asAccount(simulator, 'linkedin_page', 'acme-labs');
});
afterAll(() => simulator.close());

test('a login may reach several pages, each call names its own', async () => {
  const { client_id, client_secret } = page.account.app;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: redirectUri, state: 's' });
  query.set('scope', 'r_basicprofile r_organization_social w_organization_social rw_organization_admin');
  query.set('decision', 'allow');
  const { headers } = await page.call('GET', `www/oauth/v2/authorization?${query}`);
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: redirectUri };
  const given = await page.call('POST', 'www/oauth/v2/accessToken', new URLSearchParams(form));
  expect(given.body).toMatchObject({ expires_in: 5_184_000, refresh_token_expires_in: 31_536_000 });
  const [token, ownToken] = [given.body.access_token, second.token];
  second.token = token;
  const acls = await second.get('organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=100&start=0');
  expect(acls.body.paging).toMatchObject({ start: 0, count: 100, total: 2 });
  const organizations = acls.body.elements.map(({ organization }: { organization: string }) => organization);
  expect(organizations).toEqual([page.urn, second.urn]);
  const urn = await second.post('From the second page');
  expect((await simulator.ledger(`account=${second.id}`)).at(-1)).toMatchObject({ platform_id: urn });
  expect((await second.get(`posts/${encoded(urn)}`)).body).toMatchObject({ author: second.urn });
  second.token = ownToken;
  page.token = token;
});

test('a page whose name begins with content has a content administrator, who gets no statistics', async () => {
  const content = await asAccount(simulator, 'linkedin_page', 'content-desk');
  const pagesAs = async (role: string) =>
    (await content.get(`organizationAcls?q=roleAssignee&role=${role}&state=APPROVED`)).body.elements;
  expect(await pagesAs('ADMINISTRATOR')).toEqual([]);
  expect(await pagesAs('CONTENT_ADMINISTRATOR')).toMatchObject([
    { role: 'CONTENT_ADMINISTRATOR', organization: content.urn },
  ]);
  expect(await content.post('Published all the same')).toContain('urn:li:');
  const statistics = `q=organizationalEntity&organizationalEntity=${encoded(content.urn)}`;
  expect((await content.get(`organizationalEntityShareStatistics?${statistics}`)).status).toBe(403);
});

test('organizations are read one by one', async () => {
  const one = await page.get(`organizations/${page.id}`);
  expect(one.body).toMatchObject({ id: Number(page.id), localizedName: 'Acme', vanityName: 'acme' });
  const size = await page.get(`networkSizes/${encoded(page.urn)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`);
  expect(size.body).toEqual({ firstDegreeSize: 120 });
  expect((await page.call('GET', 'api/v2/me')).body).toMatchObject({ localizedFirstName: 'Jo' });
});

describe('posts', () => {
  test('are listed newest first, in pages, and read by URN', async () => {
    const lister = await asAccount(simulator, 'linkedin_page');
    const urns: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      urns.unshift(await lister.post(text));
      await simulator.advance(1);
    }
    const path = `posts?q=author&author=${encoded(lister.urn)}&count=2&sortBy=LAST_MODIFIED`;
    const first = await lister.call('GET', `api/rest/${path}`, undefined, { 'x-restli-method': 'FINDER' });
    expect(first.body.elements.map(({ id }: { id: string }) => id)).toEqual(urns.slice(0, 2));
    const [next] = first.body.paging.links;
    expect(next.rel).toBe('next');
    const rest = await lister.call('GET', `api${next.href}`);
    expect(rest.body.elements.map(({ id }: { id: string }) => id)).toEqual(urns.slice(2));
    expect((await lister.get(`posts?q=author&author=${lister.urn}`)).status).toBe(400);
    expect((await lister.get(`posts?q=author&author=${encoded(page.urn)}`)).status).toBe(403);
    expect((await lister.get(`posts/${encoded('urn:li:share:1')}`)).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('that are drafts are seen by their author only, until they are published', async () => {
    const urn = await page.post('Draft', { lifecycleState: 'DRAFT' });
    const path = `posts/${encoded(urn)}`;
    expect((await page.get(path)).status).toBe(404);
    expect((await page.get(`${path}?viewContext=AUTHOR`)).body.lifecycleState).toBe('DRAFT');
    const patch = { patch: { $set: { lifecycleState: 'PUBLISHED' } } };
    await page.do(path, patch, 'PARTIAL_UPDATE');
    expect((await page.get(path)).body).toMatchObject({ lifecycleState: 'PUBLISHED' });
    expect((await simulator.ledger(`account=${page.id}&kind=post`)).at(-1)?.platform_id).toBe(urn);
  });
});

describe('statistics', () => {
  const statistics = (more: string) =>
    page.get(
      `organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encoded(page.urn)}${more}`,
    );

  test('are those of visitors; a post without any is absent', async () => {
    const [quiet, busy] = [await page.post('Quiet'), await page.post('Busy')];
    await page.act('like', '', { post_id: busy });
    await page.act('comment', 'Yes', { post_id: busy });
    await page.act('share', '', { post_id: busy });
    const seen = await statistics(`&shares=List(${encoded(quiet)},${encoded(busy)})`);
    expect(seen.body.elements).toHaveLength(1);
    const [{ share, totalShareStatistics }] = seen.body.elements;
    expect(share).toBe(busy);
    expect(totalShareStatistics).toMatchObject({ likeCount: 1, commentCount: 1, shareCount: 1 });
    expect(totalShareStatistics.impressionCount).toBeGreaterThan(totalShareStatistics.uniqueImpressionsCount);
    const now = Date.now();
    const interval = `(timeRange:(start:${now - 3_600_000},end:${now + 3_600_000}),timeGranularityType:DAY)`;
    expect((await statistics(`&timeIntervals=${interval}`)).body.elements).toMatchObject([
      { timeRange: { start: now - 3_600_000 }, totalShareStatistics: { shareCount: 1 } },
    ]);
    expect((await statistics(`&ugcPosts=List(${encoded(busy)})`)).body.code).toBe('PARAM_INVALID');
  });
});
