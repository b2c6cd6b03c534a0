import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { waiting } from '../../../test/steps.ts';
import { consent, follow, newAccount } from './consent.fixture.ts';

// A world answers under every server's name, so one simulated account is an account with its number on two servers.
const SERVERS = ['one.example', 'two.example'] as const;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '0.1' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

async function connect(number: string, instance: string) {
  const options = { platform: 'mastodon', redirect_uri: 'https://app.example/', metadata: { instance } };
  const { body } = await ws.api.post('/v1/accounts/connect', options);
  const { query } = await follow((await consent(body.auth_url, { account: number })).url.href);
  return query;
}
async function serversOf(number: string): Promise<string[][]> {
  const connected = 'platform_id = $1 and disconnected_at is null';
  const rows = await service.sql(`select id, server from accounts where ${connected} order by server`, [number]);
  return rows.map(({ id, server }) => [id, server]);
}

test('the same number on two servers is two accounts, each with its own items, reconnection and access', async () => {
  const { platform_id: number } = await newAccount(ws, 'mastodon');
  const ids: string[] = [];
  for (const server of SERVERS) ids.push((await connect(number, server)).account_id as string);
  const [first, second] = ids as [string, string];
  expect(await serversOf(number)).toEqual([
    [first, 'https://one.example'],
    [second, 'https://two.example'],
  ]);
  for (const [index, server] of SERVERS.entries())
    expect((await connect(number, server)).account_id, server).toBe(ids[index]);

  const posts = [];
  for (const account_id of ids) {
    const post = { text: 'News', targets: [{ account_id, platform: 'mastodon' }], publish_now: true };
    const { body, text } = await ws.api.post('/v1/posts', post, waiting);
    expect(body.targets, text).toMatchObject([{ status: 'published' }]);
    posts.push(body.targets[0].platform_post_id);
  }
  const comment = { action: 'comment', text: 'Read on both', post_id: posts[0] };
  const visit = { platform: 'mastodon', account: number, ...comment };
  const { platform_id: commentId } = await ws.control('POST', 'strangers', visit);
  const storedFor = async () => {
    const found = await service.sql(
      'select account_id from comments where platform_id = $1 union select account_id from mentions where platform_id = $1',
      [commentId],
    );
    return found.map(({ account_id }) => account_id).sort();
  };
  await until(async () => (await storedFor()).length === 2, 'both accounts have the item with this number');
  expect(await storedFor()).toEqual([...ids].sort());

  expect((await ws.api.delete(`/v1/accounts/${first}`)).status).toBe(204);
  const { calls } = await ws.control('GET', 'calls?platform=mastodon');
  expect(calls.filter(({ path }: { path: string }) => path.includes('/oauth/revoke'))).toHaveLength(1);
  expect(await serversOf(number)).toEqual([[second, 'https://two.example']]);
});

test('an account from before its server was stored is connected again on its own server only', async () => {
  const { platform_id: number } = await newAccount(ws, 'mastodon');
  const { account_id: old } = await connect(number, SERVERS[0]);
  await service.sql(`update accounts set server = '' where id = $1`, [old]);
  const { account_id: other } = await connect(number, SERVERS[1]);
  expect(other).not.toBe(old);
  expect((await connect(number, SERVERS[0])).account_id).toBe(old);
  expect(await serversOf(number)).toEqual([
    [old, 'https://one.example'],
    [other, 'https://two.example'],
  ]);
});
