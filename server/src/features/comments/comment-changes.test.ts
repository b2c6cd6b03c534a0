import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import {
  accountOf,
  comment,
  eventsOf,
  fault,
  heldCall,
  image,
  ledgerOf,
  targetsOn,
  usageOf,
  visitor,
  waiting,
} from '../../../test/steps.ts';
import type { Platform } from '../../core/platforms.ts';
import { SEARCHED_MAX } from './comment.repository.ts';

/** All platforms with comments. */
const PLATFORMS: readonly Platform[] = [
  'bluesky',
  'facebook',
  'instagram',
  'linkedin_page',
  'mastodon',
  'threads',
  'twitter',
  'youtube',
];
const FLAGS = ['can_delete', 'can_hide', 'can_like', 'can_private_reply'] as const;
const media = { youtube: { ...image, source: 'https://simulator.test/files/sample.mp4' } } as Record<string, Body>;
let service: TestService;
let ws: TestWorkspace;
let count = 0;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: PLATFORMS });
});
afterAll(() => service?.close());

/** A comment of a visitor on a new post, with its address. */
async function commented(platform: string, text = 'What a post'): Promise<{ path: string; row: Body; post: Body }> {
  const title = platform === 'youtube' ? { title: 'A video' } : {};
  const options = {
    text: `On ${platform}, ${++count}`,
    ...title,
    media: [media[platform] ?? image],
    targets: targetsOn(ws, platform),
    publish_now: true,
  };
  const { body: post, text: answer } = await ws.api.post('/v1/posts', options, waiting);
  if (post.status !== 'published') throw new Error(answer);
  const id = await comment(ws, platform, post.targets[0].platform_post_id, text);
  const row = await find(post, id);
  return { path: `/v1/inbox/comments/${post.id}/${row.id}`, row, post };
}

async function find(post: Body, platformId: string): Promise<Body> {
  const { body } = await ws.api.get(`/v1/inbox/comments/${post.id}?refresh=true`);
  return body.data.find((row: Body) => row.platform_id === platformId);
}
/** The next reading of the platform is far away, and a running one stores nothing. */
const stopPolls = (platform: string) =>
  service.sql(
    `update accounts set poll_due_at = now() + interval '1 day', poll_attempt = poll_attempt + 1 where id = $1`,
    [accountOf(ws, platform).id],
  );
const stored = async (id: string) => (await service.sql('select * from comments where id = $1', [id]))[0];

describe('delete_comment, hide_comment, unhide_comment, like_comment, unlike_comment and reply_privately', () => {
  test.each(PLATFORMS)(
    'do on %s what the capabilities promise, free of charge, and answer 501 elsewhere',
    async (platform) => {
      const { path, row } = await commented(platform);
      await stopPolls(platform);
      const { capabilities: can } = row;
      expect(Object.keys(can).sort()).toEqual(['can_reply', ...FLAGS].sort());
      const before = await usageOf(ws.api);
      const expected = (flag: (typeof FLAGS)[number]) =>
        can[flag] ? { status: 200, body: { success: true } } : { status: 501, body: { code: 'not_supported' } };
      expect(await ws.api.post(`${path}/like`), 'like').toMatchObject(expected('can_like'));
      expect(await stored(row.id)).toMatchObject({ is_liked: can.can_like });
      expect(await ws.api.delete(`${path}/like`), 'unlike').toMatchObject(expected('can_like'));
      expect(await ws.api.post(`${path}/hide`, {}), 'hide').toMatchObject(expected('can_hide'));
      expect(await stored(row.id)).toMatchObject({ is_hidden: can.can_hide });
      expect(await ws.api.delete(`${path}/hide?account_id=${row.account_id}`), 'unhide').toMatchObject(
        expected('can_hide'),
      );
      expect(await stored(row.id)).toMatchObject({ is_liked: false, is_hidden: false });
      expect(await usageOf(ws.api)).toEqual(before);

      const reply = await ws.api.post(`${path}/private-reply`, { text: 'Let us talk' });
      expect(reply, reply.text).toMatchObject(expected('can_private_reply'));
      const cost = can.can_private_reply ? 1 : 0;
      expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + cost });

      expect(await ws.api.delete(path), 'delete').toMatchObject(expected('can_delete'));
      if (!can.can_delete) return;
      expect(await ws.api.get(`/v1/inbox/comments/${row.inbox_post_id}`)).toMatchObject({ body: { data: [] } });
      expect(
        await ws.api.post(`/v1/inbox/comments/${row.inbox_post_id}`, { text: 'x', comment_id: row.id }),
      ).toMatchObject({
        status: 404,
      });
    },
  );
});

