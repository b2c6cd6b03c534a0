import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, until } from '../../../../test/harness.ts';
import {
  addHook,
  type Behaviour,
  emit,
  receiver,
  receiverUrl,
  skipPauses,
  type TestHook,
} from '../webhooks.fixture.ts';
import { AT_ONCE_MAX, AT_ONCE_START, isOutage, OUTAGES_TO_OPEN, pauseAskedFor } from './breaker.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const stateOf = async (hook: TestHook): Promise<Body> => {
  const [state] = await service.sql(
    `select w.outage_failures, w.concurrency_limit, w.not_before > now() as is_paused,
      (select q.next_due_at > now() + interval '2 seconds' from delivery_queues q where q.endpoint_id = w.id) as is_left_alone,
      extract(epoch from w.not_before - now())::float8 as pause_seconds,
      (select count(*)::int from deliveries d where d.endpoint_id = w.id and d.due_at = 'infinity') as running,
      (select count(*)::int from deliveries d where d.endpoint_id = w.id and d.status = 'success') as done,
      (select array_agg(distinct attempt order by attempt) from deliveries d where d.endpoint_id = w.id) as attempts
    from webhook_endpoints w where w.id = $1`,
    [hook.id],
  );
  return state;
};
const endPause = async (hook: TestHook) => {
  await service.sql('update webhook_endpoints set not_before = null where id = $1', [hook.id]);
  await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [hook.id]);
};
const paused = (hook: TestHook, what: string) =>
  until(async () => {
    const state = await stateOf(hook);
    return state.running === 0 && state.is_paused === true && state;
  }, what);
/** A claim has seen the pause, so none that began before it is still at work. Without one, a queue is left alone for a second. */
const resting = (hook: TestHook, what: string) =>
  until(async () => {
    const state = await stateOf(hook);
    return state.running === 0 && state.is_paused === true && state.is_left_alone === true && state;
  }, what);

test('an outage is tried with one delivery at a time, costs the waiting ones no attempt, and ends with a slow start', async () => {
  const ws = await service.workspace();
  const hook = await addHook(ws);
  await hook.behave({ status: 503 });
  await emit(service, ws, 40);
  const opened = await resting(hook, 'the breaker is open');
  const burnt = (await hook.received()).length;
  // Those that were running when the last outage was counted.
  expect(burnt).toBeGreaterThanOrEqual(OUTAGES_TO_OPEN);
  expect(burnt).toBeLessThan(OUTAGES_TO_OPEN + AT_ONCE_START);
  expect(opened).toMatchObject({ concurrency_limit: 1, outage_failures: burnt, attempts: [0, 1] });

  // New events wake the queue, which is nevertheless left alone.
  await emit(service, ws);
  await until(async () => {
    const [{ at }] = await service.sql('select next_due_at > now() as at from delivery_queues where endpoint_id = $1', [
      hook.id,
    ]);
    return at;
  }, 'the queue waits for the end of the pause');
  expect(await hook.received()).toHaveLength(burnt);
  const { data } = (await ws.api.get(`/v1/webhooks/${hook.id}/deliveries?limit=1`)).body;
  expect(Date.parse(data[0].next_attempt_at)).toBeGreaterThan(Date.now());

  // An hour of outage later, one more try, and then a longer pause.
  await service.sql(`update webhook_endpoints set failing_since = now() - interval '1 hour' where id = $1`, [hook.id]);
  await endPause(hook);
  await until(async () => (await hook.received()).length > burnt, 'it is tried');
  const { pause_seconds: pause } = await resting(hook, 'it failed again');
  expect(await hook.received()).toHaveLength(burnt + 1);
  expect(pause).toBeGreaterThan(200);
  expect(pause).toBeLessThanOrEqual(300);

  // A person who asks for a delivery is not kept waiting, and the recovery begins with it.
  await hook.behave({ delay_ms: 20 });
  await ws.api.post(`/v1/webhooks/${hook.id}/deliveries/${data[0].id}/retry`);
  await until(async () => (await stateOf(hook)).done === 41 - burnt - 1, 'all that waited for a first attempt is sent');
  const sent = (await hook.received()).slice(burnt + 1);
  sent.forEach(({ at_once: atOnce }, index) => {
    // Each success before it allows one more at once: 1, 2, 4 and so on.
    const successes = index + 1 - atOnce;
    expect(atOnce, `delivery ${index + 1} of the recovery`).toBeLessThanOrEqual(Math.min(AT_ONCE_MAX, 1 + successes));
  });
  expect(sent[0].at_once).toBe(1);
  const { outage_failures: outages, concurrency_limit: recovered } = await stateOf(hook);
  expect(outages).toBe(0);
  expect(recovered ?? AT_ONCE_START).toBeGreaterThanOrEqual(AT_ONCE_START);
  await skipPauses(service);
  await until(async () => (await stateOf(hook)).done === 41, 'the failed ones follow');
});

