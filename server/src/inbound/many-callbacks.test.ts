import { createHmac } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf } from '../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['facebook', 'instagram'] });
});
afterAll(() => service?.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Sends the callback of one page with these comments, as the platform signs it. */
async function send(pageId: string, comments: readonly Body[]): Promise<void> {
  const { client_secret: secret } = await ws.control('GET', 'apps/facebook');
  const changes = comments.map(({ id, ...more }) => {
    const value = { item: 'comment', verb: 'add', post_id: `${pageId}_1`, comment_id: id, message: 'Hello' };
    return { field: 'feed', value: { ...value, created_time: nowSeconds(), from: { id: '7', name: 'Jo' }, ...more } };
  });
  const body = JSON.stringify({ object: 'page', entry: [{ id: pageId, time: nowSeconds(), changes }] });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const url = `${service.url}/callbacks/test/${ws.world}/facebook`;
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
}

test('callbacks of several accounts are stored together: each item once, its newest text, one event, and none waits for one that cannot be stored', async () => {
  const first = accountOf(ws, 'facebook');
  const second = { id: `${first.id}2`, platformId: `${first.platformId}2` };
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
     select tenant_id, $2, brand_id, platform, $3, name, username, credentials from accounts where id = $1`,
    [first.id, second.id, second.platformId],
  );
  await service.sql('update accounts set poll_due_at = null');
  await service.sql(`alter table comments add constraint rejected check (text <> 'Rejected')`);
  const settled = async () =>
    (await service.sql('select 1 from callbacks where due_at is not null and attempt = 0')).length === 0;
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    // The first transaction waits for the tenant's row; the rest comes meanwhile.
    await holder.query('begin');
    await holder.query('select 1 from tenants where tenant_id = $1 for update', [ws.tenantId]);
    await send(first.platformId, [{ id: 'c0' }]);
    await until(settled, 'the first is claimed');
    for (const { platformId } of [first, second]) {
      await send(platformId, [{ id: 'c1' }, { id: 'c2' }]);
      await send(platformId, [{ id: 'c1', verb: 'edited', message: 'Hello, edited', edited_time: nowSeconds() + 5 }]);
      await send(platformId, [{ id: 'c2', verb: 'remove' }]);
    }
    await send(second.platformId, [{ id: 'poison', message: 'Rejected' }, { id: 'c3' }]);
    await until(settled, 'all are claimed');
    await holder.query('commit');
  } finally {
    await holder.end();
  }
  const commentsOf = ({ id }: { readonly id: string }) =>
    service.sql(
      'select platform_id, text, deleted_at is null as is_there from comments where account_id = $1 order by 1',
      [id],
    );
  const open = () => service.sql('select key from callbacks where due_at is not null and error is null');
  await until(async () => (await open()).length === 0, 'all are done');
  const seen = [
    { platform_id: 'c1', text: 'Hello, edited', is_there: true },
    { platform_id: 'c2', text: '', is_there: false },
  ];
  const plain = { text: 'Hello', is_there: true };
  expect(await commentsOf(first)).toEqual([{ platform_id: 'c0', ...plain }, ...seen]);
  expect(await commentsOf(second)).toEqual([...seen, { platform_id: 'c3', ...plain }]);
  const counts = await service.sql(
    'select account_id, comment_count from inbox_posts where account_id = any ($1) order by account_id',
    [[first.id, second.id]],
  );
  expect(counts.map(({ comment_count }) => comment_count)).toEqual([2, 2]);
  const events = await service.sql(
    `select account_id, data ->> 'platform_id' as about, count(*)::int from events where type = 'comment.received' group by 1, 2 order by 1, 2`,
  );
  const once = (account_id: string, about: string) => ({ account_id, about, count: 1 });
  expect(events).toEqual([
    ...['c0', 'c1', 'c2'].map((about) => once(first.id, about)),
    ...['c1', 'c2', 'c3'].map((about) => once(second.id, about)),
  ]);
  const failed = await service.sql('select key from callbacks where due_at is not null');
  expect(failed).toEqual([{ key: expect.stringContaining('poison') }]);
});
