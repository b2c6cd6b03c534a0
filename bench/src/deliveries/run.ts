import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { spreadOf } from '../measure/statistics.ts';
import { startRedis } from '../schedule/redis.ts';
import { type Bed, makeBed } from './bed.ts';
import { DELIVERIES, LOADS, type LoadName } from './load.ts';
import { startPeer } from './start-peer.ts';

const LIMIT_MS = 120_000;
const CHECK_MS = 50;
const NOTE =
  "BullMQ reads the event and writes attempt and status in Hubbub's own tables, with their indexes. The Redis server counts among its databases. Hubbub also leases, counts hours, and logs each delivery. The rate counts from the first arrival to the last.";

/** One sender of deliveries. */
interface Sender {
  readonly title: string;
  /** The processes that count as its database, besides its own process. */
  readonly pids: { readonly node: number; readonly databases: readonly number[] };
  /** Takes the deliveries over; gives what sends them all and records them. */
  prepare(load: LoadName): Promise<() => Promise<void>>;
}

/** Figures of one round. */
interface Figures {
  readonly node: number;
  readonly database: number;
  readonly perSecond: number;
}

/** Deliveries to one endpoint and to a hundred: a loop that keeps nothing, BullMQ, Hubbub. Returns tables. */
export async function deliveries(rounds: number): Promise<string[]> {
  const arePeersInstalled = existsSync(join(import.meta.dirname, '../../peers/node_modules'));
  const redis = arePeersInstalled ? await startRedis() : undefined;
  const bed = await makeBed();
  const { postgresPid: postgres } = bed.service;
  const naive = await startPeer('naive', bed);
  const bullmq = redis === undefined ? undefined : await startPeer('bullmq', bed, redis.url);
  const stop = async () => {
    await Promise.all([naive.stop(), bullmq?.stop()]);
    await bed.stop();
    await redis?.stop();
  };
  const senders: Sender[] = [
    {
      title: 'undici in a loop, nothing read, nothing kept',
      pids: { node: naive.pid, databases: [] },
      prepare: async (load) => naive.prepare(await bed.fill(load)),
    },
    ...(bullmq === undefined
      ? []
      : [
          {
            title: 'BullMQ 6.7 with the same record, Redis file written every second',
            pids: { node: bullmq.pid, databases: [postgres, ...(redis?.pid === undefined ? [] : [redis.pid])] },
            prepare: async (load: LoadName) => bullmq.prepare(await bed.fill(load)),
          },
        ]),
    {
      title: '**Hubbub**',
      pids: { node: bed.service.pid, databases: [postgres] },
      prepare: async (load) => {
        await bed.fill(load);
        return () => deliverByHubbub(bed);
      },
    },
  ];
  const tables: string[] = [];
  try {
    for (const load of Object.keys(LOADS) as LoadName[]) {
      const figures = senders.map((): Figures[] => []);
      // The first round only warms up.
      for (let round = 0; round <= rounds; round += 1)
        for (const [index, sender] of senders.entries()) {
          const measured = await measure(sender, load, bed);
          if (round > 0) figures[index]?.push(measured);
          console.error(load, round, sender.title, row('', [measured]));
        }
      tables.push(table(load, senders, figures));
    }
  } finally {
    await stop();
  }
  if (bullmq === undefined) tables.push('BullMQ was left out: it needs `npm ci --prefix bench/peers` and a Redis.\n');
  return [`${NOTE}\n`, ...tables];
}

async function measure({ pids, prepare }: Sender, load: LoadName, bed: Bed): Promise<Figures> {
  const deliver = await prepare(load);
  const cpuOfDatabases = () => pids.databases.reduce((sum, pid) => sum + cpuOfTree(pid), 0);
  const before = { node: cpuOfProcess(pids.node), database: cpuOfDatabases() };
  await deliver();
  const { count, ms } = await bed.taken();
  if (count !== DELIVERIES) throw new Error(`${count} messages came instead of ${DELIVERIES}`);
  return {
    node: (cpuOfProcess(pids.node) - before.node) / DELIVERIES,
    database: (cpuOfDatabases() - before.database) / DELIVERIES,
    perSecond: (DELIVERIES / ms) * 1000,
  };
}

async function deliverByHubbub(bed: Bed): Promise<void> {
  bed.resume();
  for (const untilMs = Date.now() + LIMIT_MS; (await bed.taken()).count < DELIVERIES || (await bed.open()) > 0; ) {
    if (Date.now() > untilMs) throw new Error(`${await bed.open()} deliveries are open`);
    await sleep(CHECK_MS);
  }
  await bed.pause();
}

function table(load: LoadName, senders: readonly Sender[], figures: readonly Figures[][]): string {
  const lines = [
    `### ${LOADS[load].title}`,
    '',
    '| | CPU µs | node | databases | CPU of Hubbub to it | deliveries/s | rate of Hubbub to it |',
    '|---|---|---|---|---|---|---|',
    ...senders.map(({ title }, index) => row(title, figures[index] ?? [], figures.at(-1))),
  ];
  return `${lines.join('\n')}\n`;
}

const cpuOf = ({ node, database }: Figures) => node + database;

function row(title: string, figures: readonly Figures[], own: readonly Figures[] = []): string {
  const median = (value: (each: Figures) => number) => Math.round(spreadOf(figures.map(value)).median);
  const ratio = (value: (each: Figures) => number) => {
    if (own.length !== figures.length) return '';
    const { median, min, max } = spreadOf(own.map((each, round) => value(each) / value(figures[round] as Figures)));
    return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
  };
  const cpu = [median(cpuOf), median(({ node }) => node), median(({ database }) => database)];
  const cells = [
    title,
    ...cpu,
    ratio(cpuOf),
    median(({ perSecond }) => perSecond),
    ratio(({ perSecond }) => perSecond),
  ];
  return `| ${cells.join(' | ')} |`;
}
