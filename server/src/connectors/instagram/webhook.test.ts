import { expect, test } from 'vitest';
import { commentsOf, type InboundNotice } from '../../core/inbound/callbacks.ts';
import { inbound } from './webhook.ts';

const IG = '17841405822304914';
const ACCOUNT = { id: 'acc_1', platformId: IG, username: 'acme', metadata: {} };
const TIME = 1772370001;

const VALUE = {
  id: '17870913679156914',
  from: { id: '823471092837465', username: 'jane', self_ig_scoped_id: '823471092837465' },
  text: 'Beautiful!',
  media: { id: '17893085207160254', media_product_type: 'FEED' },
  parent_id: '17870913679150000',
};

function body(value: unknown, field = 'comments') {
  return { object: 'instagram', entry: [{ id: IG, time: TIME, changes: [{ field, value }] }] };
}

function commentOf(value: unknown) {
  const notices = inbound.split(body(value));
  return commentsOf(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT)))[0];
}

test('a comment in changes[]', () => {
  const notices = inbound.split(body(VALUE));
  expect(notices).toMatchObject([{ key: `comment:${IG}:17870913679156914`, platformAccountId: IG }]);
  // A notice is stored as JSON between the two.
  const stored: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  expect(inbound.parse(stored, ACCOUNT)).toEqual([
    {
      kind: 'comment',
      comment: {
        platformId: '17870913679156914',
        platformPostId: '17893085207160254',
        parentId: '17870913679150000',
        author: { id: '823471092837465', username: 'jane' },
        text: 'Beautiful!',
        createdAt: new Date(TIME * 1000),
        isOwner: false,
        raw: VALUE,
      },
    },
  ]);
});

test('the flat form and a repeated delivery carry the same key', () => {
  const flat = { object: 'instagram', entry: [{ id: IG, time: TIME + 60, field: 'comments', value: VALUE }] };
  expect(inbound.split(flat)[0]?.key).toBe(inbound.split(body(VALUE))[0]?.key);
});

test('variants', () => {
  const { id, parent_id: _, ...rest } = VALUE;
  expect(commentOf({ ...rest, comment_id: id })).toMatchObject({ platformId: id });
  expect(commentOf({ ...rest, id })).not.toHaveProperty('parentId');
  expect(commentOf({ ...rest, id, parent_id: VALUE.media.id })).not.toHaveProperty('parentId');
  expect(commentOf({ ...VALUE, text: undefined })).toMatchObject({ text: '' });
  expect(commentOf({ ...VALUE, from: { id: IG } })).toMatchObject({ isOwner: true });
  expect(inbound.split(body(VALUE, 'live_comments'))).toHaveLength(1);
});

test.each([
  ['a comment', { media_id: '1', comment_id: '2' }, '2'],
  ['a caption', { media_id: '1' }, '1'],
])('a mention in %s tells its ids', (_name, value, mentionId) => {
  const notices = inbound.split(body(value, 'mentions'));
  expect(notices).toMatchObject([{ key: `mention:${IG}:${mentionId}`, platformAccountId: IG }]);
  const stored: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  const mention = { mentionId, platformPostId: '1' };
  expect(inbound.parse(stored, ACCOUNT)).toEqual([{ kind: 'mention_notice', mention }]);
});

test.each([['another object', { ...body(VALUE), object: 'page' }]])('%s is left out', (_name, given) =>
  expect(inbound.split(given)).toEqual([]),
);

test.each([
  ['a mention without post', body({ comment_id: '2' }, 'mentions')],
  ['story insights', body({ media_id: '1789', impressions: 444 }, 'story_insights')],
  ['a comment without id', body({ ...VALUE, id: undefined })],
  ['a comment without post', body({ ...VALUE, media: undefined })],
  [
    'a message without a sender',
    { object: 'instagram', entry: [{ id: IG, time: TIME, messaging: [{ message: { mid: 'm', text: 'x' } }] }] },
  ],
])('%s are kept as they came and give no items', (_name, given) => {
  const notices = inbound.split(given);
  expect(notices).toMatchObject([{ platformAccountId: IG }]);
  expect(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([]);
});

test('an unreadable entry does not invalidate the comment beside it', () => {
  const given = {
    object: 'instagram',
    entry: [null, { id: IG, time: TIME, changes: [7, { field: 'comments', value: VALUE }] }],
  };
  expect(inbound.split(given)).toHaveLength(1);
});
