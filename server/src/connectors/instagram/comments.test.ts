import { describe, expect, test } from 'vitest';
import type { ListedEffect } from '../../core/effect.ts';
import type { ReplyInput } from '../../core/messaging/inbox.ts';
import type { PlatformRequest } from '../../core/session.ts';
import { type FakeResponse, fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { comments } from './comments.ts';

const POST = '17893085207160254';
const LIST = `GET /v25.0/${POST}/comments`;
const reply = comments.reply as ListedEffect<ReplyInput>;

function platform(routes: Record<string, FakeResponse | ((request: PlatformRequest) => FakeResponse)>) {
  return fakeSession((request, name) => {
    const route = routes[name];
    if (route === undefined) throw new Error(`unexpected ${name}`);
    return typeof route === 'function' ? route(request) : route;
  });
}

const OWN = { username: 'acme', from: { id: '17841405822304914', username: 'acme' } };
const JANE = { username: 'jane', from: { id: '823', username: 'jane' } };
const at = (second: number) => `2026-03-01T13:00:${String(second).padStart(2, '0')}+0000`;

const THREAD = {
  id: '100',
  text: 'Beautiful!',
  timestamp: at(0),
  ...JANE,
  like_count: 2,
  hidden: false,
  replies: {
    data: [
      { id: '101', text: 'Thanks', timestamp: at(10), username: 'acme' },
      { id: '102', text: 'Thanks', timestamp: at(20), ...JANE },
    ],
  },
};
const OTHER = {
  id: '200',
  timestamp: at(5),
  ...JANE,
  replies: { data: [{ id: '201', text: 'Thanks', timestamp: at(15), ...OWN }] },
};
const OWN_TOP = { id: '300', text: 'Thanks', timestamp: at(30), ...OWN };
const ALL = { json: { data: [OWN_TOP, OTHER, THREAD] } };

describe('list', () => {
  test('comments with their replies, in our words', async () => {
    const { session, requests } = platform({ [LIST]: { json: { data: [THREAD] } } });
    const { items: found } = await comments.list(session, POST);
    expect(found[0]).toEqual({
      platformId: '100',
      platformPostId: POST,
      author: { id: '823', username: 'jane' },
      text: 'Beautiful!',
      createdAt: new Date('2026-03-01T13:00:00Z'),
      isOwner: false,
      likeCount: 2,
      replyCount: 2,
      isHidden: false,
      raw: THREAD,
    });
    expect(found.map(({ platformId, parentId, isOwner }) => [platformId, parentId, isOwner])).toEqual([
      ['100', undefined, false],
      ['101', '100', true],
      ['102', '100', false],
    ]);
    expect(found[1]?.author).toEqual({ id: '17841405822304914', username: 'acme' });
    expect(requests[0]?.query).toMatchObject({ limit: 50 });
    expect(requests[0]?.query?.fields).toContain('replies{');
  });

  test('pages of comments and pages of replies', async () => {
    const next = 'https://graph.instagram.com/v25.0/x?after=x';
    const many = { data: [{ id: '101', timestamp: at(1) }], paging: { cursors: { after: 'R' }, next } };
    const { session, calls, requests } = platform({
      [LIST]: ({ query }) =>
        query?.after === undefined
          ? { json: { data: [{ ...THREAD, replies: many }], paging: { cursors: { after: 'C' }, next } } }
          : { json: { data: [OTHER] } },
      'GET /v25.0/100/replies': { json: { data: [{ id: '109', timestamp: at(2) }] } },
    });
    const { items: found } = await comments.list(session, POST);
    expect(found.map(({ platformId }) => platformId)).toEqual(['100', '101', '109', '200', '201']);
    expect(found[0]?.replyCount).toBe(2);
    expect(calls()).toEqual([LIST, LIST, 'GET /v25.0/100/replies']);
    expect(requests[2]?.query?.after).toBe('R');
  });

  test('invalid optional fields are dropped, invalid required fields invalidate the response', async () => {
    const odd = { id: '1', timestamp: at(0), text: 7, like_count: -1, hidden: 'no', from: 'jane', username: 5 };
    const { session } = platform({ [LIST]: { json: { data: [odd] } } });
    expect((await comments.list(session, POST)).items).toMatchObject([
      { text: '', author: { id: 'unknown' }, isOwner: false },
    ]);
    for (const broken of [{ id: '1' }, { timestamp: at(0) }, { id: '1/2', timestamp: at(0) }, 'x']) {
      const { session } = platform({ [LIST]: { json: { data: [broken] } } });
      await expect(comments.list(session, POST)).rejects.toMatchObject({ kind: 'unavailable' });
    }
  });
});

describe('reply', () => {
  test.each([
    [{ platformPostId: POST, text: 'Hi' }, `POST /v25.0/${POST}/comments`],
    [{ platformPostId: POST, parentId: '100', text: 'Hi' }, 'POST /v25.0/100/replies'],
  ])('%j', async (input, expected) => {
    const { session, calls, requests } = platform({ [expected]: { json: { id: '999' } } });
    expect(await reply.send(session, input, {}, 'key')).toEqual({ platformId: '999' });
    expect(calls()).toEqual([expected]);
    expect(requests[0]?.body).toEqual({ form: { message: 'Hi' } });
  });

  test.each([
    ['5xx', { status: 502, text: '' }, 'unknown'],
    ['no id', { json: {} }, 'unknown'],
    ['a vanished comment', graphError(100, 33), 'not_found'],
    ['an invalid parameter', graphError(100), 'rejected'],
    ['a lost right', graphError(10), 'forbidden'],
  ])('%s is %s', async (_name, response, kind) => {
    const { session } = platform({ 'POST /v25.0/100/replies': response });
    const input = { platformPostId: POST, parentId: '100', text: 'Hi' };
    await expect(reply.send(session, input, {}, 'key')).rejects.toMatchObject({ kind });
  });
});

describe('lookup of our own reply', () => {
  const since = (second: number) => new Date(Date.parse('2026-03-01T13:00:00.700Z') + second * 1000);
  const look = async (routes: Parameters<typeof platform>[0], input: Partial<ReplyInput>, from = 0) => {
    const found = await reply.list(
      platform(routes).session,
      { platformPostId: POST, text: 'Thanks', ...input },
      since(from),
    );
    return found.map(({ platformId }) => platformId);
  };

  test('a comment on the post: only own comments of the first level', async () => {
    expect(await look({ [LIST]: ALL }, {})).toEqual(['300']);
    expect(await look({ [LIST]: ALL }, {}, 30)).toEqual(['300']);
    expect(await look({ [LIST]: ALL }, {}, 31)).toEqual([]);
  });

  test('a reply to a comment: only own replies in its thread', async () => {
    const replies = { 'GET /v25.0/100/replies': { json: THREAD.replies } };
    expect(await look(replies, { parentId: '100' })).toEqual(['101']);
    expect(await look({ ...replies, [LIST]: ALL }, { parentId: '100' }, 11)).toEqual([]);
  });

  test.each([
    ['an empty edge', { json: { data: [] } }],
    ['an unknown edge', graphError(100)],
    ['a missing object', graphError(100, 33)],
  ])('an answer to an answer, whose own replies are %s', async (_name, response) => {
    const routes = { 'GET /v25.0/102/replies': response, [LIST]: ALL };
    expect(await look(routes, { parentId: '102' })).toEqual(['101']);
  });

  test('an error does not count as an empty list', async () => {
    const routes = { 'GET /v25.0/100/replies': { status: 500, text: '' } };
    await expect(look(routes, { parentId: '100' })).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('matches by text', () => {
    const item = { platformId: '1', text: ' Thanks  you ', createdAt: new Date() };
    expect(reply.matches({ platformPostId: POST, text: 'Thanks you' }, item)).toBe(true);
    expect(reply.matches({ platformPostId: POST, text: 'Thanks' }, item)).toBe(false);
  });
});
