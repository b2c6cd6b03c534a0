import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, type Json, TestSimulator } from '../testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
});
afterAll(() => simulator.close());

const comment = (text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'twitter', account: acme.id, action: 'comment', text, ...more });
const ids = ({ body }: { body: Json }): string[] => (body.data ?? []).map(({ id }: Json) => id);
const timeline = (query: Record<string, string> = {}) => acme.get(`/2/users/${acme.id}/tweets`, query);
const search = (query: string, more: Record<string, string> = {}) =>
  acme.get('/2/tweets/search/recent', { query, ...more });

test('an empty timeline has a meta only', async () => {
  expect((await timeline()).body).toEqual({ meta: { result_count: 0 } });
  expect((await acme.get('/2/users/12/tweets')).body.errors).toMatchObject([{ resource_type: 'user' }]);
});

describe('a user’s posts', () => {
  let posts: string[];
  let response: string;
  beforeAll(async () => {
    posts = [];
    for (let number = 1; number <= 8; number += 1) posts.push(await acme.tweet(`Post ${number}`));
    const asked = await comment('Hello', { post_id: posts[0] ?? '' });
    response = await acme.tweet('Hello back', { reply: { in_reply_to_tweet_id: asked.platform_id } });
    posts.reverse();
  });

  test('come newest first, page by page, forth and back', async () => {
    const first = await timeline({ max_results: '5' });
    expect(ids(first)).toEqual([response, ...posts.slice(0, 4)]);
    expect(first.body.meta).toEqual({
      result_count: 5,
      newest_id: response,
      oldest_id: posts[3],
      next_token: expect.any(String),
    });
    await acme.tweet('Came in between');
    const second = await timeline({ max_results: '5', pagination_token: first.body.meta.next_token });
    expect(ids(second)).toEqual(posts.slice(4));
    expect(second.body.meta.next_token).toBeUndefined();
    const back = await timeline({ max_results: '5', pagination_token: second.body.meta.previous_token });
    expect(ids(back)).toEqual(ids(first));
    expect((await timeline({ pagination_token: 'abc' })).status).toBe(400);
  });

  test('can be cut by id, by time and by kind', async () => {
    expect(ids(await timeline({ since_id: posts[2] ?? '', until_id: response }))).toEqual(posts.slice(0, 2));
    expect(ids(await timeline({ exclude: 'replies,retweets' }))).not.toContain(response);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(ids(await timeline({ start_time: soon }))).toEqual([]);
    expect(ids(await timeline({ end_time: soon }))).toContain(response);
    for (const query of [{ max_results: '4' }, { max_results: '101' }, { since_id: 'x' }, { start_time: 'today' }])
      expect((await timeline(query as Record<string, string>)).status).toBe(400);
  });

  test('appear late under delayed visibility; a lookup finds them at once', async () => {
    await simulator.fault({ platform: 'twitter', operation: 'publish', kind: 'delayed_visibility', seconds: 60 });
    const id = await acme.tweet('Wait for me');
    expect(ids(await timeline())).not.toContain(id);
    expect(ids(await search('"wait for me"'))).toEqual([]);
    expect((await acme.get(`/2/tweets/${id}`)).body.data.id).toBe(id);
    await simulator.advance(61);
    expect(ids(await timeline())[0]).toBe(id);
    expect(ids(await search('"wait for me"'))).toEqual([id]);
  });
});

describe('search', () => {
  test('finds a conversation without the account itself', async () => {
    const root = await acme.tweet('Root of it all');
    const one = await comment('First', { post_id: root, username: 'jane' });
    const two = await comment('Below the first', { parent_id: one.platform_id, username: 'joe' });
    await acme.tweet('An answer', { reply: { in_reply_to_tweet_id: two.platform_id } });
    const found = await search(`conversation_id:${root} -from:acme`);
    expect(ids(found)).toEqual([two.platform_id, one.platform_id]);
    expect(ids(await search(`conversation_id:${root} -from:${acme.id}`))).toHaveLength(2);
    expect(ids(await search(`conversation_id:${root}`))).toHaveLength(3);
    expect(ids(await search(`conversation_id:${root}`))).not.toContain(root);
    expect(ids(await search(`conversation_id:${root} (from:jane OR from:joe) -"below the"`))).toEqual([
      one.platform_id,
    ]);
    expect(ids(await search(`in_reply_to_tweet_id:${one.platform_id}`))).toEqual([two.platform_id]);
    expect(ids(await search(`to:acme is:reply conversation_id:${root}`))).toEqual([one.platform_id]);
    expect(ids(await search('@acme from:jane'))).toEqual([one.platform_id]);
  });

  test('pages with next_token', async () => {
    const root = await acme.tweet('Many comments');
    for (let number = 1; number <= 12; number += 1) await comment(`Comment ${number}`, { post_id: root });
    const query = `conversation_id:${root} -from:acme`;
    const first = await search(query, { max_results: '10', sort_order: 'recency' });
    expect(first.body.meta.result_count).toBe(10);
    const second = await search(query, { max_results: '10', next_token: first.body.meta.next_token });
    expect(second.body.data.map(({ text }: Json) => text)).toEqual(['@acme Comment 2', '@acme Comment 1']);
    expect(second.body.meta.next_token).toBeUndefined();
    expect(ids(await search(query, { since_id: first.body.meta.newest_id }))).toEqual([]);
  });

  test.each([
    ['only a negation', '-from:acme'],
    ['only a quality', 'is:reply'],
    ['an open bracket', '(from:acme'],
    ['an unknown operator', 'mood:good acme'],
    ['nothing', ''],
    ['too much', 'x'.repeat(513)],
  ])('rejects %s', async (_what, query) => {
    expect((await search(query)).status).toBe(400);
  });

  test('knows the last seven days only', async () => {
    const id = await acme.tweet('Ephemeral');
    expect(ids(await search('ephemeral'))).toEqual([id]);
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString();
    expect((await search('ephemeral', { start_time: eightDaysAgo })).status).toBe(400);
    await simulator.advance(7 * 86_400);
    const fresh = await asAccount(simulator);
    expect((await fresh.get('/2/tweets/search/recent', { query: 'ephemeral' })).body.meta.result_count).toBe(0);
    expect((await fresh.get(`/2/tweets/${id}`)).body.data.id).toBe(id);
  });
});
