import { expect, test } from 'vitest';
import { commentsOf, type InboundNotice } from '../../core/inbound/callbacks.ts';
import { inbound } from './webhook.ts';

const PAGE = '175154750010052';
const POST = `${PAGE}_424924701699721`;
const ACCOUNT = { id: 'acc_1', platformId: PAGE, username: 'acmebakery', metadata: {} };
const TIME = 1772370001;

const VALUE = {
  item: 'comment',
  verb: 'add',
  from: { id: '7364512098', name: 'Jane Smith' },
  post_id: POST,
  comment_id: '424924701699721_424930001699191',
  parent_id: POST,
  message: 'Great post!',
  created_time: 1772370000,
  post: { id: POST, status_type: 'added_photos', is_published: true },
};

function body(value: unknown, field = 'feed') {
  return { object: 'page', entry: [{ id: PAGE, time: TIME, changes: [{ field, value }] }] };
}

function commentOf(value: unknown) {
  const notices = inbound.split(body(value));
  return commentsOf(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT)))[0];
}

test('a comment', () => {
  const notices = inbound.split(body(VALUE));
  expect(notices).toMatchObject([{ key: `comment:${PAGE}:${VALUE.comment_id}`, platformAccountId: PAGE }]);
  // A notice is stored as JSON between the two.
  const kept: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  expect(inbound.parse(kept, ACCOUNT)).toEqual([
    {
      kind: 'comment',
      comment: {
        platformId: VALUE.comment_id,
        platformPostId: POST,
        author: { id: '7364512098', name: 'Jane Smith' },
        text: 'Great post!',
        createdAt: new Date(1772370000_000),
        isOwner: false,
        raw: VALUE,
      },
    },
  ]);
});

test('variants', () => {
  const { from: _, ...rest } = VALUE;
  const older = { ...rest, sender_id: '7364512098', sender_name: 'Jane Smith' };
  expect(commentOf(older)).toMatchObject({ author: { id: '7364512098', name: 'Jane Smith' } });
  expect(commentOf(rest)).toMatchObject({ author: { id: 'unknown' }, isOwner: false });
  expect(commentOf({ ...VALUE, from: { id: PAGE, name: 'Acme' } })).toMatchObject({ isOwner: true });
  expect(commentOf({ ...VALUE, parent_id: '1_2' })).toMatchObject({ parentId: '1_2' });
  expect(commentOf({ ...VALUE, parent_id: undefined })).not.toHaveProperty('parentId');
  const { created_time: __, ...timeless } = VALUE;
  expect(commentOf(timeless)).toMatchObject({ createdAt: new Date(TIME * 1000) });
  expect(commentOf({ ...VALUE, message: undefined })).toMatchObject({ text: '' });
  const onReel = { ...VALUE, post: { id: POST, permalink_url: 'https://www.facebook.com/reel/1192/' } };
  expect(commentOf(onReel)).toMatchObject({ platformPostId: '1192' });
  expect(commentOf(onReel)).not.toHaveProperty('parentId');
});

test.each([
  ['a post', { item: 'post' }, '7364512098_111'],
  ['a comment', { item: 'comment', comment_id: '111_222' }, '111_222'],
])('a mention in %s', (_name, where, platformId) => {
  const about = { verb: 'add', post_id: '7364512098_111', message: '@Acme hi', created_time: 1772370200 };
  const value = { ...about, ...where, sender_id: '7364512098', sender_name: 'Jane Smith' };
  const notices = inbound.split(body(value, 'mention'));
  expect(notices).toMatchObject([{ key: `mention:${PAGE}:${platformId}`, platformAccountId: PAGE }]);
  const kept: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  const mention = {
    platformId,
    platformPostId: '7364512098_111',
    author: { id: '7364512098', name: 'Jane Smith' },
    text: '@Acme hi',
    createdAt: new Date(1772370200_000),
    raw: value,
  };
  expect(inbound.parse(kept, ACCOUNT)).toMatchObject([{ kind: 'mention', mention }]);
  const own = inbound.split(body({ ...value, sender_id: PAGE }, 'mention'));
  expect(own.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([]);
});

test.each([
  ['mentions below an own post, which come as comments too,', body(VALUE, 'mention')],
  ['another object', { ...body(VALUE), object: 'instagram' }],
])('%s are left out', (_name, given) => expect(inbound.split(given)).toEqual([]));

test.each([
  ['reactions', body({ item: 'reaction', verb: 'add', post_id: POST, reaction_type: 'like' })],
  ['posts of visitors', body({ item: 'status', verb: 'add', post_id: POST, from: { id: '7364512098' } })],
  ['a mention without post', body({ ...VALUE, post_id: undefined }, 'mention')],
  ['a comment without id', body({ ...VALUE, comment_id: undefined })],
  ['a comment without post', body({ ...VALUE, post_id: undefined })],
  ['a comment that is hidden without its words', body({ ...VALUE, verb: 'hide', message: undefined })],
  ['an unknown field', body({ any: 'thing' }, 'leadgen')],
  ['a message without a sender', { object: 'page', entry: [{ id: PAGE, time: TIME, messaging: [{ message: {} }] }] }],
])('%s are kept as they came and give no items', (_name, given) => {
  const notices = inbound.split(given);
  expect(notices).toMatchObject([{ platformAccountId: PAGE }]);
  expect(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([]);
});

function itemsOf(value: unknown) {
  return inbound.split(body(value)).flatMap((notice) => inbound.parse(notice, ACCOUNT));
}

test('a comment that was edited, hidden and shown again', () => {
  const edited = { ...VALUE, verb: 'edited', message: 'Great!', edited_time: 1772370100 };
  expect(itemsOf(edited)).toMatchObject([
    { kind: 'comment', comment: { text: 'Great!', editedAt: new Date(1772370100_000) } },
  ]);
  expect(itemsOf({ ...VALUE, verb: 'hide' })).toMatchObject([{ comment: { isHidden: true, text: 'Great post!' } }]);
  expect(itemsOf({ ...VALUE, verb: 'unhide' })).toMatchObject([{ comment: { isHidden: false } }]);
});

test('a comment that was removed', () => {
  const removal = { item: 'comment', platformId: VALUE.comment_id, at: new Date(TIME * 1000) };
  expect(itemsOf({ ...VALUE, verb: 'remove', message: undefined })).toEqual([{ kind: 'removal', removal }]);
});

test('a post that was made on the platform', () => {
  const value = { item: 'status', verb: 'add', post_id: POST, message: 'News', from: { id: PAGE }, created_time: TIME };
  const post = {
    platformId: POST,
    text: 'News',
    permalink: `https://www.facebook.com/${POST}`,
    createdAt: new Date(TIME * 1000),
  };
  expect(itemsOf(value)).toEqual([{ kind: 'post', post }]);
});

test('the same change twice has one key, a later change another', () => {
  const keyOf = (time: number) =>
    inbound.split({
      object: 'page',
      entry: [{ ...body(0).entry[0], time, changes: [{ field: 'feed', value: { ...VALUE, verb: 'hide' } }] }],
    })[0]?.key;
  expect(keyOf(TIME)).toBe(keyOf(TIME));
  expect(keyOf(TIME)).not.toBe(keyOf(TIME + 9));
});
