import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, until } from '../../../../test/harness.ts';
import { addHook, emit, type TestHook } from '../webhooks.fixture.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

async function withHook() {
  const ws = await service.workspace();
  const hook = await addHook(ws);
  const path = `/v1/webhooks/${hook.id}`;
  const read = async (query = ''): Promise<Body> => (await ws.api.get(`${path}/statistics${query}`)).body;
  const ended = (delivered: number, failed: number) =>
    until(async () => {
      const body = await read();
      return body.delivered === delivered && body.failed === failed && body;
    }, `${delivered} are delivered and ${failed} have failed`);
  return { ws, hook, path, read, ended };
}

/** The next attempt of what waits is the last one. */
async function lastAttempt(hook: TestHook): Promise<void> {
  const waits = `select 1 from deliveries where endpoint_id = $1 and attempt = 1 and due_at < 'infinity'`;
  await until(async () => (await service.sql(waits, [hook.id])).length === 1, 'it was tried once');
  await service.sql(
    `update deliveries set attempt = 8, due_at = now() where endpoint_id = $1 and due_at < 'infinity'`,
    [hook.id],
  );
  await service.sql('update webhook_endpoints set not_before = null').catch(() => {});
  await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [hook.id]);
}

describe('get_webhook_statistics', () => {
  test('counts deliveries and attempts by the hour of the tenant’s clock', async () => {
    const { ws, hook, path, read, ended } = await withHook();
    expect(await read()).toMatchObject({ total: 0, delivered: 0, failed: 0, pending: 0, by_hour: [] });
    expect(await read()).not.toHaveProperty('p50_ms');
    expect(await read()).not.toHaveProperty('success_rate');
    await emit(service, ws, 3);
    await ended(3, 0);

    await ws.api.post('/v1/test/clock', { advance: 'PT3H' });
    await hook.behave({ status: 500 });
    await emit(service, ws);
    await lastAttempt(hook);
    const body = await ended(3, 1);
    expect(body).toMatchObject({
      total: 4,
      pending: 0,
      success_rate: 0.75,
      p50_ms: expect.any(Number),
      livemode: false,
    });
    expect(body.by_hour).toMatchObject([
      { attempts: 3, delivered: 3, failed: 0, p50_ms: expect.any(Number), p99_ms: expect.any(Number) },
      { attempts: 2, delivered: 0, failed: 1 },
    ]);
    const [first, second] = body.by_hour.map(({ hour }: Body) => new Date(hour).getTime());
    expect(first % HOUR_MS).toBe(0);
    expect(second - first).toBe(3 * HOUR_MS);

    // A period begins and ends with whole hours.
    const at = (ms: number) => new Date(ms).toISOString();
    const early = await read(`?from=${at(first + 1)}&to=${at(first + 2)}`);
    expect(early).toMatchObject({ from: at(first), to: at(first + HOUR_MS), total: 3, by_hour: [{ attempts: 3 }] });
    expect((await read(`?from=${at(second)}`)).by_hour).toHaveLength(1);

    const stats = { last_24h: { delivered: 3, failed: 1 }, last_7d: { delivered: 3, failed: 1 } };
    expect((await ws.api.get(path)).body).toMatchObject({ stats });
    await ws.api.post('/v1/test/clock', { advance: 'P2D' });
    expect((await ws.api.get(path)).body.stats).toEqual({ ...stats, last_24h: { delivered: 0, failed: 0 } });
  });

  test('counts what waits, what a lost worker has spent, and no tests', async () => {
    const { ws, hook, path, read, ended } = await withHook();
    await hook.behave({ status: 500 });
    await ws.api.post(`${path}/test`, {});
    await emit(service, ws);
    await until(async () => (await read()).by_hour[0]?.attempts === 1, 'it was tried once');
    expect(await read()).toMatchObject({ total: 1, pending: 1, delivered: 0, failed: 0 });
    await service.sql(
      `update deliveries set attempt = 9, due_at = 'infinity', lease_until = now() - interval '1 second' where endpoint_id = $1 and event_seq > 0`,
      [hook.id],
    );
    await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [hook.id]);
    expect(await ended(0, 1)).toMatchObject({ pending: 0, by_hour: [{ attempts: 1, failed: 1 }] });
  });

  test('rejects periods that are none', async () => {
    const { ws, path } = await withHook();
    const from = new Date(Date.now() - 91 * 24 * HOUR_MS).toISOString();
    for (const [query, field] of [
      ['from=x', 'from'],
      ['to=2027-13-01', 'to'],
      ['from=9999-12-31', 'from'],
      ['from=2026-01-02&to=2026-01-01', 'from'],
      [`from=${from}`, 'from'],
      ['days=3', 'days'],
    ] as const) {
      const answer = await ws.api.get(`${path}/statistics?${query}`);
      expect([answer.status, answer.body.meta?.field], query).toEqual([400, field]);
    }
    expect((await ws.api.get(`${path}/statistics?to=9999-12-31`)).status).toBe(200);
    expect((await ws.api.get('/v1/webhooks/wh_00000000000000000000000000/statistics')).status).toBe(404);
    expect((await ws.api.get('/v1/webhooks/x/statistics')).status).toBe(404);
  });
});
