import { expect, test } from 'vitest';
import { commentsOf } from '../../core/inbound/callbacks.ts';
import { comments } from './comments.ts';
import { metrics } from './metrics.ts';
import { polling } from './polling.ts';
import { removal } from './removal.ts';
import { blueskySession, ME, postUri } from './session.fake.ts';

const BOB = 'did:plc:bob';
const mine = postUri('1');
const now = Date.parse('2026-03-01T12:00:00.500Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const ref = (uri: string) => ({ uri, cid: 'bafy' });
const replyTo = (parent: string, root = mine) => ({ root: ref(root), parent: ref(parent) });

const view = (rkey: string, parent: string, fields: Record<string, unknown> = {}) => ({
  uri: postUri(rkey, BOB),
  cid: 'bafy',
  author: { did: BOB, handle: 'bob.test', displayName: 'Bob' },
  record: { text: `text ${rkey}`, createdAt: ago(10), reply: replyTo(parent) },
  indexedAt: ago(9),
  likeCount: 2,
  replyCount: 0,
  ...fields,
});

test('a thread is read through its hidden posts, newest first', async () => {
  const first = view('a', mine);
  const second = view('b', postUri('deleted', BOB), {
    record: { text: 'later', createdAt: '2090-01-01T00:00:00Z', reply: replyTo(postUri('deleted', BOB)) },
    indexedAt: ago(1),
  });
  const thread = {
    post: view('1', mine),
    replies: [
      { post: first, replies: [] },
      { notFound: true, replies: [{ post: second }] },
      { post: { uri: 'broken' } },
      7,
    ],
  };
  const { session } = blueskySession(() => ({ json: { thread } }));
  const { items: listed } = await comments.list(session, mine);
  expect(listed.map(({ platformId }) => platformId)).toEqual([second.uri, first.uri]);
  expect(listed[0]).toMatchObject({ parentId: postUri('deleted', BOB), createdAt: new Date(ago(1)) });
  expect(listed[1]).toEqual({
    platformId: first.uri,
    platformPostId: mine,
    author: { id: BOB, name: 'Bob', username: 'bob.test' },
    text: 'text a',
    createdAt: new Date(ago(10)),
    isOwner: false,
    likeCount: 2,
    replyCount: 0,
    raw: first,
  });
});

test('an invalid post address causes no call', async () => {
  const { session, requests } = blueskySession(() => ({ json: {} }));
  for (const id of ['', '../accounts', '170', `at://${ME}/app.bsky.feed.like/1`]) {
    await expect(comments.list(session, id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(metrics(session, { platformId: id })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await removal.send(session, { platformId: id }, {}, 'key')).toEqual({ platformId: id });
  }
  const theirs = removal.send(session, { platformId: postUri('1', BOB) }, {}, 'key');
  await expect(theirs).rejects.toMatchObject({ kind: 'forbidden' });
  expect(requests).toEqual([]);
});

test('a reply names the version of the comment and the start of the thread', async () => {
  const comment = view('a', mine);
  const { session, requests, methods } = blueskySession((name) =>
    name.endsWith('getPosts') ? { json: { posts: [comment] } } : { json: { uri: postUri('9'), cid: 'bafy' } },
  );
  const input = { platformPostId: mine, parentId: comment.uri, text: 'Thanks' };
  const { reply } = comments;
  const prepared = (await reply?.prepare?.(session, input)) ?? {};
  await reply?.send(session, input, prepared, 'key');
  expect(methods()).toEqual(['getPosts', 'putRecord']);
  expect(requests[1]?.body).toMatchObject({ json: { record: { text: 'Thanks', reply: replyTo(comment.uri) } } });
});

function poller(notices: object[][], posts: object[]) {
  const fake = blueskySession((name, { url }) => {
    const asked = new URL(url).searchParams;
    if (name.endsWith('getPosts'))
      return { json: { posts: posts.filter((post) => asked.getAll('uris').includes((post as { uri: string }).uri)) } };
    const page = Number(asked.get('cursor') ?? 0);
    return {
      json: { notifications: notices[page] ?? [], ...(page + 1 < notices.length ? { cursor: String(page + 1) } : {}) },
    };
  });
  return { ...fake, poll: (cursor?: string) => polling.poll(fake.session, cursor, [mine]) };
}
const notice = (post: ReturnType<typeof view>, seconds: number, reason = 'reply') => ({
  uri: post.uri,
  reason,
  record: post.record,
  indexedAt: ago(seconds),
});

test('replies come oldest first, with mentions among them, and the cursor stays behind', async () => {
  const [a, b, c, d, e] = [
    view('a', mine, { record: { text: 'a', createdAt: ago(600), reply: replyTo(mine) } }),
    view('b', postUri('a', BOB)),
    view('c', postUri('z', BOB), { record: { text: 'x', reply: replyTo(postUri('z', BOB), postUri('z', BOB)) } }),
    view('d', mine, { record: { text: 'no reply' } }),
    view('e', postUri('own'), {
      record: { text: 'e', createdAt: ago(5), reply: replyTo(postUri('own'), postUri('own')) },
    }),
  ];
  const { poll, requests } = poller(
    [
      [notice(e, 5), notice(d, 6, 'mention'), notice(c, 7)],
      [notice(b, 10, 'mention'), notice(a, 600)],
    ],
    [e, b, a],
  );
  const { items, cursor } = await poll();
  expect(commentsOf(items).map((comment) => [comment.platformId, comment.platformPostId, comment.parentId])).toEqual([
    [a.uri, mine, undefined],
    [b.uri, mine, a.uri],
    [e.uri, postUri('own'), undefined],
  ]);
  expect(cursor).toBe(ago(600));
  expect(new URL(requests[0]?.url ?? '').searchParams.getAll('reasons')).toEqual(['reply', 'mention']);
});

test('a poll reads back to its cursor, the first one a day', async () => {
  const [a, b] = [view('a', mine), view('b', mine)];
  const { poll, methods } = poller([[notice(b, 300)], [notice(a, 400)], [notice(a, 500)]], [a, b]);
  const { items, cursor } = await poll(ago(350));
  expect(commentsOf(items).map((comment) => comment.platformId)).toEqual([b.uri]);
  expect(cursor).toBe(ago(300));
  expect(methods()).toEqual(['listNotifications', 'listNotifications', 'getPosts', 'getLog']);
  const old = poller([[notice(a, 25 * 3600)]], [a]);
  expect(await old.poll()).toEqual({ items: [], cursor: ago(24 * 3600) });
});

test('a post deleted in the meantime is left out', async () => {
  const { poll } = poller([[notice(view('a', mine), 10)]], []);
  expect((await poll()).items).toEqual([]);
});
