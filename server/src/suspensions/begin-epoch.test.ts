import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { targetsOn, waiting } from '../../test/steps.ts';
import { beginEpoch } from './index.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

test('a new epoch holds every tenant and jumps past all numbers of events that may have been handed out', async () => {
  const publish = { text: 'Before', publish_now: true, targets: targetsOn(ws, 'mastodon') };
  await ws.api.post('/v1/posts', publish, waiting);
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const later = (await ws.api.post('/v1/posts', { ...publish, publish_now: undefined, text: 'Later', scheduled_at }))
    .body;
  const before = (await ws.api.get('/v1/events?limit=100')).body;
  const seqs: number[] = before.data.map(({ seq }: { seq: number }) => seq);
  const since = new Date();

  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await beginEpoch(client, { since }).finally(() => client.end());

  const [installation] = await service.sql('select epoch, backup_at from installation');
  expect(installation).toMatchObject({ epoch: 2, backup_at: since });
  const free = await service.sql(
    'select 1 from tenants t where not exists (select from holds h where h.tenant_id = t.tenant_id)',
  );
  expect(free).toEqual([]);
  const findings = await service.sql(
    'select x.post_id, f.finding from restore_findings f join actions x on x.id = f.action_id',
  );
  expect(findings).toEqual([{ post_id: later.id, finding: expect.any(String) }]);

  await ws.api.post('/v1/posts', { ...publish, publish_now: undefined, text: 'New', scheduled_at });
  const after = (await ws.api.get('/v1/events?limit=100')).body.data.map(({ seq }: { seq: number }) => seq);
  expect(Math.max(...after)).toBeGreaterThan(Math.max(...seqs) + 1_000_000_000);
});
