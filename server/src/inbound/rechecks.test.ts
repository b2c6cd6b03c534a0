import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, comment, eventsOf, image, targetsOn, visitor, waiting } from '../../test/steps.ts';
import { connectors } from '../connectors/index.ts';

/** The platforms that report no removals, each with an item that a person removes. */
const CASES = [
  ['bluesky', 'comment'],
  ['bluesky', 'mention'],
  ['google', 'review'],
  ['linkedin_page', 'comment'],
  ['mastodon', 'comment'],
  ['mastodon', 'mention'],
  ['twitter', 'comment'],
  ['twitter', 'mention'],
  ['youtube', 'comment'],
] as const;
type Item = (typeof CASES)[number][1];
const video = { ...image, source: 'https://simulator.test/files/sample.mp4' };
const TABLES = { comment: 'comments', mention: 'mentions', review: 'reviews' };

let service: TestService;
let ws: TestWorkspace;
const posts = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: [...new Set(CASES.map(([platform]) => platform))] });
});
afterAll(() => service?.close());

async function postOn(platform: string): Promise<string> {
  const known = posts.get(platform);
  if (known !== undefined) return known;
  const media = platform === 'youtube' ? video : image;
  const title = platform === 'youtube' ? { title: 'A video' } : {};
  const options = { text: 'Look', ...title, media: [media], targets: targetsOn(ws, platform), publish_now: true };
  const { body, text } = await ws.api.post('/v1/posts', options, waiting);
  if (body.status !== 'published') throw new Error(text);
  posts.set(platform, body.targets[0].platform_post_id);
  return body.targets[0].platform_post_id;
}

/** One reading of the account, from its beginning to its end. */
async function poll(platform: string): Promise<void> {
  const { id } = accountOf(ws, platform);
  const [{ at }] = await service.sql(
    `update accounts set poll_due_at = now(), poll_lease_until = '-infinity', polled_at = null where id = $1 returning now() as at`,
    [id],
  );
  await until(async () => {
    const [row] = await service.sql('select polled_at, poll_due_at from accounts where id = $1', [id]);
    return row.polled_at !== null || row.poll_due_at > new Date(at.getTime() + 1000);
  }, `${platform} was read`);
}

const rowsOf = (item: Item, platformId: string): Promise<Body[]> =>
  service.sql(`select * from ${TABLES[item]} where platform_id = $1`, [platformId]);

/** An item of a visitor, stored here and old enough to be asked about. */
async function arrived(platform: string, item: Item, text: string): Promise<Body> {
  const write = async () =>
    item === 'comment'
      ? comment(ws, platform, await postOn(platform), text)
      : (await visitor(ws, platform, item, { text, rating: 2, username: text.toLowerCase() })).platform_id;
  const platformId = await write();
  await poll(platform);
  const [row] = await rowsOf(item, platformId);
  expect(row, `${item} on ${platform}`).toMatchObject({ text: expect.stringContaining(text) });
  await service.sql(`update ${TABLES[item]} set created_at = created_at - interval '1 hour' where id = $1`, [row?.id]);
  return row as Body;
}

test.each([
  ['mastodon', 'comment'],
  ['mastodon', 'mention'],
] as const)('%s: a %s that is read again unchanged is not written again', async (platform, item) => {
  const row = await arrived(platform, item, 'Twice');
  const versions = () => service.sql(`select ctid, xmin from ${TABLES[item]} where id = $1`, [row.id]);
  const before = await versions();
  const calls = async () => (await ws.control('GET', `calls?platform=${platform}`)).calls.length;
  const called = await calls();
  await service.sql('update accounts set poll_cursor = null where id = $1', [accountOf(ws, platform).id]);
  await poll(platform);
  expect(await calls()).toBeGreaterThan(called);
  expect(await versions()).toEqual(before);
});

describe.each(CASES)('%s: a removed %s', (platform, item) => {
  test('goes here too, without another event, and what is still there stays', async () => {
    const [kept, row] = [await arrived(platform, item, 'Stays'), await arrived(platform, item, 'Goes')];
    const before = await eventsOf(ws.api, row.id);
    await visitor(ws, platform, 'delete', { id: row.platform_id });

    for (const options of [
      { kind: 'throttle', retry_after_seconds: 1 },
      { kind: 'body', status: 200, body: { data: [], posts: [7], items: [{}] } },
    ]) {
      if (item === 'mention') break;
      const named = { platform, account: accountOf(ws, platform).platformId };
      for (const operation of ['get_post', 'list_comments'])
        await ws.control('POST', 'faults', { ...named, operation, times: 20, ...options });
      await poll(platform);
      await ws.control('DELETE', 'faults');
      await service.sql('delete from app_pauses');
      expect(await rowsOf(item, row.platform_id), JSON.stringify(options)).toMatchObject([{ deleted_at: null }]);
    }

    await poll(platform);
    expect(await rowsOf(item, row.platform_id)).toMatchObject([{ deleted_at: expect.any(Date), raw: null }]);
    expect(await rowsOf(item, kept.platform_id)).toMatchObject([{ deleted_at: null, text: kept.text }]);
    expect(await eventsOf(ws.api, row.id)).toEqual(before);
  });
});

