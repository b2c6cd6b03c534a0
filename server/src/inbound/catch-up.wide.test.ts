import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { hubSignature } from '../../test/signed-callbacks.ts';
import { accountOf, image, targetsOn, waiting } from '../../test/steps.ts';

const PATIENCE_MS = 180_000;
const COMMENTS = 1100;
const POSTS = 12;
const WRITERS = 230;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['facebook', 'instagram', 'threads'] });
});
afterAll(() => service?.close());

const atOnce = pLimit(20);

async function publish(platform: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  const media = platform === 'instagram' ? [image] : [];
  for (let index = 0; index < count; index += 1) {
    const post = { text: `News ${index}`, media, targets: targetsOn(ws, platform), publish_now: true };
    const { body, text } = await ws.api.post('/v1/posts', post, waiting);
    if (body.status !== 'published') throw new Error(text);
    ids.push(body.targets[0].platform_post_id);
  }
  return ids;
}
async function advance(seconds: number): Promise<void> {
  const { status, text } = await ws.api.post('/v1/test/clock', { advance: `PT${seconds}S` });
  if (status !== 200) throw new Error(text);
}

/** Waits until the account was read since its connection, so that later items are a gap. */
async function firstLook(platform: string): Promise<void> {
  await advance(61);
  await until(async () => {
    const [row] = await service.sql('select poll_cursor, history_cursor from accounts where id = $1', [
      accountOf(ws, platform).id,
    ]);
    return row.poll_cursor !== null && (platform === 'threads' || row.history_cursor !== null);
  }, 'the account was read');
}

/** Makes visitors act while callbacks are lost, except for every tenth item. Returns the ids of the items. */
function visitors(platform: string, count: number, what: (index: number) => object): Promise<string[]> {
  const account = accountOf(ws, platform).platformId;
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      atOnce(async () => {
        const act = { platform, account, text: `Unheard ${index}`, silent: index % 10 !== 0, ...what(index) };
        return (await ws.control('POST', 'strangers', act)).platform_id as string;
      }),
    ),
  );
}

/** Waits until every item is there. The clock moves on, so that budgets of calls come back. */
async function allThere(table: 'comments' | 'messages' | 'mentions', accountId: string, ids: readonly string[]) {
  const missing = async () => {
    const rows = await service.sql(
      `select platform_id from ${table} where account_id = $1 and platform_id = any ($2)`,
      [accountId, ids],
    );
    return ids.length - rows.length;
  };
  let last = await missing();
  await until(
    async () => {
      const left = await missing();
      if (left === last) await advance(600);
      last = left;
      return left === 0;
    },
    `all ${table} are there`,
    PATIENCE_MS,
  );
}

/** The number of items by the count of their events. */
async function eventCounts(type: string, accountId: string): Promise<Record<string, number>> {
  const rows = await service.sql(
    `select count, count(*)::int as items from (
       select count(*)::int as count from events where account_id = $1 and type = $2 group by data ->> 'platform_id') each group by count`,
    [accountId, type],
  );
  return Object.fromEntries(rows.map(({ count, items }) => [count, items]));
}

async function pushLate(ids: readonly string[], postId: string): Promise<void> {
  const { client_secret: secret } = await ws.control('GET', 'apps/facebook');
  const { platformId } = accountOf(ws, 'facebook');
  const now = Math.floor(Date.now() / 1000);
  const changes = ids.map((comment_id) => {
    const value = { item: 'comment', verb: 'add', post_id: postId, comment_id, message: 'Late', created_time: now };
    return { field: 'feed', value: { ...value, from: { id: '7', name: 'Jo' } } };
  });
  const body = JSON.stringify({ object: 'page', entry: [{ id: platformId, time: now, changes }] });
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(secret, body) };
  const answer = await fetch(`${service.url}/callbacks/test/${ws.world}/facebook`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  await until(
    async () => (await service.sql('select 1 from callbacks where due_at is not null')).length === 0,
    'the late callback is worked on',
  );
}

test(
  `${COMMENTS} comments and ${WRITERS} conversations are caught up, each with one event, also when callbacks come late`,
  async () => {
    const { id } = accountOf(ws, 'facebook');
    const posts = await publish('facebook', POSTS);
    await firstLook('facebook');
    const busy = posts[0] as string;
    const comments = await visitors('facebook', COMMENTS, () => ({ action: 'comment', post_id: busy }));
    const one = await visitors('facebook', POSTS, (index) => ({
      action: 'comment',
      post_id: posts[index],
      silent: true,
    }));
    const messages = await visitors('facebook', WRITERS, (index) => ({
      action: 'message',
      username: `visitor${index}`,
    }));
    await advance(6 * 3600);
    await allThere('comments', id, [...comments, ...one]);
    await allThere('messages', id, messages);
    await pushLate(comments.slice(0, 50), busy);
    expect(await eventCounts('comment.received', id)).toEqual({ 1: COMMENTS + POSTS });
    expect(await eventCounts('dm.received', id)).toEqual({ 1: WRITERS });
  },
  PATIENCE_MS,
);

test(
  'threads of comments beyond the usual list, and mentions beyond ten pages, are caught up',
  async () => {
    const [photo] = await publish('instagram', 1);
    await firstLook('instagram');
    const comments = await visitors('instagram', 600, () => ({ action: 'comment', post_id: photo, silent: true }));
    const mentions = await visitors('threads', 520, () => ({ action: 'mention', silent: true }));
    await advance(6 * 3600);
    await allThere('comments', accountOf(ws, 'instagram').id, comments);
    await allThere('mentions', accountOf(ws, 'threads').id, mentions);
    expect(await eventCounts('comment.received', accountOf(ws, 'instagram').id)).toEqual({ 1: 600 });
  },
  PATIENCE_MS,
);
