import { expect, test } from 'vitest';
import { commentsOf, type InboundNotice } from '../../core/inbound/callbacks.ts';
import { inbound } from './webhook.ts';

const ME = '17841405793187218';
const ACCOUNT = { id: 'acc_1', platformId: ME, username: 'acme', metadata: {} };

const VALUE = {
  id: '17930000000000001',
  username: 'jane',
  text: 'First reply',
  media_type: 'TEXT_POST',
  permalink: 'https://www.threads.com/@jane/post/DAxyz',
  replied_to: { id: '17920238422030506' },
  root_post: { id: '17920238422030506', owner_id: ME, username: 'acme' },
  shortcode: 'DAxyz',
  timestamp: '2026-03-01T13:00:00+0000',
};

function body(value: unknown = VALUE, field = 'replies', more: Record<string, unknown> = {}) {
  const values = { value, field };
  return { app_id: '123456', topic: 'moderate', target_id: ME, time: 1772370001, values, ...more };
}

function commentOf(value: unknown) {
  const notices = inbound.split(body(value));
  return commentsOf(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT)))[0];
}

test('a reply', () => {
  const notices = inbound.split(body());
  expect(notices).toMatchObject([{ key: `reply:${ME}:17930000000000001`, platformAccountId: ME }]);
  // A notice is stored as JSON between the two.
  const kept: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  expect(inbound.parse(kept, ACCOUNT)).toEqual([
    {
      kind: 'comment',
      comment: {
        platformId: '17930000000000001',
        platformPostId: '17920238422030506',
        author: { id: 'jane', username: 'jane' },
        text: 'First reply',
        createdAt: new Date('2026-03-01T13:00:00Z'),
        isOwner: false,
        raw: VALUE,
      },
    },
  ]);
});

test('values as a list', () => {
  const more = { values: [{ value: VALUE, field: 'replies' }, 7, { value: { ...VALUE, id: '18' }, field: 'replies' }] };
  expect(inbound.split(body(undefined, '', more)).map(({ key }) => key)).toEqual([
    `reply:${ME}:17930000000000001`,
    `reply:${ME}:18`,
  ]);
});

test('the owner of the post is preferred to the target', () => {
  expect(inbound.split(body(VALUE, 'replies', { target_id: '5' }))[0]?.platformAccountId).toBe(ME);
  const { owner_id: _, ...root_post } = VALUE.root_post;
  expect(inbound.split(body({ ...VALUE, root_post }))[0]?.platformAccountId).toBe(ME);
  expect(inbound.split(body({ ...VALUE, root_post }, 'replies', { target_id: undefined }))).toEqual([]);
});

test('variants', () => {
  expect(commentOf({ ...VALUE, replied_to: { id: '18' } })).toMatchObject({ parentId: '18' });
  expect(commentOf({ ...VALUE, username: 'acme' })).toMatchObject({ isOwner: true, author: { id: ME } });
  const { timestamp: _, ...timeless } = VALUE;
  expect(commentOf(timeless)).toMatchObject({ createdAt: new Date(1772370001_000) });
  expect(inbound.split(body(VALUE, 'replies', { time: undefined }))).toHaveLength(1);
  expect(commentOf({ ...VALUE, text: undefined })).toMatchObject({ text: '' });
});

test('a mention', () => {
  const { replied_to: _, root_post: __, ...value } = VALUE;
  const notices = inbound.split(body(value, 'mentions'));
  expect(notices).toMatchObject([{ key: `mention:${ME}:17930000000000001`, platformAccountId: ME }]);
  const kept: InboundNotice = JSON.parse(JSON.stringify(notices[0]));
  const mention = {
    platformId: VALUE.id,
    platformPostId: VALUE.id,
    author: { id: 'jane', username: 'jane' },
    text: 'First reply',
    permalink: VALUE.permalink,
    createdAt: new Date('2026-03-01T13:00:00Z'),
    raw: value,
  };
  expect(inbound.parse(kept, ACCOUNT)).toEqual([{ kind: 'mention', mention }]);
  const own = inbound.split(body({ ...value, username: 'Acme' }, 'mentions'));
  expect(own.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([]);
});

test.each([
  ['mentions below an own post, which come as replies too,', body(VALUE, 'mentions')],
  ['nothing', undefined],
])('%s are left out', (_name, given) => expect(inbound.split(given)).toEqual([]));

test.each([
  ['a mention without id', body({ ...VALUE, id: undefined, root_post: undefined }, 'mentions')],
  ['publications', body({ id: '1', username: 'acme' }, 'publish')],
  ['a reply without id', body({ ...VALUE, id: undefined })],
  ['a reply without post', body({ ...VALUE, root_post: undefined })],
])('%s are kept as they came and give no items', (_name, given) => {
  const notices = inbound.split(given);
  expect(notices).toMatchObject([{ platformAccountId: ACCOUNT.platformId }]);
  expect(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([]);
});

test('a deleted post may be a reply or a mention', () => {
  const notices = inbound.split(body({ id: '1', deleted_at: '2026-03-01T15:00:00+0000' }, 'delete'));
  const removal = { platformId: '1', at: new Date('2026-03-01T15:00:00Z') };
  expect(notices.flatMap((notice) => inbound.parse(notice, ACCOUNT))).toEqual([
    { kind: 'removal', removal: { item: 'comment', ...removal } },
    { kind: 'removal', removal: { item: 'mention', ...removal } },
  ]);
});
