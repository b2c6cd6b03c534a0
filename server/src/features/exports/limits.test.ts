import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { fault, heldCall, longThrottle, pagesOf } from '../../../test/steps.ts';
import { type Query, toStatement } from '../../db/query.ts';
import { type ExportFilter, list } from './export.repository.ts';
import { examplePosts, exportEnd, exportOf, holdList } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
});
afterAll(() => service?.close());

const used = async ({ api }: TestWorkspace) => (await api.get('/v1/usage')).body.exports_used;
const rejected = (code: string, plan?: string) => ({
  status: 429,
  body: { code, detail_code: `billing.${code}`, meta: { resource: 'export', ...(plan && { plan }) } },
});
function assertTold({ headers, body }: ApiResponse): void {
  expect(headers.get('retry-after')).toBe(String(body.meta.retry_after));
  expect(Date.parse(body.meta.possible_at)).toBeGreaterThan(Date.now());
  expect(body.error).toContain(body.meta.possible_at);
}

describe('create_export within the limits of the plan', () => {
  test('the month, the cooldown of an account, and the count of get_usage', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter', 'bluesky'] });
    expect((await ws.api.get('/v1/usage')).body).toMatchObject({ exports_used: 0, exports_limit: 2 });
    const dry = await exportOf(ws, 'mastodon', {}, '?dry_run=true');
    expect([dry.status, await used(ws), (await ws.api.get('/v1/exports')).body.count]).toEqual([200, 0, 0]);
    const first = await exportOf(ws, 'mastodon', { include_vision: true });
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ include_vision: false, missing: [expect.stringContaining('pictures')] });
    await exportEnd(ws, first.body.id);
    const cooling = await exportOf(ws, 'mastodon');
    expect(cooling).toMatchObject(rejected('export_cooldown', 'free'));
    expect(cooling.body.meta.retry_after).toBeGreaterThan(6.9 * 86_400);
    assertTold(cooling);
    await exportEnd(ws, (await exportOf(ws, 'twitter')).body.id);
    const over = await exportOf(ws, 'bluesky');
    expect(over).toMatchObject(rejected('export_limit', 'free'));
    expect(over.body.meta.max).toBe(2);
    assertTold(over);
    expect(await used(ws)).toBe(2);
    await ws.api.post('/v1/test/clock', { advance: 'P31D' });
    expect(await used(ws)).toBe(0);
    expect((await exportOf(ws, 'mastodon')).status).toBe(202);
  });

  test('two at once on one account are one; cancel_export gives the count back and starts no cooldown', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await holdList(ws, 'mastodon');
    const answers = await Promise.all([1, 2, 3].map(() => exportOf(ws, 'mastodon')));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
    const second = answers.find(({ status }) => status === 429) as ApiResponse;
    expect(second).toMatchObject(rejected('export_concurrent'));
    assertTold(second);
    const { id } = (answers.find(({ status }) => status === 202) as ApiResponse).body;
    expect([second.body.meta.id, await used(ws)]).toEqual([id, 1]);

    const call = await heldCall(ws);
    expect((await ws.api.get('/v1/exports?status=processing')).body.exports).toMatchObject([{ id }]);
    // Nobody reads its content and then cancels it to have the count back.
    const early = await ws.api.get(`/v1/exports/${id}/videos`);
    expect(early).toMatchObject({ status: 409, body: { code: 'conflict', meta: { status: 'processing' } } });
    expect(await ws.api.post(`/v1/exports/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await ws.api.post(`/v1/exports/${id}/cancel`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await used(ws)).toBe(0);
    const again = await exportOf(ws, 'mastodon');
    expect(again.status).toBe(202);
    await ws.control('POST', `held/${call}/release`, {});
    expect(await exportEnd(ws, again.body.id)).toMatchObject({ status: 'completed', total_videos: 0 });
    expect((await ws.api.get(`/v1/exports/${id}`)).body.status).toBe('cancelled');
  });

  test('more posts than the plan exports are left out with a sentence; list_exports has pages and filters', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    await examplePosts(ws, 'mastodon', 3);
    await fault(ws, 'mastodon', { ...longThrottle, operation: 'list_posts' });
    const { body: made } = await exportOf(ws, 'mastodon', { include_transcript: true });
    const waits = async () => (await ws.api.get(`/v1/exports/${made.id}`)).body.waits_until;
    await until(waits, 'the export waits');
    await service.sql('update exports set items_max = 2, transcripts_max = 1, due_at = now() where id = $1', [made.id]);
    const done = await exportEnd(ws, made.id);
    const missing = [expect.stringContaining('at most 2 posts'), expect.stringContaining('at most 1 transcripts')];
    expect(done).toMatchObject({ total_videos: 2, missing });
    const { videos } = (await ws.api.get(`/v1/exports/${made.id}/videos`)).body;
    const reasons = videos.map(({ transcript_missing: reason }: Body) => reason);
    expect(reasons).toEqual([expect.stringContaining('neither captions nor the video'), missing[1]]);
    await service.sql(
      `insert into exports (tenant_id, id, account_id, platform, status, include_transcript, include_vision, items_max, transcripts_max,
        expiry_days, created_at) select $1, 'exp_' || n, 'acc_x', 'twitter', 'failed', false, false, 0, 0, 0, now() - n * interval '1 day'
        from generate_series(1, 60) n`,
      [ws.tenantId],
    );
    const { body } = await ws.api.get('/v1/exports');
    expect([body.count, body.exports.length, body.data[0].id]).toEqual([50, 50, made.id]);
    expect((await pagesOf(ws.api, '/v1/exports?limit=25')).length).toBe(61);
    const filter = `account_id=${made.account_id}&status=completed`;
    expect((await ws.api.get(`/v1/exports?${filter}`)).body.data.map(({ id }: Body) => id)).toEqual([made.id]);
    expect(await ws.api.get('/v1/exports?status=done')).toMatchObject({
      status: 400,
      body: { meta: { field: 'status' } },
    });
  });
});

test('create_export rejects what it cannot export, and changes nothing', async () => {
  const ws = await service.workspace({ platforms: ['mastodon', 'telegram'] });
  const other = await service.workspace({ platforms: ['mastodon'] });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const bad: [Body, string][] = [
    [{ from: 'last year' }, 'from'],
    [{ from: day(-3650) }, 'from'],
    [{ from: day(1) }, 'from'],
    [{ from: day(-1), to: day(-2) }, 'to'],
    [{ include_transcript: 'yes' }, 'include_transcript'],
    [{ include_transcripts: true }, 'include_transcripts'],
  ];
  for (const [options, field] of bad)
    expect(await exportOf(ws, 'mastodon', options), JSON.stringify(options)).toMatchObject({
      status: 400,
      body: { meta: { field } },
    });
  expect((await exportOf(ws, 'mastodon', { from: day(-3650) })).body.meta.max).toBe(1827);
  expect(await exportOf(ws, 'telegram')).toMatchObject({ status: 501, body: { code: 'not_supported' } });
  expect(await exportOf(other, 'mastodon', {}, '', ws.api)).toMatchObject({ status: 404 });
  await service.sql(`update accounts set status = 'reconnect_required' where tenant_id = $1`, [ws.tenantId]);
  expect(await exportOf(ws, 'mastodon')).toMatchObject({ status: 403, body: { code: 'reconnection_required' } });
  expect([(await ws.api.get('/v1/exports')).body.count, await used(ws)]).toEqual([0, 0]);
});

test('list_exports reads an index for each of its filters', async () => {
  const ws = await service.workspace();
  await service.sql(
    `insert into exports (tenant_id, id, account_id, platform, status, include_transcript, include_vision, items_max, transcripts_max,
      expiry_days, created_at) select $1, 'exp_p' || n, 'acc_' || n % 40, 'twitter',
        (array['failed', 'completed', 'cancelled'])[1 + n % 3], false, false, 0, 0, 0, now() - n * interval '1 minute'
      from generate_series(1, 4000) n`,
    [ws.tenantId],
  );
  await service.sql('analyze exports');
  const planOf = (filter: ExportFilter) =>
    service.app.db.tenant(ws.tenantId).transaction(async (tx) => {
      let plan = '';
      const run = async <Row>(query: Query<Row>): Promise<Row[]> => {
        const { text, values } = toStatement(query);
        const compile = () => ({ sql: `explain ${text}`, parameters: values });
        const rows = await tx.run<Record<string, string>>({ expressionType: undefined, compile });
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      };
      await list({ run, first: async (query) => (await run(query))[0] }, ws.tenantId, filter, undefined, 50);
      return plan;
    });
  const indexes: [ExportFilter, string][] = [
    [{}, 'exports_newest'],
    [{ status: 'failed' }, 'exports_by_status'],
    [{ accountId: 'acc_7' }, 'exports_of_account'],
  ];
  for (const [filter, index] of indexes) {
    const plan = await planOf(filter);
    expect(plan, index).toContain(index);
    expect(plan, index).not.toContain('Seq Scan');
  }
});
