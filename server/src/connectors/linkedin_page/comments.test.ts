import { expect, test } from 'vitest';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { comments } from './comments.ts';

const POST = 'urn:li:share:1';
const urn = (id: number) => `urn:li:comment:(urn:li:activity:9,${id})`;
const ROOT = urn(1);
const ANSWER = urn(2);
const OURS = urn(3);
const SINCE = new Date('2026-03-01T12:00:00Z');

const comment = (id: string, actor: string, answers: number) => ({
  commentUrn: id,
  actor,
  message: { text: 'Thanks' },
  created: { time: SINCE.getTime() + 1000 },
  commentsSummary: { totalFirstLevelComments: answers },
});

/** LinkedIn as the page 2414183 sees it: what stands under which URN. */
function pageWith(places: Readonly<Record<string, readonly unknown[]>>) {
  const { session, requests } = fakeSession(({ url, method }): FakeResponse => {
    if (method === 'POST') return { status: 201, json: comment(OURS, 'urn:li:organization:2414183', 0) };
    const place = decodeURIComponent(/socialActions\/([^/]+)\/comments/.exec(url)?.[1] ?? '');
    return { json: { elements: places[place] ?? [] } };
  });
  const account = { ...session.account, platformId: '2414183' };
  return { session: { ...session, account, hosts: { api: 'https://api.test' } }, requests };
}

function effect() {
  const { reply } = comments;
  if (reply?.class !== 'C') throw new Error('answers are not of class C');
  return reply;
}

const visitor = 'urn:li:person:yrZ';
const input = { platformPostId: POST, parentId: ANSWER, text: 'Thanks' };

test('a reply goes under the URN that its parent names', async () => {
  const { session, requests } = pageWith({});
  expect(await effect().send(session, input, {}, 'key')).toEqual({ platformId: OURS });
  expect(requests[0]).toMatchObject({
    url: 'https://api.test/rest/socialActions/urn%3Ali%3Aactivity%3A9/comments',
    body: {
      json: { actor: 'urn:li:organization:2414183', object: 'urn:li:activity:9', parentComment: ANSWER },
    },
  });
});

test('a reply to a reply is found under the first comment of the thread', async () => {
  const own = comment(OURS, 'urn:li:organization:2414183', 0);
  const { session } = pageWith({
    [POST]: [comment(ROOT, visitor, 2)],
    [ROOT]: [comment(ANSWER, visitor, 0), own],
  });
  const found = await effect().list(session, input, SINCE);
  expect(found.map(({ platformId }) => platformId)).toEqual([OURS]);
});

test('nothing is proven while the parent comment is not listed', async () => {
  const { session } = pageWith({ [POST]: [] });
  await expect(effect().list(session, input, SINCE)).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each(['7', '../people', 'urn:li:comment:(urn:li:activity:9,1)/../x'])('%s is not a comment', async (parentId) => {
  const { session, requests } = pageWith({});
  await expect(effect().send(session, { ...input, parentId }, {}, 'key')).rejects.toMatchObject({ kind: 'not_found' });
  expect(requests).toEqual([]);
});
