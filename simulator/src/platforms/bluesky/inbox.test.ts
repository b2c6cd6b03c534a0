import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, now, rkeyOf, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'acme');
});
afterAll(() => simulator.close());

const notifications = async (query: Record<string, string> | URLSearchParams = {}) =>
  (await me.get('app.bsky.notification.listNotifications', query)).body;
const thread = async (uri: string, more = {}) => (await me.get('app.bsky.feed.getPostThread', { uri, ...more })).body;
const gateType = 'app.bsky.feed.threadgate';

test('a comment arrives in the thread and as a notification, and is answered', async () => {
  const post = await me.post('Talk to us');
  const { platform_id: uri, cid } = (await me.act('comment', 'Nice', { post_id: post.uri })) as unknown as {
    platform_id: string;
    cid: string;
  };
  expect((await thread(post.uri)).thread).toMatchObject({
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: { uri: post.uri, replyCount: 1 },
    replies: [{ post: { uri, author: { handle: 'jane.bsky.social' }, record: { text: 'Nice' } }, replies: [] }],
  });
  const { notifications: items } = await notifications();
  expect(items[0]).toMatchObject({ uri, cid, reason: 'reply', reasonSubject: post.uri, isRead: false });

  const response = await me.post('Thanks', { reply: { root: post, parent: { uri, cid } } });
  expect((await simulator.ledger(`account=${me.did}`)).at(-1)).toMatchObject({
    kind: 'reply',
    operation: 'reply',
    platform_id: response.uri,
    in_reply_to: uri,
  });
  expect((await thread(post.uri)).thread.replies[0].replies).toMatchObject([{ post: { uri: response.uri } }]);
  expect((await thread(post.uri, { depth: '1' })).thread.replies[0].replies).toBeUndefined();
  expect((await thread(response.uri)).thread.parent.parent.post.uri).toBe(post.uri);
  await simulator.visitor({
    platform: 'bluesky',
    account: me.did,
    action: 'comment',
    text: 'More',
    parent_id: response.uri,
  });
  await me.do('com.atproto.repo.deleteRecord', {
    repo: me.did,
    collection: 'app.bsky.feed.post',
    rkey: rkeyOf(response.uri),
  });
  expect((await simulator.ledger(`account=${me.did}&kind=delete`)).at(-1)).toMatchObject({
    operation: 'delete_comment',
  });
  expect((await simulator.calls(`account=${me.did}&operation=reply`)).length).toBe(1);
});

test('the next part of an own thread is a publication and tells nobody', async () => {
  const root = await me.post('1/2');
  await me.post('2/2', { reply: { root, parent: root } });
  expect((await simulator.ledger(`account=${me.did}`)).at(-1)).toMatchObject({
    kind: 'post',
    operation: 'publish',
    in_reply_to: root.uri,
  });
  expect((await notifications()).notifications.some(({ reason }: { reason: string }) => reason === 'self')).toBe(false);
  const feed = await me.get('app.bsky.feed.getAuthorFeed', { actor: me.did, filter: 'posts_no_replies', limit: '1' });
  expect(feed.body.feed[0].post.uri).toBe(root.uri);
});

test('mentions, likes, reposts and quotes are told apart, filtered, paged and read', async () => {
  const post = await me.post('Everything');
  await me.act('mention', 'look at @acme.bsky.social', { username: 'omar' });
  await me.act('like', '', { post_id: post.uri });
  await me.act('like', '', { post_id: post.uri });
  await me.act('share', '', { post_id: post.uri });
  const [repost, like, mention] = (await notifications({ limit: '3' })).notifications;
  expect(repost).toMatchObject({ reason: 'repost', reasonSubject: post.uri });
  expect(like).toMatchObject({ reason: 'like', record: { $type: 'app.bsky.feed.like' } });
  expect(mention).toMatchObject({ reason: 'mention', author: { handle: 'omar.bsky.social' } });
  expect(mention.record.facets[0].index).toEqual({ byteStart: 8, byteEnd: 25 });
  const both = new URLSearchParams([
    ['reasons', 'mention'],
    ['reasons', 'repost'],
    ['limit', '1'],
  ]);
  const first = await notifications(both);
  both.set('cursor', first.cursor);
  const second = await notifications(both);
  expect([first.notifications[0].reason, second.notifications[0].reason]).toEqual(['repost', 'mention']);
});

test('a threadgate hides a reply, takes it back, and closes the thread', async () => {
  const post = await me.post('Gated');
  const { platform_id: uri } = await me.act('comment', 'Spam', { post_id: post.uri });
  const put = (more: object) =>
    me.do('com.atproto.repo.putRecord', {
      repo: me.did,
      collection: gateType,
      rkey: rkeyOf(post.uri),
      record: { $type: gateType, post: post.uri, createdAt: now(), ...more },
    });
  expect((await put({ hiddenReplies: [uri] })).status).toBe(200);
  expect((await thread(post.uri)).threadgate.record.hiddenReplies).toEqual([uri]);
  expect((await notifications()).notifications.some((item: { uri: string }) => item.uri === uri)).toBe(false);
  expect((await simulator.ledger(`account=${me.did}&kind=hide`)).at(-1)).toMatchObject({
    platform_id: uri,
    operation: 'hide_comment',
  });
  await put({ hiddenReplies: [], allow: [] });
  expect((await simulator.ledger(`account=${me.did}&kind=unhide`)).at(-1)).toMatchObject({ platform_id: uri });
  await expect(me.act('comment', 'Closed', { post_id: post.uri })).rejects.toThrow('409');
});

test('delayed visibility keeps a comment out of the thread and the notifications for a while', async () => {
  const post = await me.post('Patience');
  await simulator.fault({
    platform: 'bluesky',
    account: me.did,
    kind: 'delayed_visibility',
    operation: 'list_comments',
    seconds: 60,
  });
  const { platform_id: uri } = await me.act('comment', 'Late', { post_id: post.uri });
  expect((await thread(post.uri)).thread.replies).toEqual([]);
  expect((await me.get('app.bsky.feed.getPosts', { uris: uri })).body.posts).toHaveLength(1);
  await simulator.advance(61);
  expect((await thread(post.uri)).thread.replies).toHaveLength(1);
  expect((await notifications()).notifications[0].uri).toBe(uri);
});

test('a restart keeps posts, replies and news', async () => {
  const post = await me.post('Kept');
  await me.act('comment', 'Kept too', { post_id: post.uri });
  await simulator.restart();
  expect((await thread(post.uri)).thread.replies).toMatchObject([{ post: { record: { text: 'Kept too' } } }]);
  expect((await notifications()).notifications[0].record.text).toBe('Kept too');
});
