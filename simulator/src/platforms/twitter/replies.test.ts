import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, type Json, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
let other: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
  other = await asAccount(simulator, 'other');
});
afterAll(() => simulator.close());

const comment = (text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'twitter', account: acme.id, action: 'comment', text, ...more });

test('replies are told from threads, and both keep the conversation', async () => {
  const root = await acme.tweet('A root');
  const part = await acme.tweet('A second part', { reply: { in_reply_to_tweet_id: root } });
  const asked = await comment('A question', { post_id: part, username: 'jane' });
  const response = await acme.tweet('An answer', { reply: { in_reply_to_tweet_id: asked.platform_id } });
  const entries = await simulator.ledger(`account=${acme.id}`);
  expect(entries.slice(-3)).toMatchObject([
    { kind: 'post', operation: 'publish', platform_id: root, text: 'A root' },
    { kind: 'post', operation: 'publish', platform_id: part, in_reply_to: root },
    { kind: 'reply', operation: 'reply', platform_id: response, in_reply_to: asked.platform_id },
  ]);
  const { body } = await acme.get(`/2/tweets/${response}`, {
    'tweet.fields': 'conversation_id,in_reply_to_user_id',
    expansions: 'in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id',
  });
  expect(body.data.conversation_id).toBe(root);
  expect(body.includes.users).toMatchObject([{ username: 'jane', id: body.data.in_reply_to_user_id }]);
  expect(body.includes.tweets).toMatchObject([{ id: asked.platform_id, text: '@acme A question' }]);
});

test('replies of visitors may appear late', async () => {
  const root = await acme.tweet('Slow comments');
  await simulator.fault({ kind: 'delayed_visibility', operation: 'list_comments', seconds: 60 });
  const { platform_id } = await comment('In a minute', { post_id: root });
  const seen = async () => {
    const search = await acme.get('/2/tweets/search/recent', { query: `conversation_id:${root} -from:acme` });
    const mentions = await acme.get(`/2/users/${acme.id}/mentions`);
    return [search, mentions].map(({ body }) => (body.data ?? []).some(({ id }: Json) => id === platform_id));
  };
  expect(await seen()).toEqual([false, false]);
  await simulator.advance(61);
  expect(await seen()).toEqual([true, true]);
});

test('likes and reposts of visitors count, each once', async () => {
  const root = await acme.tweet('To be counted');
  const options = { platform: 'twitter', account: acme.id, post_id: root };
  for (const username of ['jane', 'jane', 'joe']) await simulator.visitor({ ...options, action: 'like', username });
  for (const username of ['jane', 'jane']) await simulator.visitor({ ...options, action: 'share', username });
  const { body } = await acme.get(`/2/tweets/${root}`, { 'tweet.fields': 'public_metrics' });
  expect(body.data.public_metrics).toMatchObject({ like_count: 2, retweet_count: 1, reply_count: 0 });
});

test('replies get the names in front when that is asked for, outside the length', async () => {
  const asked = await comment('Hi @joe_b @other', { username: 'jane' });
  const text = 'z'.repeat(280);
  const reply = { in_reply_to_tweet_id: asked.platform_id, auto_populate_reply_metadata: true };
  const { body } = await acme.post('/2/tweets', { text, reply });
  expect(body.data.text).toBe(`@jane @other ${text}`);
  const exclude_reply_user_ids = [other.id];
  const without = await acme.post('/2/tweets', { text: 'Short', reply: { ...reply, exclude_reply_user_ids } });
  expect(without.body.data.text).toBe('@jane Short');
});

test('replies respect who may answer', async () => {
  const closed = await other.tweet('For those I name: @jane', { reply_settings: 'mentionedUsers' });
  expect((await acme.post('/2/tweets', { text: 'Me too?', reply: { in_reply_to_tweet_id: closed } })).status).toBe(403);
  const named = await other.tweet('For you, @acme', { reply_settings: 'mentionedUsers' });
  await acme.tweet('Thanks', { reply: { in_reply_to_tweet_id: named } });
});

test('replies need a summons while reply_restriction is on', async ({ skip }) => {
  const isKnown = await simulator.settings({ reply_restriction: true }).then(
    () => true,
    () => false,
  );
  if (!isKnown) skip('the core has no such setting');
  const theirs = await other.tweet('To everybody');
  const rejected = await acme.post('/2/tweets', { text: 'Uninvited', reply: { in_reply_to_tweet_id: theirs } });
  expect(rejected).toMatchObject({
    status: 403,
    body: { detail: expect.stringMatching(/^Reply to this conversation/) },
  });
  const asked = await comment('You are named here');
  await acme.tweet('Invited', { reply: { in_reply_to_tweet_id: asked.platform_id } });
  const mine = await acme.tweet('To be quoted');
  const quoting = await other.tweet('Look at this', { quote_tweet_id: mine });
  await acme.tweet('Quoted', { reply: { in_reply_to_tweet_id: quoting } });
  await simulator.settings({ reply_restriction: false });
});

test('replies can be hidden and shown by the author of the conversation only', async () => {
  const root = await acme.tweet('Comments, please');
  const asked = await comment('Rude', { post_id: root });
  const hide = (each: AsAccount, id: string, hidden: unknown) => each.call('PUT', `/2/tweets/${id}/hidden`, { hidden });
  expect((await hide(acme, asked.platform_id, true)).body).toEqual({ data: { hidden: true } });
  expect((await hide(acme, asked.platform_id, 'yes')).status).toBe(400);
  expect((await hide(other, asked.platform_id, true)).status).toBe(403);
  expect((await hide(acme, root, true)).status).toBe(403);
  const state = await simulator.control<Json>('GET', '/state');
  const [shown] = state.platforms
    .find(({ platform }: Json) => platform === 'twitter')
    .posts.filter((post: Json) => post.platform_id === root);
  expect(shown.comments).toMatchObject([{ hidden: true, own: false, parent_id: null }]);
  expect((await hide(acme, asked.platform_id, false)).body).toEqual({ data: { hidden: false } });
  expect((await simulator.ledger(`account=${acme.id}`)).slice(-2)).toMatchObject([
    { kind: 'hide' },
    { kind: 'unhide' },
  ]);
});
