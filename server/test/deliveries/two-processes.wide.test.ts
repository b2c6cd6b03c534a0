import { expect, test } from 'vitest';
import { OUTAGES_TO_OPEN, RUNNING_PER_ENDPOINT_MAX } from '../../src/features/webhooks/delivery/breaker.ts';
import { type Body, until } from '../harness.ts';
import { commentCallbacks, sendCallback } from '../kill/comment-callbacks.ts';
import type { PlatformName } from '../kill/kill-points.ts';
import { startProcesses } from '../kill/processes.ts';
import { startReceiver } from './receiver.ts';

const EVENTS = 120;
const PER_CALLBACK = 40;

test('two processes share the concurrency and the breaker of an endpoint', async () => {
  const { customer, clients, services } = await startProcesses(2);
  const [api, service] = [clients[0], services[0]];
  if (api === undefined || service === undefined) throw new Error('there is no service');
  const account = await customer.connect('facebook' as PlatformName);
  const app = (await (await fetch(`${customer.platforms.url}/control/apps/facebook`)).json()) as Body;
  const page = { platformId: account.platformId, clientSecret: app.client_secret };
  const [first = '', second = '', third = ''] = commentCallbacks(page, EVENTS, PER_CALLBACK);
  const send = (body: string) => until(() => sendCallback(service.url, page, body), 'a callback is taken');

  let gate = Promise.withResolvers<void>();
  let isDown = false;
  let refused = 0;
  const receiver = await startReceiver({
    accepts() {
      if (isDown) refused += 1;
      return !isDown;
    },
    onAccepted: () => gate.promise,
  });
  const created = await api.post('/v1/webhooks', { url: receiver.url, events: ['comment.received'] });
  expect(created.status, created.text).toBe(201);
  receiver.useSecret(created.body.secret);
  const state = async () => {
    const [row] = await customer.sql<{ leased: number; waiting: number; is_paused: boolean }>(
      `select (select count(*)::int from deliveries where due_at = 'infinity') as leased,
        (select count(*)::int from deliveries where due_at < 'infinity') as waiting,
        coalesce(not_before > now(), false) as is_paused
      from webhook_endpoints where id = $1`,
      [created.body.id],
    );
    return row ?? { leased: 0, waiting: 0, is_paused: false };
  };

  await send(first);
  await until(async () => {
    const { leased, waiting } = await state();
    return leased + waiting === PER_CALLBACK && leased === RUNNING_PER_ENDPOINT_MAX;
  }, 'its places are taken');
  gate.resolve();
  await until(async () => receiver.accepted() === PER_CALLBACK, 'the first ones arrived', 60_000);
  expect(receiver.takePeak()).toBe(RUNNING_PER_ENDPOINT_MAX);

  isDown = true;
  await send(second);
  const isResting = async () => {
    const { leased, is_paused: isPaused } = await state();
    return leased === 0 && isPaused;
  };
  await until(isResting, 'the breaker is open');
  expect(refused).toBeLessThan(OUTAGES_TO_OPEN + RUNNING_PER_ENDPOINT_MAX);
  receiver.takePeak();
  for (let round = 1; round <= 3; round += 1) {
    const before = refused;
    expect((await api.post('/v1/test/clock', { advance: 'PT10M' })).status).toBe(200);
    await until(async () => refused > before, 'it is tried');
    await until(isResting, 'it is left alone again');
    expect(refused).toBe(before + 1);
  }
  expect(receiver.takePeak()).toBe(1);

  isDown = false;
  gate = Promise.withResolvers<void>();
  gate.resolve();
  await send(third);
  await until(
    async () => {
      await api.post('/v1/test/clock', { advance: 'PT1H' });
      return receiver.accepted() === EVENTS;
    },
    'everything arrived',
    60_000,
  );
  expect(receiver.takePeak()).toBeLessThanOrEqual(RUNNING_PER_ENDPOINT_MAX);
  expect(receiver.faults).toEqual([]);
  expect([...receiver.messages.values()].filter(({ accepted }) => accepted !== 1)).toEqual([]);
}, 180_000);
