import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AT_ONCE_MAX } from '../../src/features/webhooks/delivery/breaker.ts';
import { type Body, until } from '../harness.ts';
import { startProcesses } from './processes.ts';

/** By command: `REPLAY_EVENTS=1000000 npm run test:wide -- server/test/kill/replay`. */
const EVENTS = Number(process.env.REPLAY_EVENTS ?? 1500);
const KILLS = 2;
const WAIT_MS_MAX = 120_000 + EVENTS * 20;
/** Deliveries of one endpoint that may be on their way when the service is killed. */
const ON_THEIR_WAY_MAX = AT_ONCE_MAX;
/** A replay queues no more while 200 are due, and at most 200 at once. */
const DUE_MAX = 400;

test(
  `a replay of ${EVENTS} events that is killed ${KILLS} times queues each once and delivers all; a cancel beside a kill holds`,
  async () => {
    const { customer, clients, services } = await startProcesses(1, { LEASE_SECONDS: '5' });
    const [[api], [service]] = [clients, services];
    if (api === undefined || service === undefined) throw new Error('there is no service');
    const { tenantId, sql } = customer;
    const made = await api.post('/v1/webhooks', {
      url: 'https://simulator.test/receiver/replays',
      events: ['post.deleted', 'comment.received'],
    });
    expect(made.status).toBe(201);
    const path = `/v1/webhooks/${made.body.id}`;
    await sql(
      `insert into events (tenant_id, seq, id, type, category, summary, data, created_at)
       select $1, n, 'evt_' || lpad(n::text, 26, '0'), 'post.deleted', 'posts', 'Deleted', '{"post_id":"post_1","was_status":"draft"}',
         now() - interval '1 hour' from generate_series(1, $2::int) n`,
      [tenantId, EVENTS],
    );
    await sql('update tenants set seq = $2 where tenant_id = $1', [tenantId, EVENTS]);
    await sql('analyze events');

    const counts = async () => {
      const [row] = await sql<Record<string, number>>(
        `select count(*)::int as rows, count(distinct event_seq)::int as events, count(*) filter (where status = 'success')::int as delivered,
           count(*) filter (where due_at <= now() or due_at = 'infinity')::int as due, count(*) filter (where status = 'pending')::int as pending
         from deliveries where tenant_id = $1`,
        [tenantId],
      );
      return row as { rows: number; events: number; delivered: number; due: number; pending: number };
    };
    const since = new Date(Date.now() - 7_200_000).toISOString();
    const replay = async (id: string): Promise<Body> => (await api.get(`${path}/replays/${id}`)).body;
    const pauseMs = EVENTS > 10_000 ? 2000 : 50;
    const reaches = async (what: string, isReached: (now: Awaited<ReturnType<typeof counts>>) => boolean) =>
      until(
        async () => {
          await sleep(pauseMs);
          const now = await counts();
          expect(now.due).toBeLessThanOrEqual(DUE_MAX);
          return isReached(now);
        },
        what,
        WAIT_MS_MAX,
      );

    const started = await api.post(`${path}/replays`, { kind: 'all', since });
    expect(started).toMatchObject({ status: 202, body: { total: EVENTS } });
    const { id } = started.body;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await reaches(`part ${kill} is delivered`, ({ delivered }) => delivered >= (EVENTS / (KILLS + 1)) * kill);
      await service.kill();
      await service.start();
      const now = await replay(id);
      expect(now.delivered + now.failed + now.remaining).toBe(EVENTS);
      expect(now.delivered).toBeGreaterThanOrEqual(Math.floor((EVENTS / (KILLS + 1)) * kill));
    }
    const done = await until(
      async () => {
        await sleep(pauseMs);
        const now = await replay(id);
        return now.status === 'completed' && now;
      },
      'the replay is completed',
      WAIT_MS_MAX,
    );
    expect(done).toMatchObject({ total: EVENTS, queued: EVENTS, delivered: EVENTS, failed: 0, remaining: 0 });
    expect(await counts()).toMatchObject({ rows: EVENTS, events: EVENTS, delivered: EVENTS });
    const { deliveries } = (await (await fetch(`${customer.platforms.simulatorUrl}/receiver/replays`)).json()) as {
      deliveries: Body[];
    };
    if (EVENTS <= 10_000) {
      const ids = deliveries.filter(({ event }) => event === 'post.deleted').map(({ id: eventId }) => eventId);
      expect(new Set(ids).size).toBe(EVENTS);
      expect(ids.length).toBeLessThanOrEqual(EVENTS + KILLS * ON_THEIR_WAY_MAX);
    }

    // Cancelled while the service is killed: either the cancel is kept, or it never was.
    const second = (await api.post(`${path}/replays`, { kind: 'all', since })).body;
    await until(async () => (await replay(second.id)).delivered > 0, 'some are delivered', WAIT_MS_MAX);
    const cancelled = api.post(`${path}/replays/${second.id}/cancel`).catch(() => undefined);
    await Promise.all([cancelled, service.kill()]);
    await service.start();
    const wasCancelled = (await cancelled)?.status === 200;
    if (wasCancelled) expect((await replay(second.id)).status).toBe('cancelled');
    else await api.post(`${path}/replays/${second.id}/cancel`);
    await reaches('nothing waits', ({ pending }) => pending === 0);
    expect(await replay(second.id)).toMatchObject({ status: 'cancelled' });
    const end = await counts();
    expect(end).toMatchObject({ events: EVENTS, delivered: end.rows });

    // The endpoint is free for another one, and for new events.
    const third = (await api.post(`${path}/replays`, { kind: 'failed', since })).body;
    await until(async () => (await replay(third.id)).status === 'completed', 'nothing has failed', WAIT_MS_MAX);
    expect(await replay(third.id)).toMatchObject({ total: 0 });
  },
  WAIT_MS_MAX * 4,
);
