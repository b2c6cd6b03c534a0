import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { signedIn } from '../../../../test/people.ts';
import { accountOf, firstPoll } from '../../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let account: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['google'] });
  account = accountOf(ws, 'google').id;
  await firstPoll(service, account);
  const item = `insert into TABLE (tenant_id, id, account_id, platform, platform_id, author, text, created_at`;
  const values = (id: string, at: string) =>
    `values ($1, '${id}', $2, 'google', 'p${id}', '{"id":"x"}', 'Text', '2026-03-10T${at}Z'`;
  const statements = [
    // Answered after 60 seconds by a reply; after 600 by a private one; never.
    ...[
      ['c1', '08:00:00', 'false', 'null', 'null'],
      ['c2', '08:30:00', 'false', 'null', `'2026-03-10T08:40:00Z'`],
      ['c3', '09:00:00', 'false', 'null', 'null'],
      ['c4', '08:01:00', 'true', `'pc1'`, 'null'],
      ['c5', '08:05:00', 'true', `'pc1'`, 'null'],
    ].map(
      ([id = '', at = '', isOwner, parent, privately]) =>
        `${item.replace('TABLE', 'comments')}, inbox_post_id, is_owner, parent_platform_id, private_replied_at) ${values(id, at)}, 'post', ${isOwner}, ${parent}, ${privately})`,
    ),
    `${item.replace('TABLE', 'mentions')}) ${values('n1', '10:00:00')})`,
    `${item.replace('TABLE', 'reviews')}, rating, reply) ${values('r1', '11:00:00')}, 5, '{"text":"Thanks","updated_at":"2026-03-10T12:00:00Z"}')`,
    // Two messages in a row are one question; the one after the answer waits; the one that failed is no answer.
    ...[
      ['m1', 'incoming', '08:00:00'],
      ['m2', 'incoming', '08:01:00'],
      ['m3', 'outgoing', '08:10:00'],
      ['m4', 'incoming', '08:20:00'],
      ['m5', 'outgoing', '08:21:00'],
    ].map(
      ([id, direction, at]) =>
        `insert into messages (tenant_id, id, account_id, conversation_id, platform, direction, sender, status, created_at)
         values ($1, '${id}', $2, 'conv', 'google', '${direction}', '{"id":"x"}', ${id === 'm5' ? `'failed'` : 'null'}, '2026-03-10T${at}Z')`,
    ),
  ];
  for (const statement of statements) await service.sql(statement, [ws.tenantId, account]);
});
afterAll(() => service?.close());

const read = (query = '') => ws.api.get(`/v1/analytics/inbox?from=2026-03-01&to=2026-03-31${query}`);

test('get_inbox_analytics counts what came, what was answered and the time to the first answer', async () => {
  const { status, body } = await read(`&account_id=${account}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ from: '2026-03-01', to: '2026-03-31', timezone: 'UTC', count: 4, livemode: false });
  const [comments, messages, reviews, mentions] = body.data;
  expect(comments).toMatchObject({
    kind: 'comments',
    received: 3,
    answered: 2,
    median_answer_seconds: 330,
    p90_answer_seconds: 546,
    by_hour: [
      { hour: 8, received: 2, answered: 2, median_answer_seconds: 330 },
      { hour: 9, received: 1, answered: 0 },
    ],
  });
  expect(messages).toMatchObject({ kind: 'messages', received: 3, answered: 2, median_answer_seconds: 600 });
  expect(reviews).toMatchObject({ received: 1, answered: 1, median_answer_seconds: 3600 });
  expect(mentions).toEqual({
    kind: 'mentions',
    received: 1,
    answered: 0,
    by_hour: [{ hour: 10, received: 1, answered: 0 }],
  });
});

test('hours and days are those of the brand’s zone', async () => {
  await service.sql(`update brands set timezone = 'Asia/Tokyo' where tenant_id = $1`, [ws.tenantId]);
  const { body } = await read(`&account_id=${account}`);
  expect(body.timezone).toBe('Asia/Tokyo');
  expect(body.data[0].by_hour.map(({ hour }: { hour: number }) => hour)).toEqual([17, 18]);
  const day = await ws.api.get(`/v1/analytics/inbox?account_id=${account}&from=2026-03-10T20:00:00Z&to=2026-03-11`);
  expect(day.body).toMatchObject({ from: '2026-03-11', to: '2026-03-11' });
  expect(day.body.data[0].received).toBe(0);
  await service.sql('update brands set timezone = null where tenant_id = $1', [ws.tenantId]);
});

test('other tenants, accounts and brands see nothing of it', async () => {
  const other = await service.workspace({ platforms: ['google'] });
  const { body } = await other.api.get('/v1/analytics/inbox?from=2026-03-01&to=2026-03-31');
  expect(body.data.map(({ received }: { received: number }) => received)).toEqual([0, 0, 0, 0]);
  expect((await other.api.get(`/v1/analytics/inbox?account_id=${account}`)).status).toBe(404);
  const [{ id: brand }] = (await ws.api.get('/v1/brands')).body.data;
  const { id: empty } = (await ws.api.post('/v1/brands', { name: 'Empty' })).body;
  for (const [brandId, received] of [
    [brand, [3, 3, 1, 1]],
    [empty, [0, 0, 0, 0]],
  ]) {
    const person = await signedIn(service, ws, { role: 'editor', brandIds: [brandId] });
    const seen = (await person.get('/v1/analytics/inbox?from=2026-03-01&to=2026-03-31')).body;
    expect(seen.data.map((kind: Body) => kind.received)).toEqual(received);
  }
});

test.each([
  ['from=yesterday', 'from'],
  ['from=2026-03-10&to=2026-03-01', 'from'],
  ['from=2016-01-01&to=2026-01-01', 'from'],
  ['to=2026-02-30', 'to'],
  ['granularity=hour', 'granularity'],
])('rejects %s', async (query, field) => {
  const { status, body } = await ws.api.get(`/v1/analytics/inbox?${query}`);
  expect({ status, code: body.code, field: body.meta.field }).toEqual({ status: 400, code: 'invalid_request', field });
});
