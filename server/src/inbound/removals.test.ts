import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, PLANS, queriesOf, scansOf } from '../../test/growth/reads.ts';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { signedRequest } from '../../test/signed-callbacks.ts';
import { accountOf, eventsOf, targetsOn } from '../../test/steps.ts';
import { connectPages, consent, follow, newAccount } from '../features/connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
  ws = await service.workspace({ platforms: ['instagram', 'threads', 'tiktok', 'facebook'] });
});
afterAll(() => service?.close());

const remove = (platform: string, account: string) => ws.control('POST', 'removals', { platform, account });
const send = (platform: string, secret: string, facts: object) => {
  const body = signedRequest(secret, facts);
  return fetch(`${service.url}/callbacks/test/${ws.world}/${platform}`, { method: 'POST', body });
};
const statusOf = async (id: string) => (await ws.api.get(`/v1/accounts/${id}`)).status;
const disconnected = async (id: string): Promise<Body[]> =>
  (await eventsOf(ws.api, id)).filter(({ type }) => type === 'account.disconnected');
const gone = (id: string, platform: string) => [
  { metadata: { account_id: id, platform, reason: 'access_revoked' }, account_id: id },
];

test.each(['instagram', 'threads', 'tiktok'])(
  'an account that removes the app on %s is gone, and its posts with it',
  async (platform) => {
    const { id, platformId } = accountOf(ws, platform);
    const later = { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() };
    const post = await ws.api.post('/v1/posts', { ...later, ...contentOn(platform), targets: targetsOn(ws, platform) });
    expect(post, post.text).toMatchObject({ status: 201, body: { status: 'scheduled' } });
    await remove(platform, platformId);
    await until(async () => (await statusOf(id)) === 404, 'the account is gone');
    const events = await disconnected(id);
    expect(events).toMatchObject(gone(id, platform));
    expect(events[0].metadata).not.toHaveProperty('reconnect_required');
    expect((await ws.api.get(`/v1/posts/${post.body.id}`)).body.status).toBe('cancelled');
  },
);

test('a person who removes the app on Facebook takes all pages of that login along, and no other', async () => {
  const other = accountOf(ws, 'facebook').id;
  const { pages, ids } = await connectPages(ws);
  await remove('facebook', pages[0]);
  for (const id of ids) {
    await until(async () => (await statusOf(id)) === 404, 'the page is gone');
    expect(await disconnected(id)).toMatchObject(gone(id, 'facebook'));
  }
  expect(await statusOf(other)).toBe(200);
});

test('a wrong signature is rejected; a late callback for a working account changes nothing', async () => {
  const made = await newAccount(ws, 'instagram');
  const { body } = await ws.api.post('/v1/accounts/connect', {
    platform: 'instagram',
    redirect_uri: 'https://app.example/',
  });
  const { query } = await follow((await consent(body.auth_url, { account: made.platform_id })).url.href);
  const id = query.account_id as string;
  expect(await statusOf(id)).toBe(200);
  const { client_secret: secret } = await ws.control('GET', 'apps/instagram');
  const facts = { user_id: made.platform_id };
  expect((await send('instagram', 'another secret', facts)).status).toBe(401);
  expect((await send('instagram', secret, { ...facts, algorithm: 'none' })).status).toBe(200);
  for (let time = 0; time < 2; time += 1) expect((await send('instagram', secret, facts)).status).toBe(200);
  const stored = () => service.sql(`select due_at from callbacks where account_id = $1`, [id]);
  await until(async () => (await stored()).every(({ due_at }) => due_at === null), 'it was looked at');
  expect(await stored()).toHaveLength(1);
  expect(await statusOf(id)).toBe(200);
  expect(await disconnected(id)).toEqual([]);
});

test('a removal reads the accounts that it may mean, however many others there are', async () => {
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, login_id, metadata)
     select 'ten_of_others', 'many_' || n, 'b', 'facebook', 'many_' || n, 'n', 'u', '', 'login_' || n, jsonb_build_object('app_scoped_id', n)
     from generate_series(1, 2000) n`,
  );
  await service.sql(
    `insert into shared_logins (tenant_id, id, platform, platform_id, credentials)
     select 'ten_of_others', 'login_' || n, 'facebook', 'person_' || n, '' from generate_series(1, 2000) n`,
  );
  await service.sql('analyze');
  const { client_secret: secret } = await ws.control('GET', 'apps/facebook');
  const queries = await queriesOf(undefined, async () =>
    expect((await send('facebook', secret, { user_id: 'person_7' })).status).toBe(200),
  );
  // Workers claim meanwhile; their statements are not meant.
  const reading = queries.filter(({ text }) => text.includes('shared_logins'));
  expect(reading).toHaveLength(1);
  for (const query of reading)
    for (const plan of PLANS)
      for (const { name, rows } of scansOf(await explain(service.app.db, undefined, query, plan)))
        expect(rows, `${name} of ${query.text} (${plan})`).toBeLessThan(50);
});

/** What each of them takes. */
function contentOn(platform: string): object {
  if (platform === 'threads') return { text: 'Later' };
  const sample = platform === 'tiktok' ? 'sample.mp4' : 'sample.jpg';
  const media = [{ source_type: 'url', source: `https://simulator.test/files/${sample}` }];
  const platform_data = { tiktok: { privacy_level: 'SELF_ONLY' } };
  return { text: 'Later', media, ...(platform === 'tiktok' ? { platform_data } : {}) };
}