test('Retry-After of 429 pauses the endpoint within bounds; rejections of single messages do not', async () => {
  const ws = await service.workspace();
  const [busy, picky] = [await addHook(ws), await addHook(ws)];
  await busy.behave({ status: 429, retry_after: 100_000 });
  await picky.behave({ status: 404 });
  await emit(service, ws);
  const { pause_seconds: pause, concurrency_limit: limit } = await paused(busy, 'it is left alone');
  expect(pause).toBeGreaterThan(3500);
  expect(pause).toBeLessThanOrEqual(3600);
  expect(limit).toBe(1);
  await emit(service, ws, 10);
  await until(async () => (await picky.received()).length === 11, 'every message is tried');
  await until(async () => (await stateOf(picky)).running === 0, 'all are settled');
  expect(await stateOf(picky)).toMatchObject({ outage_failures: 0, concurrency_limit: null, is_paused: null });
  expect(await busy.received()).toHaveLength(1);

  // The clock of a test tenant moves the pause too.
  await busy.behave({});
  await ws.api.post('/v1/test/clock', { advance: 'PT1H' });
  await until(async () => (await stateOf(busy)).done === 11, 'the pause is over');
});

test('an endpoint gets more at once while it answers fast, half after a failure, and one once it is down', async () => {
  const ws = await service.workspace();
  const hook = await addHook(ws);
  const limit = async () => (await stateOf(hook)).concurrency_limit;
  const peak = async () => Math.max(...(await hook.received()).map(({ at_once: atOnce }) => atOnce));
  await hook.behave({ delay_ms: 20 });
  let sent = 0;
  await until(async () => {
    await emit(service, ws, 150);
    sent += 150;
    await until(async () => (await stateOf(hook)).done === sent, 'all are sent');
    return (await limit()) === AT_ONCE_MAX;
  }, 'it has grown');
  expect(await peak()).toBeGreaterThan(AT_ONCE_START);
  expect(await peak()).toBeLessThanOrEqual(AT_ONCE_MAX);
  expect(await hook.received()).toHaveLength(sent);

  await hook.behave({ status: 404, times: 1 });
  await emit(service, ws);
  await until(async () => (await limit()) === AT_ONCE_MAX / 2, 'it gets half');

  await hook.behave({ status: 500 });
  await emit(service, ws, 100);
  const { attempts } = await resting(hook, 'the breaker is open');
  expect(attempts).toEqual([0, 1]);
  expect(await limit()).toBe(1);
  expect((await hook.received()).length - sent - 1).toBeLessThan(OUTAGES_TO_OPEN + AT_ONCE_MAX / 2);
});

test('an endpoint that is enabled again gets the oldest first', async () => {
  const ws = await service.workspace();
  const hook = await addHook(ws);
  await ws.api.patch(`/v1/webhooks/${hook.id}`, { is_active: false });
  await service.sql(
    "update webhook_endpoints set is_active = true, not_before = now() + interval '1 hour' where id = $1",
    [hook.id],
  );
  for (let number = 0; number < 5; number += 1) await emit(service, ws);
  await ws.api.patch(`/v1/webhooks/${hook.id}`, { is_active: false });
  await ws.api.patch(`/v1/webhooks/${hook.id}`, { is_active: true });
  await until(async () => (await hook.received()).length === 5, 'all are sent');
  const seqs = (await hook.received()).map(({ body }) => body.seq);
  expect(seqs[0]).toBe(Math.min(...seqs));
});

test('an endpoint with another address answers for that one only', async () => {
  const ws = await service.workspace();
  const hook = await addHook(ws);
  const path = `/v1/webhooks/${hook.id}`;
  const move = async (behaviour: Behaviour) => {
    const url = receiverUrl();
    await receiver(ws, url, 'PUT', '/behaviour', behaviour);
    const { status } = await ws.api.patch(path, { url }, { headers: { prefer: 'verification=none' } });
    expect(status).toBe(200);
    return { url, sent: async () => (await receiver(ws, url)).deliveries.length };
  };

  // A late 410 of the address before.
  await hook.behave({ hold: true, status: 410 });
  await emit(service, ws);
  await until(async () => (await hook.received()).length === 1, 'it is being sent');
  const next = await move({});
  await hook.behave({});
  await until(async () => (await ws.api.get(`${path}/deliveries?status=failed`)).body.count === 1, 'it is settled');
  await emit(service, ws);
  await until(async () => (await stateOf(hook)).done === 1, 'the new address gets what comes');
  expect(await next.sent()).toBe(1);

  // Five days of failures, and a long pause: both were those of the address before.
  await service.sql(
    `update webhook_endpoints set failing_since = now() - interval '6 days', not_before = now() + interval '1 hour' where id = $1`,
    [hook.id],
  );
  await emit(service, ws, 20);
  await until(
    async () =>
      (
        await service.sql(
          `select 1 from delivery_queues where endpoint_id = $1 and next_due_at > now() + interval '30 minutes'`,
          [hook.id],
        )
      ).length === 1,
    'the queue waits',
  );
  const failing = await move({ status: 500 });
  await resting(hook, 'the new address is in an outage of its own');
  expect((await ws.api.get(path)).body.status).toBe('active');
  expect(await failing.sent()).toBeGreaterThanOrEqual(OUTAGES_TO_OPEN);
});

test.each([
  [null, true],
  [200, false],
  [302, false],
  [400, false],
  [404, false],
  [408, true],
  [429, true],
  [500, true],
  [503, true],
])('a response of %s is an outage: %s', (status, expected) => {
  expect(isOutage(status)).toBe(expected);
});

test.each([
  [429, 30, 30],
  [503, 7200, 3600],
  [503, null, null],
  [500, 30, null],
  [200, 30, null],
])('a %s with Retry-After %s pauses the endpoint for %s seconds', (status, retryAfter, seconds) => {
  expect(pauseAskedFor(status, retryAfter)).toBe(seconds);
});
