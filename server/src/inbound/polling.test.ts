import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, comment, firstPoll, targetsOn, waiting } from '../../test/steps.ts';
import { consent, follow } from '../features/connecting/consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let posts = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '0.05' });
  ws = await service.workspace({ platforms: ['mastodon', 'facebook', 'instagram', 'bluesky'] });
});
afterAll(() => service?.close());

async function publish(platform: string): Promise<string> {
  const { body, text, status } = await ws.api.post(
    '/v1/posts',
    { text: `News ${++posts}`, targets: targetsOn(ws, platform), publish_now: true },
    waiting,
  );
  if (status !== 201) throw new Error(text);
  return body.targets[0].platform_post_id;
}
async function advance(seconds: number): Promise<void> {
  const { status, text } = await ws.api.post('/v1/test/clock', { advance: `PT${seconds}S` });
  if (status !== 200) throw new Error(text);
}
const strange = (platform: string, what: object): Promise<Body> =>
  ws.control('POST', 'strangers', { platform, account: accountOf(ws, platform).platformId, ...what });
const storedOn = (platform: string): Promise<Body[]> =>
  service.sql('select platform_id, text from comments where account_id = $1', [accountOf(ws, platform).id]);
const eventTypesOf = async (accountId: string): Promise<string[]> =>
  (await service.sql('select type from events where account_id = $1', [accountId])).map(({ type }) => type);
const callsOf = async (platform: string): Promise<Body[]> => {
  const { platformId } = accountOf(ws, platform);
  return (await ws.control('GET', `calls?platform=${platform}&account=${platformId}`)).calls;
};

test('reading leaves half of the calls to other work, and goes on in the next window', async () => {
  const { id } = accountOf(ws, 'mastodon');
  // The account is asked as often as it may; then it waits.
  await until(async () => {
    const [row] = await service.sql(
      `select poll_due_at > now() + interval '2 seconds' as waits from accounts where id = $1`,
      [id],
    );
    return row.waits;
  }, 'reading waits for other work');
  expect((await callsOf('mastodon')).length).toBeLessThan(150);
  const postId = await publish('mastodon');
  const commentId = await comment(ws, 'mastodon', postId, 'Still heard');
  await advance(301);
  await until(async () => (await storedOn('mastodon')).some((row) => row.platform_id === commentId), 'it is heard');
});

test('comments from a time when nothing ran are read back, all of them and once', async () => {
  const postId = await publish('mastodon');
  const written: string[] = [];
  await service.restart(async () => {
    for (let count = 0; count < 130; count += 1)
      written.push(await comment(ws, 'mastodon', postId, `While nobody listened ${count}`));
  });
  await advance(301);
  await until(async () => {
    const ids = new Set((await storedOn('mastodon')).map((row) => row.platform_id));
    return written.every((one) => ids.has(one));
  }, 'all are there');
  const told = await service.sql(
    `select data ->> 'platform_id' as id from events where tenant_id = $1 and type = 'comment.received' and data ->> 'platform_id' = any ($2)`,
    [ws.tenantId, written],
  );
  expect(told.map(({ id }) => id).sort()).toEqual([...written].sort());
});

test('messages of more people than one poll looks up are all read', async () => {
  const { id } = accountOf(ws, 'bluesky');
  const written = [(await strange('bluesky', { action: 'message', text: 'First' })).platform_id];
  await until(async () => {
    const [row] = await service.sql('select poll_cursor from accounts where id = $1', [id]);
    return row.poll_cursor?.includes(' ');
  }, 'the chat was read');
  await service.restart(async () => {
    for (let count = 0; count < 14; count += 1) {
      const message = { action: 'message', text: `Hello ${count}`, username: `writer${count}` };
      written.push((await strange('bluesky', message)).platform_id);
    }
  });
  await advance(301);
  await until(async () => {
    const rows = await service.sql('select platform_id from messages where account_id = $1', [id]);
    const ids = new Set(rows.map(({ platform_id }) => platform_id));
    return written.every((one) => ids.has(one));
  }, 'all are there');
});

test.each([
  ['mastodon', 'messages'],
  ['facebook', 'messages'],
  ['facebook', 'subscribe'],
])('news are heard while %s fails at %s', async (platform, operation) => {
  const { id } = accountOf(ws, platform);
  const post_id = await publish(platform);
  await ws.control('POST', 'faults', { kind: 'server_error', status: 500, platform, operation, times: 0 });
  onTestFinished(() => ws.control('DELETE', 'faults'));
  await service.sql(`update accounts set history_cursor = null, subscription = 'none' where id = $1`, [id]);
  const said = await strange(platform, { action: 'comment', text: 'Is anybody there?', post_id, silent: true });
  await until(async () => {
    await service.sql('update accounts set poll_due_at = now() where id = $1 and poll_lease_until < now()', [id]);
    return (await storedOn(platform)).some((row) => row.platform_id === said.platform_id);
  }, 'it is heard');
});

