import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, eventsOf, fault, heldCall, ledgerOf, pagesOf, usageOf, visitor } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['google', 'mastodon'] });
});
afterAll(() => service?.close());

const reviews = '/v1/inbox/reviews';
const newest = async (): Promise<Body> => (await ws.api.get(`${reviews}?refresh=true&limit=1`)).body.data[0];

describe('reply_to_review, edit_review_reply and delete_review_reply', () => {
  test('a review arrives once; its reply is written, changed and removed', async () => {
    await visitor(ws, 'google', 'review', { text: 'Lovely place', rating: 5 });
    const review = await newest();
    expect(review).toMatchObject({
      rating: 5,
      text: 'Lovely place',
      account_id: accountOf(ws, 'google').id,
      capabilities: { can_reply: true, can_edit_reply: false, can_delete_reply: false },
    });
    expect((await eventsOf(ws.api, review.id)).map(({ type }) => type)).toEqual(['review.received']);
    const path = `${reviews}/${review.id}/reply`;
    const before = await usageOf(ws.api);
    expect(await ws.api.put(path, { text: 'Nothing to change' })).toMatchObject({ status: 409 });
    expect(await ws.api.delete(path)).toMatchObject({ status: 409 });
    for (const text of ['', ' ', 'é'.repeat(2049)])
      expect(await ws.api.post(path, { text })).toMatchObject({ status: 400, body: { meta: { field: 'text' } } });
    expect(await usageOf(ws.api)).toEqual(before);

    expect((await ws.api.post(path, { text: 'Thank you!' })).body).toEqual({
      success: true,
      reply_id: expect.any(String),
    });
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    const sent = (await ledgerOf(ws, 'google', 'reply')).filter(({ text }) => text === 'Thank you!');
    expect(sent).toHaveLength(1);
    expect(await newest()).toMatchObject({
      reply: { text: 'Thank you!' },
      capabilities: { can_reply: false, can_edit_reply: true },
    });
    expect(await ws.api.put(path, { account_id: review.account_id, text: 'Thanks a lot!' })).toMatchObject({
      status: 200,
    });
    expect(await newest()).toMatchObject({ reply: { text: 'Thanks a lot!' } });
    expect(await ws.api.delete(`${path}?account_id=${review.account_id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await newest()).not.toHaveProperty('reply');
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    expect(await ws.api.post(`${reviews}/rev_00000000000000000000000000/reply`, { text: 'x' })).toMatchObject({
      status: 404,
    });
    expect(await ws.api.post(path, { account_id: accountOf(ws, 'mastodon').id, text: 'x' })).toMatchObject({
      status: 404,
    });
  });
});

describe('list_account_reviews, list_review_accounts and list_reviews', () => {
  test('with averages, by rating, and which accounts could not be read', async () => {
    for (const rating of [1, 3])
      await visitor(ws, 'google', 'review', { text: `${rating} stars`, rating, username: `guest_${rating}` });
    await newest();
    const { id } = accountOf(ws, 'google');
    const ratings = async (order: string) =>
      (await pagesOf(ws.api, `${reviews}/${id}?limit=1&order=${order}`)).map(({ rating }) => rating);
    expect(await ratings('rating_asc')).toEqual([1, 3, 5]);
    expect(await ratings('rating_desc')).toEqual([5, 3, 1]);
    expect((await ws.api.get(`${reviews}/${id}`)).body).toMatchObject({
      summary: { average_rating: 3, total_count: 3 },
      status: 'ok',
    });
    expect((await ws.api.get(`${reviews}/accounts`)).body.data).toMatchObject([
      {
        account_id: id,
        platform: 'google',
        average_rating: 3,
        total_count: 3,
        status: 'ok',
        last_review_at: expect.any(String),
      },
    ]);
    expect(await ws.api.get(`${reviews}/${accountOf(ws, 'mastodon').id}`)).toMatchObject({ status: 501 });
    expect(await ws.api.get(`${reviews}/acc_00000000000000000000000000`)).toMatchObject({ status: 404 });
    await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [id]);
    const { body } = await ws.api.get(reviews);
    expect(body.data).toHaveLength(3);
    expect(body.meta).toMatchObject({
      accounts_queried: 1,
      accounts_failed: 1,
      failed_accounts: [{ account_id: id, platform: 'google', code: 'reconnection_required' }],
    });
    expect((await ws.api.get(`${reviews}/accounts`)).body.data).toMatchObject([{ status: 'reconnection_required' }]);
  });
});

test('a list that the platform made before a reply was written or removed does not undo that', async () => {
  const own = await service.workspace({ platforms: ['google'] });
  await visitor(own, 'google', 'review', { text: 'Open late', rating: 4 });
  const list = () => own.api.get(`${reviews}?refresh=true&limit=1`);
  const [{ id }] = (await list()).body.data;
  const path = `${reviews}/${id}/reply`;
  const duringList = async (change: () => Promise<{ status: number }>): Promise<Body> => {
    await fault(own, 'google', { kind: 'hold', when: 'after', operation: 'list_comments' });
    const listed = list();
    await heldCall(own);
    expect(await change()).toMatchObject({ status: 200 });
    await own.control('POST', 'held/release-all');
    await listed;
    return (await own.api.get(`${reviews}?limit=1`)).body.data[0];
  };
  expect(await duringList(() => own.api.post(path, { text: 'Every day' }))).toMatchObject({
    id,
    reply: { text: 'Every day' },
  });
  expect(await duringList(() => own.api.delete(path))).not.toHaveProperty('reply');
});
