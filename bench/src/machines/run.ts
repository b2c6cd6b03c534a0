import { join } from 'node:path';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '../../../server/test/deploy/pgbouncer.fixture.ts';
import { NODE_FLAGS } from '../../../server/test/node-flags.ts';
import type { HttpRequest } from '../measure/load.ts';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { quantile, spreadOf } from '../measure/statistics.ts';
import { type Bed, withBed } from '../run/bed.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { httpContender } from '../run/http-contender.ts';
import { sampleText, scheduledAt } from '../run/sample.ts';
import { freePort } from '../run/service.ts';

const START = join(import.meta.dirname, '../../../server/start.mjs');
const COUNT = 600;

/** A process that answers requests, and the pooler that it logs in through. */
interface Machine {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly pooler: PgBouncer | undefined;
  readonly stop: () => Promise<void>;
}

/** The CPU of one operation and what a client sees of it. */
interface Figures {
  readonly node: number;
  readonly postgres: number;
  readonly pooler: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Requests to a process with `ROLE=api`, straight at PostgreSQL and through PgBouncer. */
export function machines(rounds: number): Promise<string[]> {
  return withBed(async (bed) => {
    await bed.floor.stop();
    const all = [await startApi(bed, 'straight'), await startApi(bed, 'straight, without prepared statements', 'off')];
    if (PGBOUNCER !== undefined) {
      const pooler = await startPgBouncer(bed.service.databaseUrl);
      all.push(await startApi(bed, `PgBouncer ${pooler.version}`, undefined, pooler));
    }
    // The first service holds the database and works on nothing.
    process.kill(bed.service.pid, 'SIGSTOP');
    try {
      const tables: string[] = [];
      for (const [title, requested] of Object.entries(requests(bed)))
        tables.push(await table(title, bed, all, rounds, requested));
      return tables;
    } finally {
      process.kill(bed.service.pid, 'SIGCONT');
      for (const machine of all) await machine.stop();
    }
  });
}

interface Requested {
  readonly status: number;
  readonly next: () => HttpRequest;
}

function requests({ service, postIds, accountIds }: Bed): Readonly<Record<string, Requested>> {
  const authorization = `Bearer ${service.key}`;
  const some = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
  const body = () =>
    JSON.stringify({ text: sampleText(), scheduled_at: scheduledAt(), targets: [{ account_id: some(accountIds) }] });
  const get = (path: () => string) => ({
    status: 200,
    next: (): HttpRequest => ({ method: 'GET', path: path(), headers: { authorization } }),
  });
  return {
    'GET /v1/posts/{id}': get(() => `/v1/posts/${some(postIds)}`),
    'GET /v1/posts?limit=25': get(() => '/v1/posts?limit=25'),
    'POST /v1/posts, one target': {
      status: 201,
      next: (): HttpRequest => ({
        method: 'POST',
        path: '/v1/posts',
        headers: { authorization, 'content-type': 'application/json' },
        body: body(),
      }),
    },
  };
}

async function startApi(bed: Bed, name: string, prepared?: 'off', pooler?: PgBouncer): Promise<Machine> {
  const port = await freePort();
  const { databaseUrl, simulatorUrl, dataDir } = bed.service;
  const child = startNode([...NODE_FLAGS, START], {
    ROLE: 'api',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SIMULATOR_URL: simulatorUrl,
    KEY_REQUESTS_PER_MINUTE: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '0',
    ...(prepared === undefined ? {} : { DATABASE_PREPARED_STATEMENTS: prepared }),
    ...pooler?.settings,
  });
  await outputOf(child, (text) => (text.includes('Hubbub is ready') ? text : undefined));
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    pooler,
    async stop() {
      await stopChild(child);
      await pooler?.close();
    },
  };
}

/** Measures the machines in turn, so that a disturbance affects all of them. The first round is dropped. */
async function table(
  title: string,
  { service }: Bed,
  all: readonly Machine[],
  rounds: number,
  { status, next }: Requested,
): Promise<string> {
  const figures = all.map((): Figures[] => []);
  const contenders = all.map((machine) => httpContender(machine.name, machine, status, next));
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const { pid, pooler } = all[index] as Machine;
      const cpu = () => [cpuOfProcess(pid), cpuOfTree(service.postgresPid), pooler ? cpuOfProcess(pooler.pid()) : 0];
      const before = cpu();
      const startedMs = performance.now();
      const durations = await contender.run(COUNT);
      const seconds = (performance.now() - startedMs) / 1000;
      const [node = 0, postgres = 0, through = 0] = cpu().map((after, part) => (after - (before[part] ?? 0)) / COUNT);
      if (round > 0)
        figures[index]?.push({
          node,
          postgres,
          pooler: through,
          perSecond: COUNT / seconds,
          p99Ms: quantile(durations, 0.99),
        });
    }
  for (const contender of contenders) await contender.close();
  const sums = figures.map(
    (rows) => spreadOf(rows.map(({ node, postgres, pooler }) => node + postgres + pooler)).median,
  );
  const lines = all.map(({ name }, index) => {
    const of = (part: keyof Figures) => Math.round(spreadOf((figures[index] ?? []).map((row) => row[part])).median);
    const sum = sums[index] ?? 0;
    const cells = [name, Math.round(sum), of('node'), of('postgres'), of('pooler'), (sum / (sums[0] ?? 1)).toFixed(2)];
    return `| ${[...cells, of('perSecond'), of('p99Ms')].join(' | ')} |`;
  });
  return `${[
    `### ${title}`,
    '',
    '| | CPU µs/op | node | PostgreSQL | PgBouncer | ratio | ops/s | p99 ms |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')}\n`;
}
