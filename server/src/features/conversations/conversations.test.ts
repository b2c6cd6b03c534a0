import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, pagesOf } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

const list = (query = '') => ws.api.get(`/v1/inbox/conversations${query}`);

describe('list_conversations', () => {
  test('is empty at first, in the envelope of all lists', async () => {
    const { status, body } = await list();
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: [], count: 0, pagination: { limit: 25, has_more: false } },
    });
    for (const query of [
      '?platform=x',
      '?status=archived',
      '?account_id=acc_unknown',
      '?brand_id=b',
      '?page_id=p',
      '?limit=100',
    ])
      expect((await list(query)).body.data, query).toEqual([]);
  });

  test('shows active ones, the latest message first, page by page, by every filter', async () => {
    const { id: accountId } = accountOf(ws, 'mastodon');
    const { brand_id: brandId } = (await ws.api.get(`/v1/accounts/${accountId}`)).body;
    for (let n = 0; n < 6; n++)
      await service.sql(
        `insert into conversations (tenant_id, id, account_id, page_id, platform, platform_id, participant_id, participant_name, last_message, last_message_at, status)
         values ($1, $2, $3, $4, 'mastodon', $2, 'person', 'Person', 'Hi', now() - $5 * interval '1 minute', $6)`,
        [ws.tenantId, `conv_${n}`, accountId, n === 4 ? 'page_1' : null, n, n === 2 ? 'archived' : 'active'],
      );
    const ids = async (query = '') =>
      (await pagesOf(ws.api, `/v1/inbox/conversations?limit=2${query}`)).map(({ id }) => id);
    const active = ['conv_0', 'conv_1', 'conv_3', 'conv_4', 'conv_5'];
    expect(await ids()).toEqual(active);
    expect(await ids('&status=archived')).toEqual(['conv_2']);
    expect(await ids('&page_id=page_1')).toEqual(['conv_4']);
    for (const query of [`&account_id=${accountId}`, `&brand_id=${brandId}`, '&platform=mastodon'])
      expect(await ids(query)).toEqual(active);
    expect(await ids('&platform=twitter')).toEqual([]);
    expect((await list('?page_id=page_1')).body.data).toMatchObject([
      {
        user_id: ws.id,
        participant_name: 'Person',
        last_message: 'Hi',
        status: 'active',
        unread_count: 0,
        livemode: false,
      },
    ]);
    expect((await ws.liveApi.get('/v1/inbox/conversations')).body.data).toEqual([]);
  });
});