test.each(['bluesky', 'twitter', 'youtube'])('%s: a list of comments read live shows it at once', async (platform) => {
  const [kept, row] = [await arrived(platform, 'comment', 'Stays'), await arrived(platform, 'comment', 'Goes')];
  await visitor(ws, platform, 'delete', { id: row.platform_id });
  const listed = await ws.api.get(`/v1/inbox/comments/${row.inbox_post_id}?refresh=true`);
  const ids = listed.body.data.map(({ id }: Body) => id);
  expect(ids).toContain(kept.id);
  expect(ids).not.toContain(row.id);
});

const about = (platform: string) => ({ platform, account: accountOf(ws, platform).platformId });
const isGone = async ({ platform_id }: Body) => (await rowsOf('comment', platform_id))[0]?.deleted_at !== null;
const fromTheStart = (platform: string) =>
  service.sql('update accounts set recheck_position = null where id = $1', [accountOf(ws, platform).id]);

test.each([403, 500])('an item about which the platform always responds %i holds up no other', async (status) => {
  const [gone, failing] = [await arrived('mastodon', 'comment', 'Goes'), await arrived('mastodon', 'comment', 'Fails')];
  await visitor(ws, 'mastodon', 'delete', { id: gone.platform_id });
  await fromTheStart('mastodon');
  const rejected = { kind: 'body', status, body: { error: 'Not this one' } };
  await ws.control('POST', 'faults', { ...about('mastodon'), operation: 'get_post', times: 1, ...rejected });
  await poll('mastodon');
  await ws.control('DELETE', 'faults');
  expect([await isGone(failing), await isGone(gone)]).toEqual([false, true]);
});

test('a list that leaves out a comment which is still there removes nothing', async () => {
  const row = await arrived('mastodon', 'comment', 'Its author is muted');
  const body = { ancestors: [], descendants: [] };
  const fault = { operation: 'list_comments', times: 0, kind: 'body', status: 200, body };
  await ws.control('POST', 'faults', { ...about('mastodon'), ...fault });
  const listed = await ws.api.get(`/v1/inbox/comments/${row.inbox_post_id}?refresh=true`);
  await ws.control('DELETE', 'faults');
  expect(listed.body.data.map(({ id }: Body) => id)).toContain(row.id);
  expect(await isGone(row)).toBe(false);
});

test('a list of comments read live asks about missing ones not before the pause has ended', async () => {
  const row = await arrived('twitter', 'comment', 'Goes');
  await visitor(ws, 'twitter', 'delete', { id: row.platform_id });
  const refresh = async (due: string) => {
    await service.sql(`update accounts set recheck_due_at = $2 where id = $1`, [row.account_id, due]);
    await ws.api.get(`/v1/inbox/comments/${row.inbox_post_id}?refresh=true`);
    const [{ recheck_due_at: at }] = await service.sql('select recheck_due_at from accounts where id = $1', [
      row.account_id,
    ]);
    return at;
  };
  const later = new Date(Date.now() + 3_600_000);
  expect([await refresh(later.toISOString()), await isGone(row)]).toEqual([later, false]);
  const earlier = new Date(Date.now() - 3_600_000);
  expect([(await refresh(earlier.toISOString())) > earlier, await isGone(row)]).toEqual([true, true]);
});

test('comments that are hidden or kept back on YouTube stay, though nobody finds them by their ids', async () => {
  const [held, hidden] = [await arrived('youtube', 'comment', 'Held'), await arrived('youtube', 'comment', 'Hidden')];
  for (const { id, inbox_post_id: post } of [held, hidden])
    expect((await ws.api.post(`/v1/inbox/comments/${post}/${id}/hide`, {})).status).toBe(200);
  await service.sql('update comments set is_hidden = false where id = $1', [held.id]);
  await service.sql('update comments set moderation_status = null where id = $1', [hidden.id]);
  const { id } = accountOf(ws, 'youtube');
  await service.sql('update accounts set recheck_position = null where id = $1', [id]);
  await poll('youtube');
  await ws.api.get(`/v1/inbox/comments/${held.inbox_post_id}?refresh=true`);
  for (const row of [held, hidden])
    expect(await rowsOf('comment', row.platform_id)).toMatchObject([{ deleted_at: null, text: row.text }]);
});

test('a long inbox is gone through in several readings, newest first, then again', async () => {
  const size = connectors.mastodon?.recheck?.itemsMax ?? 0;
  const { id } = accountOf(ws, 'mastodon');
  const rows: Body[] = [];
  for (let number = 0; number <= size; number += 1) rows.push(await arrived('mastodon', 'comment', `Number ${number}`));
  for (const { platform_id } of rows) await visitor(ws, 'mastodon', 'delete', { id: platform_id });
  const left = async () =>
    (
      await service.sql(`select 1 from comments where id = any ($1) and deleted_at is null`, [
        rows.map((row) => row.id),
      ])
    ).length;
  // What fails as a whole is passed over until all others were asked about.
  await fromTheStart('mastodon');
  const fault = { operation: 'get_post', times: 1, kind: 'throttle', retry_after_seconds: 1 };
  await ws.control('POST', 'faults', { ...about('mastodon'), ...fault });
  await poll('mastodon');
  const [{ recheck_position: position }] = await service.sql('select recheck_position from accounts where id = $1', [
    id,
  ]);
  expect([position, await left()]).toEqual([expect.any(String), rows.length]);

  await fromTheStart('mastodon');
  await poll('mastodon');
  expect(await left()).toBeGreaterThan(0);
  for (let time = 0; time < 3; time += 1) await poll('mastodon');
  expect(await left()).toBe(0);
});