test.each(['facebook', 'youtube'])(
  'a list that %s made before a comment was hidden neither shows nor removes it',
  async (platform) => {
    const { path, row, post } = await commented(platform);
    await stopPolls(platform);
    // A list tells nothing about the absence of a younger comment.
    await service.sql(`update comments set created_at = created_at - interval '6 minutes' where id = $1`, [row.id]);
    await fault(ws, platform, { kind: 'hold', when: 'after', operation: 'list_comments' });
    const listed = find(post, row.platform_id);
    await heldCall(ws);
    expect(await ws.api.post(`${path}/hide`, {})).toMatchObject({ status: 200 });
    await ws.control('POST', 'held/release-all');
    await listed;
    expect(await stored(row.id)).toMatchObject({ is_hidden: true });
    await find(post, row.platform_id);
    expect(await stored(row.id)).toMatchObject({ is_hidden: true, deleted_at: null });
  },
);

describe('reply_privately', () => {
  test('once for a comment, within seven days, to others; nothing else is sent or taken', async () => {
    const { path, row, post } = await commented('facebook');
    expect(await ws.api.post(`${path}/private-reply`, { text: 'Once' })).toMatchObject({ status: 200 });
    const before = await usageOf(ws.api);
    const ineligible = {
      status: 400,
      body: { code: 'private_reply_ineligible', detail_code: 'platform.facebook.private_reply_ineligible' },
    };
    expect(await ws.api.post(`${path}/private-reply`, { text: 'Twice' })).toMatchObject(ineligible);
    expect((await find(post, row.platform_id)).capabilities.can_private_reply).toBe(false);
    const old = await comment(ws, 'facebook', post.targets[0].platform_post_id, 'Long ago');
    const { id } = await find(post, old);
    await service.sql(`update comments set created_at = created_at - interval '8 days' where id = $1`, [id]);
    const late = `/v1/inbox/comments/${post.id}/${id}/private-reply`;
    expect(await ws.api.post(late, { text: 'Late' })).toMatchObject(ineligible);
    for (const text of ['', 'x'.repeat(2001)])
      expect(await ws.api.post(late, { text })).toMatchObject({ status: 400, body: { meta: { field: 'text' } } });
    expect(await usageOf(ws.api)).toEqual(before);
    const texts = (await ledgerOf(ws, 'facebook', 'message')).map(({ text }) => text);
    expect(texts.filter((text) => ['Once', 'Twice', 'Late'].includes(text))).toEqual(['Once']);
  });
});

