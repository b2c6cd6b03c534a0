import { expect, test } from 'vitest';
import { AT_ONCE_MAX, AT_ONCE_START, OUTAGES_TO_OPEN } from '../../src/features/webhooks/delivery/breaker.ts';
import { until } from '../harness.ts';
import { startProcesses } from '../kill/processes.ts';
import { openLog } from './emit.ts';
import { startReceiver } from './receiver.ts';

const EVENTS_EACH = 40;

test('two processes share the concurrency and the breaker of an endpoint', async () => {
  const { customer, clients, databaseUrl } = await startProcesses(2);
  const [api] = clients;
  if (api === undefined) throw new Error('there is no service');
  const emit = openLog(databaseUrl, customer.tenantId);

  let gate = Promise.withResolvers<void>();
  let isDown = false;
  let rejected = 0;
  const receiver = await startReceiver({
    accepts() {
      if (isDown) rejected += 1;
      return !isDown;
    },
    onAccepted: () => gate.promise,
  });
  const created = await api.post('/v1/webhooks', { url: receiver.url, events: ['comment.received'] });
  expect(created.status, created.text).toBe(201);
  receiver.useSecret(created.body.secret);
  const state = async () => {
    const [row] = await customer.sql<{ leased: number; is_paused: boolean }>(
      `select (select count(*)::int from deliveries where due_at = 'infinity') as leased,
        coalesce(not_before > now(), false) as is_paused
      from webhook_endpoints where id = $1`,
      [created.body.id],
    );
    return row ?? { leased: 0, is_paused: false };
  };

  await emit(EVENTS_EACH, EVENTS_EACH);
  await until(async () => receiver.running() === AT_ONCE_START, 'its places are taken');
  expect(await state()).toMatchObject({ leased: AT_ONCE_START });
  gate.resolve();
  await until(async () => receiver.accepted() === EVENTS_EACH, 'the first ones arrived', 60_000);
  expect(receiver.takePeak()).toBeLessThanOrEqual(AT_ONCE_MAX);

  isDown = true;
  await emit(EVENTS_EACH, EVENTS_EACH);
  const isResting = async () => {
    const { leased, is_paused: isPaused } = await state();
    return leased === 0 && isPaused;
  };
  await until(isResting, 'the breaker is open');
  expect(rejected).toBeLessThan(OUTAGES_TO_OPEN + AT_ONCE_MAX);
  receiver.takePeak();
  for (let round = 1; round <= 3; round += 1) {
    const before = rejected;
    expect((await api.post('/v1/test/clock', { advance: 'PT10M' })).status).toBe(200);
    await until(async () => rejected > before, 'it is tried');
    await until(isResting, 'it is left alone again');
    expect(rejected).toBe(before + 1);
  }
  expect(receiver.takePeak()).toBe(1);

  isDown = false;
  gate = Promise.withResolvers<void>();
  gate.resolve();
  await emit(EVENTS_EACH, EVENTS_EACH);
  await until(
    async () => {
      await api.post('/v1/test/clock', { advance: 'PT1H' });
      return receiver.accepted() === 3 * EVENTS_EACH;
    },
    'everything arrived',
    60_000,
  );
  expect(receiver.takePeak()).toBeLessThanOrEqual(AT_ONCE_MAX);
  expect(receiver.faults).toEqual([]);
  expect([...receiver.messages.values()].filter(({ accepted }) => accepted !== 1)).toEqual([]);
}, 180_000);
