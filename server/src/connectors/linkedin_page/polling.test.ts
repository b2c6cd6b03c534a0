import { expect, test } from 'vitest';
import { commentsOf } from '../../core/inbound/callbacks.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { polling } from './polling.ts';

const POSTS = ['urn:li:share:3', 'urn:li:share:2', 'urn:li:share:1'];
const OLD = Date.parse('2026-03-01T11:00:00Z');
const NEW = Date.parse('2026-03-01T11:59:00Z');
const CURSOR = '2026-03-01T11:30:00.000Z';

const urn = (id: number) => `urn:li:comment:(urn:li:activity:9,${id})`;
const comment = (id: number, time: number) => ({
  commentUrn: urn(id),
  actor: 'urn:li:person:yrZ',
  message: { text: `Comment ${id}` },
  created: { time },
  commentsSummary: { totalFirstLevelComments: 0 },
});

function pollWith(notices: unknown[], comments: Record<string, unknown[]>, names: FakeResponse, failing?: string) {
  const fake = fakeSession(({ url }): FakeResponse => {
    if (url.includes('Notifications')) return { json: { elements: notices } };
    if (url.includes('/rest/people/')) return names;
    const post = POSTS.find((id) => url.includes(encodeURIComponent(id))) ?? '';
    if (post === failing) return { status: 500, json: { message: 'No' } };
    return comments[post] === undefined
      ? { status: 404, json: { code: 'RESOURCE_NOT_FOUND', message: 'No' } }
      : { json: { elements: comments[post] } };
  });
  const account = { ...fake.session.account, platformId: '2414183' };
  const session = { ...fake.session, account, hosts: { api: 'https://api.test' } };
  return {
    run: (posts = POSTS) => polling.poll(session, CURSOR, posts),
    urls: () => fake.requests.map(({ url }) => url),
  };
}

test('makes one call when nothing is new, and none without posts', async () => {
  const { run, urls } = pollWith([], {}, {});
  expect(await run()).toEqual({ items: [], cursor: '2026-03-01T11:57:00.500Z' });
  expect(urls()).toHaveLength(1);
  await run([]);
  expect(urls()).toHaveLength(1);
  expect(urls()[0]).toContain(
    'actions=List(COMMENT,ADMIN_COMMENT)&organizationalEntity=urn%3Ali%3Aorganization%3A2414183',
  );
});

test('searches the newest posts until every announced comment is found', async () => {
  const notices = [{ action: 'COMMENT', generatedActivity: urn(5) }, { action: 'LIKE', generatedActivity: 'urn:x' }, 7];
  const comments = { 'urn:li:share:2': [comment(4, OLD), comment(5, NEW)], 'urn:li:share:1': [comment(6, NEW)] };
  const { run, urls } = pollWith(notices, comments, { json: { localizedFirstName: 'Jane', localizedLastName: 'Doe' } });
  const { items } = await run();
  expect(commentsOf(items)).toMatchObject([
    { platformId: urn(5), platformPostId: 'urn:li:share:2', author: { id: 'urn:li:person:yrZ', name: 'Jane Doe' } },
  ]);
  expect(urls().some((url) => url.includes('share%3A1/'))).toBe(false);
});

test('a post whose comments cannot be read now holds up no other, and the cursor waits', async () => {
  const notices = [{ generatedActivity: urn(5) }, { generatedActivity: urn(8) }];
  const comments = { 'urn:li:share:2': [comment(5, NEW)] };
  const { run } = pollWith(notices, comments, {}, 'urn:li:share:3');
  const { items, cursor } = await run();
  expect(commentsOf(items).map(({ platformId }) => platformId)).toEqual([urn(5)]);
  expect(cursor).toBe(CURSOR);
  await expect(run(['urn:li:share:3'])).rejects.toMatchObject({ kind: 'unavailable' });
});

test('an author with an unreadable name has none', async () => {
  const rejection = { status: 403, json: { code: 'ACCESS_DENIED', message: 'No' } };
  const { run } = pollWith([{ generatedActivity: urn(5) }], { 'urn:li:share:3': [comment(5, NEW)] }, rejection);
  expect(commentsOf((await run()).items)[0]?.author).toEqual({ id: 'urn:li:person:yrZ' });
});
