import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { type Body, until } from '../harness.ts';
import { commentCallbacks, sendCallback } from '../kill/comment-callbacks.ts';
import type { PlatformName } from '../kill/kill-points.ts';
import { startProcesses } from '../kill/processes.ts';
import { startReceiver } from './receiver.ts';

/** By command: `EVENTS=100000 npm run test:wide -- server/test/deliveries/kills`. */
const EVENTS = Number(process.env.EVENTS ?? 3000);
const PER_CALLBACK = 100;
/** A process lives a few seconds between two kills. */
const KILLS = Math.max(3, Math.round(EVENTS / 2500));
/** One message in so many is refused. */
const REFUSED = 10;
const ADVANCE_PAUSE_MS = 500;
const WAIT_MS_MAX = 60_000 + EVENTS * 60;

test(
  `${EVENTS} events, a tenth of the answers bad, and ${KILLS} kills: all arrive, twice only after a lost answer`,
  async () => {
    const { customer, clients, services } = await startProcesses(1);
    const [[api], [service]] = [clients, services];
    if (api === undefined || service === undefined) throw new Error('there is no service');
    const account = await customer.connect('facebook' as PlatformName);
    const app = (await (await fetch(`${customer.platforms.url}/control/apps/facebook`)).json()) as Body;
    const page = { platformId: account.platformId, clientSecret: app.client_secret };

    let killing: Promise<void> | undefined;
    let kills = 0;
    const restart = async () => {
      await service.kill();
      await service.start();
    };
    const receiver = await startReceiver({
      accepts: (number) => number % REFUSED !== 0,
      // The kill comes between a message and its answer, which is lost for sure.
      onAccepted: (accepted) => {
        if (kills === KILLS || accepted < (EVENTS / (KILLS + 1)) * (kills + 1)) return;
        kills += 1;
        killing = restart();
      },
    });
    const wish = { url: receiver.url, events: ['comment.received'] };
    const created = await api.post('/v1/webhooks', wish);
    expect(created.status, created.text).toBe(201);
    receiver.useSecret(created.body.secret);

    const startedMs = performance.now();
    const atOnce = pLimit(10);
    const sending = Promise.all(
      commentCallbacks(page, EVENTS, PER_CALLBACK).map((body) =>
        atOnce(() => until(() => sendCallback(service.url, page, body), 'a callback is taken', WAIT_MS_MAX)),
      ),
    );
    /** Time passes on the tenant's clock, so that the pauses between attempts do. */
    const advance = async () => {
      await killing;
      // Each advance moves all waiting rows.
      await sleep(ADVANCE_PAUSE_MS);
      await api.post('/v1/test/clock', { advance: 'PT1M' }).catch(() => {});
    };
    await sending;
    await until(
      async () => {
        await advance();
        return receiver.accepted() >= EVENTS;
      },
      'every event arrived',
      WAIT_MS_MAX,
    );
    await killing;
    const unsettled = `select id from deliveries where endpoint_id = $1 and status <> 'success' limit 1`;
    await until(
      async () => {
        await advance();
        return (await customer.sql(unsettled, [created.body.id])).length === 0;
      },
      'every delivery is settled',
      WAIT_MS_MAX,
    );

    const rows = await customer.sql<{ id: string; lost: number; refused: number }>(
      `select e.id, (count(a.*) filter (where a.reason = 'interrupted'))::int as lost,
        (count(a.*) filter (where a.reason = 'status'))::int as refused
      from deliveries d join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
      join delivery_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
      where d.endpoint_id = $1 group by e.id`,
      [created.body.id],
    );
    expect(rows).toHaveLength(EVENTS);
    expect(receiver.messages.size).toBe(EVENTS);
    expect(receiver.faults).toEqual([]);
    const unexplained = rows.filter(({ id, lost }) => (receiver.messages.get(id)?.accepted ?? 0) > 1 + lost);
    expect(unexplained).toEqual([]);
    const repeats = [...receiver.messages.values()].reduce((sum, { accepted }) => sum + accepted - 1, 0);
    const lost = rows.reduce((sum, row) => sum + row.lost, 0);
    expect(kills).toBe(KILLS);
    // Each kill loses at least the answer that it interrupts.
    expect(repeats).toBeGreaterThanOrEqual(KILLS);
    expect(repeats).toBeLessThanOrEqual(lost);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(
      `${EVENTS} events in ${seconds} s, ${kills} kills: ${lost} answers lost, ${repeats} repeats, 0 missing`,
    );
  },
  WAIT_MS_MAX * 3,
);
