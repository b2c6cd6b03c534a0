import { describe, expect, test } from 'vitest';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { metrics } from './metrics.ts';

const PAGE = '17841405822304914';
const POST = `${PAGE}_1`;

function comment(id: string, from: string, more: Record<string, unknown> = {}) {
  const created_time = '2026-03-01T13:00:00+0000';
  return { id, message: `Comment ${id}`, from: { id: from, name: 'Somebody' }, created_time, ...more };
}

test('comments of all levels, page by page', async () => {
  const { session, requests } = fakeSession((request) => ({
    json: request.query?.after
      ? { data: [comment('1_2', '736')] }
      : {
          data: [comment('1_3', PAGE, { parent: { id: '1_2' } })],
          paging: { cursors: { after: 'a' }, next: 'https://elsewhere.test/?after=a' },
        },
  }));
  expect((await comments.list(session, POST)).items).toMatchObject([
    { platformId: '1_3', platformPostId: POST, parentId: '1_2', isOwner: true },
    { platformId: '1_2', platformPostId: POST, isOwner: false },
  ]);
  expect(requests[0]).toMatchObject({
    url: `https://graph.test/v25.0/${POST}/comments`,
    query: { filter: 'stream', order: 'reverse_chronological', limit: 50 },
  });
});

test('short pages without an end are not the whole list, so that no missing comment counts as removed', async () => {
  let page = 0;
  const { session } = fakeSession(() => ({
    json: {
      data: [comment(`1_${++page}`, '736')],
      paging: { cursors: { after: `${page}` }, next: 'https://elsewhere.test/' },
    },
  }));
  const part = await comments.list(session, POST);
  expect(part).toMatchObject({ isWhole: false, cursor: expect.any(String) });
  expect(await comments.list(session, POST, part)).toMatchObject({ isWhole: false });
  const { session: short } = fakeSession(() => ({ json: { data: [comment('1_2', '736')] } }));
  expect(await comments.list(short, POST)).toMatchObject({ isWhole: true });
});

describe('own replies', () => {
  const data = [
    comment('1_9', PAGE, { parent: { id: '1_2' } }),
    comment('1_8', PAGE),
    comment('1_7', PAGE, { parent: { id: '1_3' } }),
    comment('1_6', PAGE, { parent: { id: '1_2' }, created_time: '2026-03-01T10:00:00+0000' }),
    comment('1_4', '736', { parent: { id: '1_2' } }),
    comment('1_3', '736'),
    comment('1_2', '736'),
  ];
  const listed = async (parentId?: string) => {
    const { session } = fakeSession(() => ({ json: { data } }));
    const input = { platformPostId: POST, text: 'x', ...(parentId === undefined ? {} : { parentId }) };
    if (comments.reply?.class !== 'C') return [];
    const found = await comments.reply.list(session, input, new Date('2026-03-01T12:00:00Z'));
    return found.map(({ platformId }) => platformId);
  };

  test('come from below the comment', async () => expect(await listed('1_2')).toEqual(['1_9']));
  test('to a reply come from below its thread', async () => expect(await listed('1_4')).toEqual(['1_9']));
  test('on the post come from the first level', async () => expect(await listed()).toEqual(['1_8']));
});

describe('metrics', () => {
  const total = (total_count: number) => ({ data: [], summary: { total_count } });
  const read = (platformId: string, more: Record<string, unknown>) => {
    const fake = fakeSession(() => ({ json: { id: platformId, likes: total(5), comments: total(3), ...more } }));
    return { ...fake, counts: metrics(fake.session, { platformId }) };
  };

  test('of a post', async () => {
    const { counts, requests } = read(POST, { shares: { count: 2 } });
    // The insights are not readable here.
    expect(await counts).toEqual({ likes: 5, comments: 3, shares: 2 });
    expect(requests[0]?.query?.fields).toContain('shares');
    expect(await read(POST, {}).counts).toMatchObject({ shares: 0 });
  });

  test('of a reel', async () => {
    const { counts, requests } = read('1192', { views: 90 });
    expect(await counts).toEqual({ views: 90, likes: 5, comments: 3 });
    expect(requests[0]?.query?.fields).not.toContain('shares');
  });

  test('of a deleted post are not_found', async () => {
    const { session } = fakeSession(() => graphError(100, 33));
    await expect(metrics(session, { platformId: POST })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

test('subscribes the Page to its feed, to mentions and to messages', async () => {
  const { session, requests } = fakeSession(() => ({ json: { success: true } }));
  await auth.subscribe?.(session);
  expect(requests[0]).toMatchObject({
    url: `https://graph.test/v25.0/${PAGE}/subscribed_apps`,
    query: { subscribed_fields: expect.stringMatching(/^feed,mention,messages,/) },
  });
});
