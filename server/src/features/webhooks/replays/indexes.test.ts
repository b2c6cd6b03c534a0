import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { planOf } from '../../../../test/plan-of.ts';
import type { Runner } from '../../../db/query.ts';
import * as deliveries from '../delivery.repository.ts';
import * as hours from '../statistics/hours.repository.ts';
import * as replays from './replay.repository.ts';
import * as batches from './replay-batch.repository.ts';

const ROWS = 4000;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
  ws = await service.workspace();
  const at = `now() - n * interval '1 second'`;
  for (const statement of [
    `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint, is_active)
       select $1, 'wh_' || n, 'https://example.com', '{post.deleted}', 'x', 'x', false from generate_series(0, 3) n`,
    `insert into events (tenant_id, seq, id, type, category, summary, data, created_at)
       select $1, n, 'evt_' || n, 'post.deleted', 'posts', '', '{"post_id":"post_1","was_status":"draft"}', ${at} from generate_series(1, ${ROWS}) n`,
    `insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, status, due_at, replay_id, created_at)
       select $1, 'dlv_' || n, 'wh_' || n % 4, n, case when n % 50 = 0 then 'dm.received' else 'post.deleted' end,
         (array['success', 'success', 'success', 'failed', 'pending'])[1 + n % 5], case when n % 5 = 4 then ${at} end,
         case when n % 7 = 0 then 'rpl_' || n % 3 end, ${at} from generate_series(1, ${ROWS}) n`,
    `insert into webhook_replays (tenant_id, id, endpoint_id, kind, status, since, until, next_seq, last_seq, total, due_at, delivered, failed, created_at)
       select $1, 'rpl_' || n, 'wh_' || n % 4, 'all', 'completed', now(), now(), 1, 0, 0, null, 0, 0, ${at} from generate_series(1, ${ROWS}) n`,
    `insert into webhook_hours (tenant_id, endpoint_id, hour, attempts, delivered, failed, durations)
       select $1, 'wh_' || n % 100, now() - n / 100 * interval '1 hour', 0, 0, 0, '{}' from generate_series(1, ${ROWS}) n`,
  ])
    await service.sql(statement, [ws.tenantId]);
  await service.sql('analyze deliveries, events, webhook_endpoints, webhook_replays, webhook_hours');
});
afterAll(() => service?.close());

const after = [new Date(Date.now() - 600_000).toISOString(), 'dlv_1'] as const;
const list = (filter: deliveries.DeliveryFilter) => (db: Runner, id: string) =>
  deliveries.list(db, id, 'wh_1', filter, after, 25);
const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const time = new Date(Date.now() - 1_800_000);
const options = { since: time, until: new Date(), eventTypes: null };
const replay = { ...options, status: 'running', event_types: null, next_seq: 1, last_seq: 900 } as const;
const job = (tenantId: string) => ({ tenantId, id: 'rpl_1', endpointId: 'wh_1', attempt: 1 });
/** `planOf` shows the last statement, and the first one that has found nothing ends the work. */
const first =
  (work: (db: Runner, tenantId: string) => Promise<unknown>) =>
  async (db: Runner, tenantId: string): Promise<void> => {
    let isOver = false;
    const once: Runner['run'] = async (query) => {
      if (isOver) return [];
      isOver = true;
      return db.run(query);
    };
    await work({ run: once, first: async (query) => (await once(query))[0] }, tenantId);
  };

test.each<[string, (db: Runner, tenantId: string) => Promise<unknown>, string]>([
  ['deliveries', list({}), 'deliveries_of_endpoint'],
  ['deliveries with a status', list({ status: 'failed' }), 'deliveries_of_status'],
  ['deliveries of a type', list({ eventType: 'dm.received' }), 'deliveries_of_type'],
  ['deliveries of an event', list({ eventId: 'evt_5' }), 'deliveries_of_event'],
  ['deliveries of a replay', list({ replayId: 'rpl_1' }), 'deliveries_of_replay'],
  ['deliveries of a period', list({ from: time, to: new Date() }), 'deliveries_of_endpoint'],
  ['replays', (db, id) => replays.list(db, id, 'wh_1', after, 25), 'webhook_replays_of_endpoint'],
  ['a running replay', (db, id) => replays.runningOf(db, id, 'wh_1'), 'webhook_replays_running'],
  ['a replay', (db, id) => replays.byId(db, id, 'wh_1', 'rpl_1'), 'deliveries_replayed'],
  [
    'the extent of failed ones',
    (db, id) => replays.extentOf(db, id, 'wh_1', { ...options, kind: 'failed' }),
    'deliveries_',
  ],
  ['the extent of all', (db, id) => replays.extentOf(db, id, 'wh_1', { ...options, kind: 'all' }), 'events_'],
  ['what waits of a replay', (db, id) => batches.waiting(db, job(id), 5000), 'deliveries_replayed_due'],
  ['what a cancelled replay ends', (db, id) => batches.endWaiting(db, job(id)), 'deliveries_replayed_due'],
  [
    'what a replay queues',
    (db, id) => batches.findFailed(db, job(id), { ...replay, kind: 'failed' }, 900),
    ' deliveries_of_',
  ],
  [
    'events of a replay',
    first((db, id) => batches.findAll(db, job(id), { ...replay, kind: 'all' }, 900)),
    'events_pkey',
  ],
  ['hours', (db, id) => hours.between(db, id, 'wh_1', monthAgo, new Date()), 'webhook_hours_pkey'],
  ['hours of a week', (db, id) => hours.outcomes(db, id, 'wh_1'), 'webhook_hours_pkey'],
  ['deliveries that wait', (db, id) => hours.pending(db, id, 'wh_1', 100), 'deliveries_due'],
])('the list of %s uses an index for the role of requests', async (_, read, index) => {
  const plan = await planOf(service, ws, read);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (deliveries|events|webhook_replays|webhook_hours)/);
});
