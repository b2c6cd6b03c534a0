import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import { startProcesses } from '../kill/processes.ts';
import { openLog } from './emit.ts';
import { startReceiver } from './receiver.ts';

/** By command: `EVENTS=100000 npm run test:wide -- server/test/deliveries/kills`. */
const EVENTS = Number(process.env.EVENTS ?? 3000);
const PER_TRANSACTION = 50;
/** A process lives a few seconds between two kills. */
const KILLS = Math.max(3, Math.round(EVENTS / 2500));
/** One message in so many is rejected. */
const REFUSED = 10;
const CHECK_PAUSE_MS = 300;
const WAIT_MS_MAX = 60_000 + EVENTS * 60;

test(
  `${EVENTS} events, a tenth of the answers bad, and ${KILLS} kills: all arrive, twice only after a lost answer`,
  async () => {
    const { customer, clients, services, databaseUrl } = await startProcesses(1, { LEASE_SECONDS: '5' });
    const [[api], [service]] = [clients, services];
    if (api === undefined || service === undefined) throw new Error('there is no service');
    const emit = openLog(databaseUrl, customer.tenantId);

    let killing: Promise<void> | undefined;
    let kills = 0;
    const restart = async () => {
      await service.kill();
      await service.start();
    };
    const receiver = await startReceiver({
      accepts: (number) => number % REFUSED !== 0,
      // The kill comes between a message and its response, which is lost for sure.
      onAccepted: (accepted) => {
        if (kills === KILLS || accepted < (EVENTS / (KILLS + 1)) * (kills + 1)) return;
        kills += 1;
        killing = restart();
      },
    });
    const options = { url: receiver.url, events: ['comment.received'] };
    const created = await api.post('/v1/webhooks', options);
    expect(created.status, created.text).toBe(201);
    receiver.useSecret(created.body.secret);

    const startedMs = performance.now();
    const writing = emit(EVENTS, PER_TRANSACTION);
    let arrived = -1;
    /** The tenant's clock moves on when nothing arrives any more, so that the pauses between attempts pass. */
    const advance = async () => {
      await killing;
      await sleep(CHECK_PAUSE_MS);
      const isMoving = receiver.accepted() > arrived;
      arrived = receiver.accepted();
      // An advance moves all waiting rows.
      if (!isMoving) await api.post('/v1/test/clock', { advance: 'PT1M' }).catch(() => {});
    };
    await writing;
    const waitFor = async (what: string, check: () => Promise<boolean>) => {
      const isThere = async () => {
        await advance();
        return check();
      };
      await until(isThere, what, WAIT_MS_MAX).catch(async (error) => {
        const states = `select status, count(*)::int from deliveries where endpoint_id = $1 group by 1`;
        const found = JSON.stringify(await customer.sql(states, [created.body.id]));
        throw new Error(`${error.message}: ${receiver.accepted()} accepted, ${kills} kills, deliveries ${found}`);
      });
    };
    await waitFor('every event arrived', async () => receiver.accepted() >= EVENTS);
    await killing;
    const unsettled = `select id from deliveries where endpoint_id = $1 and status <> 'success' limit 1`;
    await waitFor(
      'every delivery is settled',
      async () => (await customer.sql(unsettled, [created.body.id])).length === 0,
    );

    const rows = await customer.sql<{ id: string; lost: number; rejected: number }>(
      `select e.id, (count(a.*) filter (where a.reason = 'interrupted'))::int as lost,
        (count(a.*) filter (where a.reason = 'status'))::int as rejected
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
    // Each kill loses at least the response that it interrupts.
    expect(repeats).toBeGreaterThanOrEqual(KILLS);
    expect(repeats).toBeLessThanOrEqual(lost);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(
      `${EVENTS} events in ${seconds} s, ${kills} kills: ${lost} answers lost, ${repeats} repeats, 0 missing`,
    );
  },
  WAIT_MS_MAX * 3,
);
