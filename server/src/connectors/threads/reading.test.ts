import { describe, expect, test } from 'vitest';
import { fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { metrics } from './metrics.ts';
import { pacing } from './pacing.ts';

test('comments are read from the whole conversation, newest first', async () => {
  const comment = (id: string, replied_to: string) => ({
    id,
    text: `Comment ${id}`,
    username: 'jane',
    timestamp: '2026-03-01T13:00:00+0000',
    replied_to: { id: replied_to },
  });
  const { session, requests, calls } = fakeSession((request) => ({
    json: request.query?.after
      ? { data: [] }
      : { data: [comment('12', '11'), comment('11', '10')], paging: { cursors: { after: 'a' } } },
  }));
  const { items: found } = await comments.list(session, '10');
  expect(found.map(({ platformId, parentId }) => [platformId, parentId])).toEqual([
    ['12', '11'],
    ['11', undefined],
  ]);
  expect(calls()).toEqual(['GET /v1.0/10/conversation', 'GET /v1.0/10/conversation']);
  expect(requests[0]?.query).toMatchObject({ reverse: true, limit: 100 });
});

describe('metrics', () => {
  const read = (insights: Parameters<typeof fakeSession>[0]) => {
    const { session } = fakeSession((request, name) =>
      name.endsWith('/insights') ? insights(request, name) : { json: { id: '1' } },
    );
    return metrics(session, { platformId: '1' });
  };
  const named = (counts: Record<string, number>) => ({
    json: {
      data: Object.entries(counts).map(([name, value]) => ({ name, period: 'lifetime', values: [{ value }] })),
    },
  });

  test('come from the insights', async () => {
    const counts = { views: 90, likes: 5, replies: 2, reposts: 1, quotes: 1, shares: 3 };
    const expected = { views: 90, likes: 5, comments: 2, shares: 5 };
    expect(await read(() => named(counts))).toEqual(expected);
  });

  test('are absent where there are none or they may not be read', async () => {
    expect(await read(() => ({ json: { data: [] } }))).toEqual({});
    expect(await read(() => graphError(10))).toEqual({});
  });

  test('are asked for one by one when a name is gone', async () => {
    const one = await read((request) => {
      const metric = String(request.query?.metric);
      return metric.includes('quotes') ? graphError(100) : named({ [metric]: 4 });
    });
    expect(one).toEqual({ views: 4, likes: 4, comments: 4, shares: 8 });
  });

  test('fail while Threads does not respond, and are not_found for a missing post', async () => {
    await expect(read(() => ({ status: 503, text: '' }))).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(read(() => graphError(4))).rejects.toMatchObject({ kind: 'rate_limited' });
    const { session } = fakeSession(() => graphError(100, 33));
    await expect(metrics(session, { platformId: '1' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

test("the allowance is the rest of the day's quota", async () => {
  const { session } = fakeSession(() => ({
    json: { data: [{ quota_usage: 4, config: { quota_total: 250, quota_duration: 86400 } }] },
  }));
  expect(await pacing.allowance?.(session)).toEqual({ remaining: 246, retryAfterSeconds: 1800 });
});

describe('refresh', () => {
  test('extends the token', async () => {
    const { session, requests } = fakeSession(() => ({
      json: { access_token: 'THlong', token_type: 'bearer', expires_in: 5184000 },
    }));
    expect(await auth.refresh?.(session)).toEqual({ accessToken: 'THlong', expiresAt: '2026-04-30T12:00:00.500Z' });
    expect(requests[0]).toMatchObject({
      url: 'https://graph.test/refresh_access_token',
      query: { grant_type: 'th_refresh_token' },
    });
  });

  test('only a rejected token ends the access', async () => {
    const rejected = (response: ReturnType<typeof graphError>) => auth.refresh?.(fakeSession(() => response).session);
    await expect(rejected(graphError(190))).rejects.toMatchObject({ facts: { invalidGrant: true } });
    const other = { status: 400, json: { error_type: 'OAuthException', code: 190, error_message: 'Invalid' } };
    await expect(rejected(other)).rejects.toMatchObject({ facts: { invalidGrant: true } });
    const young = await rejected(graphError(100))?.catch((error) => error.facts);
    expect(young).not.toHaveProperty('invalidGrant');
  });
});