describe('list_comments', () => {
  test('searches, orders by likes, and filters by moderation', async () => {
    const { post, row } = await commented('youtube', 'Where is it?');
    await comment(ws, 'youtube', post.targets[0].platform_post_id, 'Nice WORK');
    const list = async (query: string): Promise<Body[]> =>
      (await ws.api.get(`/v1/inbox/comments/${post.id}?${query}`)).body.data;
    expect(await list('refresh=true')).toHaveLength(2);
    expect(await list('q=nice%20work')).toMatchObject([{ text: 'Nice WORK' }]);
    expect(await list('q=%25')).toEqual([]);
    // No reading of the platform may undo the likes, or remove what it does not know.
    await stopPolls('youtube');
    await service.sql(
      `insert into comments (tenant_id, id, account_id, platform, inbox_post_id, platform_id, author, text, is_owner, created_at)
       select tenant_id, 'cmt_' || lpad(n::text, 26, '0'), account_id, platform, inbox_post_id, 'later' || n, author, 'later', false, created_at + interval '1 hour'
       from comments, generate_series(1, $1) n where id = $2`,
      [SEARCHED_MAX, row.id],
    );
    const searched = await ws.api.get(`/v1/inbox/comments/${post.id}?q=where`);
    expect(searched.body).toMatchObject({ data: [], pagination: { has_more: true } });
    expect(await list(`q=where&cursor=${searched.body.cursor}`)).toMatchObject([{ id: row.id }]);
    await service.sql(`delete from comments where text = 'later'`);
    await service.sql('update comments set like_count = 7 where id = $1', [row.id]);
    expect((await list('order=relevance'))[0]).toMatchObject({ id: row.id, like_count: 7 });
    const first = await ws.api.get(`/v1/inbox/comments/${post.id}?order=relevance&limit=1`);
    expect(await list(`order=relevance&limit=1&cursor=${first.body.cursor}`)).toMatchObject([{ text: 'Nice WORK' }]);
    const moderate = `/v1/platforms/youtube/comments/${row.id}/moderate`;
    const names = { account_id: accountOf(ws, 'youtube').id, post_id: post.id };
    expect(await ws.api.post(moderate, { ...names, status: 'held_for_review' })).toMatchObject({ status: 200 });
    expect(await list('moderation_status=held_for_review')).toMatchObject([
      { id: row.id, moderation_status: 'held_for_review', is_hidden: true },
    ]);
    expect(await list('moderation_status=published')).toMatchObject([{ text: 'Nice WORK' }]);
    const answer = await ws.api.get(`/v1/inbox/comments/${post.id}?order=oldest`);
    expect(answer).toMatchObject({ status: 400, body: { meta: { field: 'order' } } });
    const wrong = await ws.api.delete(`/v1/inbox/comments/${post.id}/rev_00000000000000000000000000`);
    expect(wrong).toMatchObject({ status: 400, body: { meta: { field: 'comment_id' } } });
  });
});

test('comments that moderation keeps back are listed live and moderated, without an event', async () => {
  const { post, row } = await commented('youtube', 'For everybody');
  const write = async (text: string, kind: string): Promise<string> => {
    const about = { text, kind, post_id: post.targets[0].platform_post_id };
    return (await visitor(ws, 'youtube', 'comment', about)).platform_id;
  };
  const list = async (query = ''): Promise<Body[]> =>
    (await ws.api.get(`/v1/inbox/comments/${post.id}?${query}`)).body.data;
  const held = await write('Held', 'heldForReview');
  await write('Spam', 'likelySpam');
  expect(await list('refresh=true')).toMatchObject([{ id: row.id, moderation_status: 'published' }]);
  const [found, ...others] = await list('moderation_status=held_for_review');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ platform_id: held, moderation_status: 'held_for_review', is_hidden: true });
  const [spam] = await list('moderation_status=likely_spam');
  expect(spam).toMatchObject({ text: 'Spam', moderation_status: 'likely_spam' });
  expect(await list()).toHaveLength(1);
  for (const id of [found?.id, spam?.id]) expect(await eventsOf(ws.api, id)).toEqual([]);

  const names = { account_id: row.account_id, post_id: post.id };
  const moderate = (id: string, status: string) =>
    ws.api.post(`/v1/platforms/youtube/comments/${id}/moderate`, { ...names, status });
  expect(await moderate(found?.id, 'published')).toMatchObject({ status: 200 });
  expect(await moderate(spam?.id, 'rejected')).toMatchObject({ status: 200 });
  expect(await list('refresh=true')).toHaveLength(2);
  for (const status of ['held_for_review', 'likely_spam'])
    expect(await list(`moderation_status=${status}`)).toEqual([]);

  // A comment that was hidden here some time ago, and is shown again on the platform, is published here too.
  expect(await ws.api.post(`/v1/inbox/comments/${post.id}/${row.id}/hide`, {})).toMatchObject({ status: 200 });
  expect(await list('moderation_status=held_for_review')).toMatchObject([{ id: row.id }]);
  const marks = `moderation_status = 'likely_spam', is_hidden = true, changed_at = now() - interval '3 minutes'`;
  await service.sql(`update comments set ${marks} where platform_id = $1`, [held]);
  expect(await list('refresh=true')).toMatchObject([{ platform_id: held, is_hidden: false }]);
});