test('a new account without a history loses nothing between its first two polls', async () => {
  const fresh = await service.workspace({ platforms: ['bluesky', 'mastodon'] });
  for (const { id } of Object.values(fresh.accounts)) await firstPoll(service, id);
  const written: string[] = [];
  const write = async (platform: string, action: string, count: number) => {
    const account = accountOf(fresh, platform).platformId;
    for (let number = 0; number < count; number += 1) {
      const said = { platform, account, action, text: `${action} ${number}`, username: 'ann' };
      written.push((await fresh.control('POST', 'strangers', said)).platform_id);
    }
  };
  await service.restart(() => Promise.all([write('bluesky', 'message', 3), write('mastodon', 'mention', 85)]));
  const reported = async () =>
    (
      await service.sql(
        `select data ->> 'platform_id' as id from events where tenant_id = $1 and type in ('dm.received', 'mention.received')`,
        [fresh.tenantId],
      )
    ).map(({ id }) => id);
  await until(async () => {
    const ids = new Set(await reported());
    return written.every((one) => ids.has(one));
  }, 'all are there');
  expect((await reported()).sort()).toEqual(written.sort());
});

describe('what no callback told', () => {
  test.each(['facebook', 'instagram'])('is read from %s when the account is next looked at', async (platform) => {
    const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
    const options = { text: 'Look', media: [image], targets: targetsOn(ws, platform), publish_now: true };
    const post = await ws.api.post('/v1/posts', options, waiting);
    const post_id = post.body.targets[0].platform_post_id;
    // The first look is a minute after the connection; those after it are hours apart.
    await advance(61);
    const { id } = accountOf(ws, platform);
    await until(async () => {
      const [row] = await service.sql('select poll_cursor, history_cursor from accounts where id = $1', [id]);
      return row.poll_cursor !== null && row.history_cursor !== null;
    }, 'the account was looked at');
    const said = await strange(platform, { action: 'comment', text: 'Unheard comment', post_id, silent: true });
    const written = await strange(platform, { action: 'message', text: 'Unheard message', silent: true });
    await advance(6 * 3600);
    await until(async () => (await storedOn(platform)).some((row) => row.platform_id === said.platform_id), 'comment');
    const messages = () => service.sql('select platform_id from messages where account_id = $1', [id]);
    await until(async () => (await messages()).some((row) => row.platform_id === written.platform_id), 'message');
    const types = await eventTypesOf(id);
    expect(types).toContain('comment.received');
    expect(types).toContain('dm.received');
  });
});

test('a lost callback about an older post is made up for', async () => {
  const old = await publish('facebook');
  for (let count = 0; count < 10; count += 1) await publish('facebook');
  const said = await strange('facebook', { action: 'comment', text: 'On an older post', post_id: old, silent: true });
  await advance(6 * 3600);
  await until(async () => (await storedOn('facebook')).some((row) => row.platform_id === said.platform_id), 'comment');
});

test('old conversations are read when an account is connected, and are no news', async () => {
  const before = new Date(Date.now() - 40 * 24 * 3600_000).toISOString();
  const made = await ws.control('POST', 'accounts', { platform: 'facebook' });
  await ws.control('POST', 'strangers', {
    platform: 'facebook',
    account: made.platform_id,
    action: 'message',
    text: 'Long ago',
    at: before,
    silent: true,
  });
  const { body: brand } = await ws.api.post('/v1/brands', { name: 'Old' });
  const redirect = { platform: 'facebook', brand_id: brand.id, redirect_uri: 'https://app.example/' };
  const { body } = await ws.api.post('/v1/accounts/connect', redirect);
  const { query } = await follow((await consent(body.auth_url, { account: [made.platform_id] })).url.href);
  const options = { page_ids: [made.platform_id] };
  const chosen = await ws.api.post(`/v1/accounts/pending/${query.connection_id}/select`, options);
  const accountId = chosen.body.data?.[0]?.account_id ?? chosen.body.account_id;
  await advance(61);
  const [conversation] = await until(async () => {
    const { body: listed } = await ws.api.get(`/v1/inbox/conversations?account_id=${accountId}`);
    return listed.data.length > 0 && listed.data;
  }, 'the conversation is there');
  expect(conversation).toMatchObject({ last_message: 'Long ago', unread_count: 0 });
  const types = await eventTypesOf(accountId);
  expect(types).not.toContain('dm.received');
});

test('an account is subscribed anew when more callbacks are wanted', async () => {
  const { id } = accountOf(ws, 'facebook');
  const subscriptions = async () => (await callsOf('facebook')).filter(({ path }) => path.includes('subscribed_apps'));
  const before = (await subscriptions()).length;
  await service.sql(`update accounts set subscription = 'feed', poll_due_at = now() where id = $1`, [id]);
  await until(async () => (await subscriptions()).length > before, 'it is subscribed');
  const [row] = await until(async () => {
    const rows = await service.sql(`select subscription from accounts where id = $1 and subscription <> 'feed'`, [id]);
    return rows.length > 0 && rows;
  }, 'that is noted');
  expect(row.subscription).toContain('messaging_postbacks');
});
