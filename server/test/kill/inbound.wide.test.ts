import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import type { PlatformName } from './kill-points.ts';
import { startProcesses } from './processes.ts';

/** By command: `INBOUND_ITEMS=100000 npm run test:wide -- server/test/kill/inbound`. */
const ITEMS = Number(process.env.INBOUND_ITEMS ?? 2000);
const PER_CALLBACK = 20;
const KILLS = 4;
/** Callbacks on their way at the same time. */
const SENDERS = 10;
/** A count reads all rows, so there is a pause before each. */
const COUNT_PAUSE_MS = ITEMS > 10_000 ? 1000 : 100;
const RECEIVED = `event_type = 'comment.received'`;
const WAIT_MS_MAX = 60_000 + ITEMS * 60;

test(
  `${ITEMS} inbound items with ${KILLS} kills in between are stored once, and each event is delivered`,
  async () => {
    const { customer, clients, services } = await startProcesses(1);
    const [[api], [service]] = [clients, services];
    if (api === undefined || service === undefined) throw new Error('there is no service');
    const account = await customer.connect('facebook' as PlatformName);
    const app = await customer.platforms.control('GET', 'apps/facebook');
    const options = { url: 'https://simulator.test/receiver/inbound', events: ['comment.received'] };
    expect((await api.post('/v1/webhooks', options)).status).toBe(201);

    const callbacks = Array.from({ length: Math.ceil(ITEMS / PER_CALLBACK) }, (_, call) => {
      const ids = Array.from(
        { length: Math.min(PER_CALLBACK, ITEMS - call * PER_CALLBACK) },
        (_, n) => call * PER_CALLBACK + n,
      );
      const changes = ids.map((id) => ({ field: 'feed', value: commentOf(account.platformId, id) }));
      const time = Math.floor(Date.now() / 1000);
      return JSON.stringify({ object: 'page', entry: [{ id: account.platformId, time, changes }] });
    });
    /** As the platform does: once more until it is taken, and sometimes although it was taken. */
    const send = async (body: string): Promise<void> => {
      const hex = createHmac('sha256', app.client_secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hex}` };
      const request = { method: 'POST', body, headers };
      const isTaken = () =>
        fetch(app.callback_url, request).then(
          ({ status }) => status === 200,
          () => false,
        );
      await until(isTaken, 'a callback is taken', WAIT_MS_MAX);
    };

    const startedMs = performance.now();
    const progress: string[] = [];
    const count = async (query: string): Promise<number> => {
      await sleep(COUNT_PAUSE_MS);
      const [row] = await customer.sql<{ count: number }>(`select count(*)::int from ${query}`);
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      progress.push(`${seconds} s: ${row?.count} ${query.split(' ')[0]}`);
      return row?.count ?? 0;
    };

    for (let round = 0; round <= KILLS; round += 1) {
      const part = callbacks.filter((_, index) => index % (KILLS + 1) === round);
      const inTurn = pLimit(SENDERS);
      const sending = Promise.all([...part, ...part.slice(0, 2)].map((body) => inTurn(() => send(body))));
      if (round < KILLS) {
        const isBusy = async () => (await count('comments')) > (ITEMS / (KILLS + 1)) * round;
        await until(isBusy, 'some of them are read', WAIT_MS_MAX);
        await service.kill();
        await service.start();
      }
      await sending;
    }
    await until(async () => (await count('comments')) >= ITEMS, 'every item is stored', WAIT_MS_MAX);
    const isDelivered = async () => (await count(`deliveries where status = 'success' and ${RECEIVED}`)) >= ITEMS;
    await until(isDelivered, 'every event is delivered', WAIT_MS_MAX);
    console.log(progress.filter((_, index) => index % Math.ceil(progress.length / 20) === 0).join('\n'));

    const [counted] = await customer.sql<Record<string, number>>(`select
      (select count(*)::int from comments) as comments, (select count(distinct platform_id)::int from comments) as different,
      (select count(*)::int from events where type = 'comment.received') as events,
      (select count(distinct event_seq)::int from deliveries where status = 'success' and ${RECEIVED}) as delivered`);
    expect(counted).toEqual({ comments: ITEMS, different: ITEMS, events: ITEMS, delivered: ITEMS });
    const { body } = await api.get(`/v1/inbox/comments?account_id=${account.id}`);
    expect(body.data).toMatchObject([{ comment_count: ITEMS }]);
  },
  WAIT_MS_MAX * 3,
);

function commentOf(pageId: string, id: number) {
  const created_time = Math.floor(Date.now() / 1000);
  const place = { post_id: `${pageId}_1`, comment_id: `${pageId}_1_${id}`, parent_id: `${pageId}_1` };
  return {
    item: 'comment',
    verb: 'add',
    ...place,
    message: `Comment ${id}`,
    created_time,
    from: { id: '7', name: 'Jo' },
  };
}