test('a reply that is kept back leaves its comment to everybody, and causes no event', async () => {
  const { post, row } = await commented('youtube', 'For everybody');
  const about = { post_id: post.targets[0].platform_post_id, parent_id: row.platform_id };
  const { platform_id: held } = await visitor(ws, 'youtube', 'comment', {
    ...about,
    text: 'Held reply',
    kind: 'heldForReview',
  });
  const list = async (query: string): Promise<Body[]> =>
    (await ws.api.get(`/v1/inbox/comments/${post.id}?${query}`)).body.data;
  const [reply, ...others] = await list('moderation_status=held_for_review');
  expect(others).toEqual([]);
  expect(reply).toMatchObject({ platform_id: held, parent_id: row.id, is_hidden: true });
  expect(await stored(row.id)).toMatchObject({ moderation_status: 'published', is_hidden: false });
  expect(await list('refresh=true')).toMatchObject([{ id: row.id, is_hidden: false }]);
  expect(await eventsOf(ws.api, reply?.id)).toEqual([]);
});

test('comments that are kept back are read with a first page, at most once a minute, or when it is asked', async () => {
  const { post, row, path } = await commented('youtube', 'One');
  const postId = post.targets[0].platform_post_id;
  const two = await find(post, await comment(ws, 'youtube', postId, 'Two'));
  await stopPolls('youtube');
  for (const at of [path, `/v1/inbox/comments/${post.id}/${two.id}`])
    expect((await ws.api.post(`${at}/hide`, {})).status).toBe(200);
  const list = async (query = ''): Promise<Body> =>
    (await ws.api.get(`/v1/inbox/comments/${post.id}?moderation_status=held_for_review&limit=1${query}`)).body;
  const hold = (text: string) => visitor(ws, 'youtube', 'comment', { text, kind: 'heldForReview', post_id: postId });
  const texts = async () =>
    (
      await service.sql('select text from comments where inbox_post_id = $1 order by created_at, id', [
        row.inbox_post_id,
      ])
    ).map(({ text }) => text);

  const named = { platform: 'youtube', account: accountOf(ws, 'youtube').platformId, operation: 'list_comments' };
  await ws.control('POST', 'faults', { ...named, times: 50, kind: 'body', status: 422, body: {} });
  const { data, cursor } = await list();
  await ws.control('DELETE', 'faults');
  expect(data).toHaveLength(1);
  await hold('Three');
  expect((await list(`&cursor=${cursor}`)).data).toHaveLength(1);
  expect(await texts()).not.toContain('Three');
  await list();
  expect(await texts()).toContain('Three');
  await hold('Four');
  await list();
  expect(await texts()).not.toContain('Four');
  await list('&refresh=true');
  expect(await texts()).toContain('Four');
});

test('what a visitor edits or deletes on the platform changes here, without another event', async () => {
  const { post, row } = await commented('facebook', 'Frist!');
  await visitor(ws, 'facebook', 'edit', { id: row.platform_id, text: 'First!' });
  await until(async () => (await stored(row.id))?.text === 'First!', 'the edit has arrived');
  await visitor(ws, 'facebook', 'delete', { id: row.platform_id });
  await until(async () => (await stored(row.id))?.deleted_at !== null, 'the removal has arrived');
  expect(await stored(row.id)).toMatchObject({ text: '', raw: null });
  expect((await ws.api.get(`/v1/inbox/comments/${post.id}`)).body.data).toEqual([]);
  const shown = (await ws.api.get('/v1/inbox/comments?limit=100')).body.data;
  expect(shown.some(({ id }: Body) => id === row.inbox_post_id)).toBe(false);
  expect(await eventsOf(ws.api, row.id)).toHaveLength(1);
});
