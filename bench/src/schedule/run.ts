import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { quantile, spreadOf } from '../measure/statistics.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { withPausedService } from '../run/paused-service.ts';
import { createTenants, runMachinery, runPipeline } from './hubbub.ts';
import { type Due, dueFrom, type EngineFigures, isSmall, type Platform, TARGETS } from './load.ts';
import { startRedis } from './redis.ts';

const LIMIT_MS = 120_000;
const PEERS = {
  'graphile-worker': 'graphile-worker 0.18, as it comes',
  'graphile-worker-batched': 'graphile-worker 0.18, local queue 500, batched completion',
  'pg-boss': 'pg-boss 12.38, batches of 1,000, poll 0.5 s',
  bullmq: 'BullMQ 6.7, Redis, file written every second',
};
/** These are also made to do the durable work that publishing needs around the call. */
const DURABLE = ['graphile-worker', 'graphile-worker-batched', 'pg-boss'] as const;

/** One line of the table in one round. */
interface Line {
  readonly title: string;
  readonly figures: readonly number[];
}

/** B4: 10,000 targets due within one second. Returns the rows of a table and remarks on skipped engines. */
export async function schedule(rounds: number): Promise<string[]> {
  const remarks: string[] = [];
  const arePeersInstalled = existsSync(join(import.meta.dirname, '../../peers/node_modules'));
  if (!arePeersInstalled) remarks.push('The others were left out: run `npm ci --prefix bench/peers` first.');
  const redis = arePeersInstalled ? await startRedis() : undefined;
  if (arePeersInstalled && redis === undefined)
    remarks.push('BullMQ was left out: neither valkey-server nor redis-server is installed and REDIS_URL is not set.');
  const dataDir = await createTenants();
  const measured = new Map<string, Line[]>();
  const add = (line: Line) => {
    measured.set(line.title, [...(measured.get(line.title) ?? []), line]);
    // A run takes minutes, so a later failure must not lose earlier results.
    console.error(row(line.title, [line]), `load ${loadavg()[0]?.toFixed(1)}`);
  };
  const loads: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push((loadavg()[0] ?? 0).toFixed(1));
    await withPlatform(async (platform) => {
      const figures = await runMachinery(dataDir, platform);
      add(line('**Hubbub, claim machinery**, until the claim', figures, figures.claims ?? []));
      add(line('Hubbub, claim machinery, until the call', figures, await platform.arrivals()));
    });
    await withPlatform(async (platform) => {
      const figures = await runPipeline(dataDir, platform);
      add(line('**Hubbub, whole pipeline**, until the claim', figures, figures.claims ?? []));
      add(line('Hubbub, whole pipeline, until the call', figures, await platform.arrivals()));
    });
    for (const [name, title] of arePeersInstalled ? Object.entries(PEERS) : []) {
      if (name === 'bullmq' && redis === undefined) continue;
      await withPlatform(async (platform) => {
        const figures = await runPeer(name, platform, redis);
        add(line(`${title}, until the call`, figures, await platform.arrivals()));
      });
    }
    for (const name of arePeersInstalled ? DURABLE : [])
      await withPlatform(async (platform) => {
        const figures = await runPeer(name, platform, redis, 'durable');
        add(line(`**${PEERS[name]}, with the same work**, until the call`, figures, await platform.arrivals()));
      });
  }
  await redis?.stop();
  const table = [
    '### 10,000 targets due within one second: 9,000 of one tenant on 90 accounts, ten of each of 100 tenants',
    '',
    'The claim machinery is our worker with its real claims, leases, account order and settlements around the same 5 ms call that the others make; its row is the one to set beside their plain rows. The whole pipeline does for the same targets what publishing needs: it reads the post, commits the intent before the call, and evidence, status, journal, event and deliveries after it. Rows "with the same work" do the same around their calls: the post is read, the intent committed, and status, journal and event committed after the call. None of the others keeps an order within accounts.',
    '',
    '| | p50 s | p99 s | min–max of p99 | max s | small tenants p50 | p99 | max | early | node µs/target | database µs/target |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...[...measured].map(([title, lines]) => row(title, lines)),
    '',
    `Medians of ${rounds} rounds; load average (one minute, 2 cores) when they began: ${loads.join(', ')}.`,
    ...remarks,
  ];
  return [`${table.join('\n').trimEnd()}\n`];
}

function line(
  title: string,
  { due, nodeMicroseconds, postgresMicroseconds }: EngineFigures,
  at: readonly (readonly [number, number])[],
): Line {
  const lateMs = new Map(at.map(([number, atMs]) => [number, atMs - (due[number] as Due).dueMs]));
  const all = due.map(({ number }) => lateMs.get(number) ?? Number.POSITIVE_INFINITY);
  const small = due.filter(isSmall).map(({ number }) => lateMs.get(number) ?? Number.POSITIVE_INFINITY);
  const seconds = (values: readonly number[]) => [0.5, 0.99, 1].map((share) => quantile(values, share) / 1000);
  const early = all.filter((late) => late < 0).length;
  return { title, figures: [...seconds(all), ...seconds(small), early, nodeMicroseconds, postgresMicroseconds] };
}

function row(title: string, lines: readonly Line[]): string {
  const spreads =
    lines[0]?.figures.map((_, column) => spreadOf(lines.map(({ figures }) => figures[column] as number))) ?? [];
  const cells = spreads.map(({ median }, column) => (column < 6 ? median.toFixed(2) : String(Math.round(median))));
  const p99 = spreads[1];
  cells.splice(2, 0, p99 === undefined ? '' : `${p99.min.toFixed(2)}–${p99.max.toFixed(2)}`);
  return `| ${[title, ...cells].join(' | ')} |`;
}

async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const child = startNode([join(import.meta.dirname, 'platform.ts')], {});
  const url = await outputOf(child, (text) => /http:\S+/.exec(text)?.[0]);
  try {
    return await work({ url, arrivals: async () => (await fetch(`${url}/arrivals`)).json() as never });
  } finally {
    await stopChild(child);
  }
}

/** Runs on the PostgreSQL of a paused service. */
async function runPeer(
  name: string,
  platform: Platform,
  redis: { url: string; pid?: number } | undefined,
  how: 'plain' | 'durable' = 'plain',
): Promise<EngineFigures> {
  return withPausedService({}, async (service) => {
    const databasePid = name === 'bullmq' ? redis?.pid : service.postgresPid;
    const cpuOfDatabase = () => (databasePid === undefined ? Number.NaN : cpuOfTree(databasePid));
    const child = startNode([join(import.meta.dirname, 'peer.ts'), name, how], {
      PLATFORM_URL: platform.url,
      DATABASE_URL: service.databaseUrl,
      REDIS_URL: redis?.url,
    });
    try {
      const firstMs = Number(await outputOf(child, (text) => /due from (\d+) ready/.exec(text)?.[1]));
      const pid = child.pid as number;
      const before = { node: cpuOfProcess(pid), database: cpuOfDatabase() };
      const untilMs = Date.now() + LIMIT_MS;
      while (Date.now() < untilMs && (await platform.arrivals()).length < TARGETS) await sleep(500);
      return {
        due: dueFrom(firstMs),
        nodeMicroseconds: (cpuOfProcess(pid) - before.node) / TARGETS,
        postgresMicroseconds: (cpuOfDatabase() - before.database) / TARGETS,
      };
    } finally {
      await stopChild(child);
    }
  });
}
