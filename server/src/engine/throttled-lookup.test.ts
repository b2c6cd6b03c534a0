import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, fault, targetsOn } from '../../test/steps.ts';
import { RECONCILE_SECONDS_MAX } from './retry-times.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter'] });
});
afterAll(() => service?.close());

test('a throttled lookup pauses its account no longer than lookups are made at all', async () => {
  await fault(ws, 'twitter', { kind: 'accept_drop' });
  await fault(ws, 'twitter', { kind: 'throttle', operation: 'list_posts', retry_after_seconds: 72_000 });
  const sent = { text: 'In doubt', targets: targetsOn(ws, 'twitter'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', sent)).body;
  const throttled = `select extract(epoch from a.not_before - x.intent_at)::float8 as seconds
    from actions x join accounts a on a.tenant_id = x.tenant_id and a.id = x.account_id
    where x.post_id = $1 and a.id = $2 and x.state = 'reconciling' and a.throttled_at is not null`;
  const seconds = await until(async () => {
    const [row] = await service.sql(throttled, [id, accountOf(ws, 'twitter').id]);
    return row?.seconds as number | undefined;
  }, 'the lookup is throttled');
  expect(seconds).toBeGreaterThan(60);
  // The end of the hour is rounded to whole seconds.
  expect(seconds).toBeLessThanOrEqual(RECONCILE_SECONDS_MAX + 1);
});
