import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { pagesOf } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace();
});
afterAll(() => service?.close());

const list = (query = '') => ws.api.get(`/v1/inbox/reviews${query}`);

describe('list_reviews', () => {
  test('is empty at first, in the envelope of all lists', async () => {
    const { status, body } = await list();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: [],
        count: 0,
        pagination: { limit: 25, has_more: false },
        meta: { accounts_queried: 0, accounts_failed: 0, failed_accounts: [] },
      },
    });
    for (const query of ['?platform=google', '?account_id=acc_unknown', '?since=2020-01-01', '?limit=100'])
      expect((await list(query)).body.data, query).toEqual([]);
  });

  test('shows them newest first, page by page, by every filter', async () => {
    for (let n = 0; n < 5; n++)
      await service.sql(
        `insert into reviews (tenant_id, id, account_id, platform, platform_id, rating, text, author, reply, created_at)
         values ($1, $2, $3, 'google', $2, $4, $5, '{"id":"person","name":"A person"}', $6, '2026-01-01T00:00:00Z'::timestamptz - $7 * interval '1 day')`,
        [
          ws.tenantId,
          `rev_${n}`,
          n < 2 ? 'acc_1' : 'acc_2',
          (n % 5) + 1,
          n === 0 ? null : 'Good',
          n === 1 ? '{"text":"Thanks","updated_at":"2026-01-02T00:00:00Z"}' : null,
          n,
        ],
      );
    const ids = async (query = '') => (await pagesOf(ws.api, `/v1/inbox/reviews?limit=2${query}`)).map(({ id }) => id);
    expect(await ids()).toEqual(['rev_0', 'rev_1', 'rev_2', 'rev_3', 'rev_4']);
    expect(await ids('&account_id=acc_2')).toEqual(['rev_2', 'rev_3', 'rev_4']);
    expect(await ids('&platform=google')).toHaveLength(5);
    expect(await ids('&platform=twitter')).toEqual([]);
    expect(await ids('&since=2025-12-31')).toEqual(['rev_0', 'rev_1']);
    const [first, second] = (await list()).body.data;
    expect(first).toMatchObject({
      author: 'A person',
      author_details: { id: 'person', name: 'A person' },
      rating: 1,
      livemode: false,
    });
    expect(first).not.toHaveProperty('text');
    expect(second).toMatchObject({ text: 'Good', reply: { text: 'Thanks' } });
    expect((await ws.liveApi.get('/v1/inbox/reviews')).body.data).toEqual([]);
  });
});
