import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { spreadOf } from '../measure/statistics.ts';
import { type Bed, makeBed } from './bed.ts';
import { DELIVERIES, LOADS, type LoadName } from './load.ts';
import { startNaiveSender } from './start-naive-sender.ts';

const LIMIT_MS = 120_000;
const CHECK_MS = 50;
const NOTE =
  'Hubbub leases, counts hours, keeps attempt and status, and logs each delivery. The rate counts from the first arrival to the last.';

/** One sender of deliveries. */
interface Sender {
  readonly title: string;
  /** Its own process, and that of its database. */
  readonly pids: { readonly node: number; readonly database?: number };
  /** Takes the deliveries over; gives what sends them all and records them. */
  prepare(load: LoadName): Promise<() => Promise<void>>;
}

/** Figures of one round. */
interface Figures {
  readonly node: number;
  readonly database: number;
  readonly perSecond: number;
}

/** Deliveries to one endpoint and to a hundred: a loop that keeps nothing, and Hubbub. Returns tables. */
export async function deliveries(rounds: number): Promise<string[]> {
  const bed = await makeBed();
  const naive = startNaiveSender(bed);
  const senders: Sender[] = [
    {
      title: 'undici in a loop, nothing read, nothing kept',
      pids: { node: naive.pid },
      prepare: async (load) => naive.prepare(await bed.fill(load)),
    },
    {
      title: '**Hubbub**',
      pids: { node: bed.service.pid, database: bed.service.postgresPid },
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
    await naive.stop();
    await bed.stop();
  }
  return [`${NOTE}\n`, ...tables];
}

async function measure({ pids, prepare }: Sender, load: LoadName, bed: Bed): Promise<Figures> {
  const deliver = await prepare(load);
  const cpuOfDatabase = () => (pids.database === undefined ? 0 : cpuOfTree(pids.database));
  const before = { node: cpuOfProcess(pids.node), database: cpuOfDatabase() };
  await deliver();
  const { count, ms } = await bed.taken();
  if (count !== DELIVERIES) throw new Error(`${count} messages came instead of ${DELIVERIES}`);
  return {
    node: (cpuOfProcess(pids.node) - before.node) / DELIVERIES,
    database: (cpuOfDatabase() - before.database) / DELIVERIES,
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
    '| | CPU µs | node | database | CPU of Hubbub to it | deliveries/s | rate of Hubbub to it |',
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
