import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../measure/processes.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { temporaryFolder } from '../run/folder.ts';
import { type RunningService, startService } from '../run/service.ts';

/** Until then the start's garbage is collected and the database's background workers are idle. */
const IDLE_MS = 10_000;
const MEGABYTE = 1_000_000;

export interface StartFigures {
  readonly seconds: Readonly<Record<string, Spread>>;
  readonly megabytes: Readonly<Record<string, Spread>>;
}

/** B6: from the start of the process to the first 200 of `/health/ready`, and what the idle service holds in memory. */
export async function start(rounds: number): Promise<StartFigures> {
  const firstMs: number[] = [];
  const restartMs: number[] = [];
  const bytes: { node: number; postgres: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporaryFolder('start');
    // A first start has no compiled code in the cache.
    const env = { NODE_COMPILE_CACHE: temporaryFolder('compiled') };
    const first = await startService({ dataDir, env });
    firstMs.push(first.readyMs);
    await first.stop();
    const second = await startService({ dataDir, env });
    restartMs.push(second.readyMs);
    await sleep(IDLE_MS);
    bytes.push(memoryOfService(second));
    await second.stop();
  }
  const seconds = (values: readonly number[]) => spreadOf(values.map((ms) => ms / 1000));
  const megabytes = (value: (of: { node: number; postgres: number }) => number) =>
    spreadOf(bytes.map((of) => value(of) / MEGABYTE));
  return {
    seconds: { 'First start, empty data folder': seconds(firstMs), Restart: seconds(restartMs) },
    megabytes: {
      'Service, workers and simulator (one process)': megabytes(({ node }) => node),
      'PostgreSQL, all processes': megabytes(({ postgres }) => postgres),
      Together: megabytes(({ node, postgres }) => node + postgres),
    },
  };
}

/** The database may be a child of the service; each process counts once. */
function memoryOfService({ pid, postgresPid }: RunningService): { node: number; postgres: number } {
  const ofPostgres = memoryOf(postgresPid);
  const isPostgres = new Set(ofPostgres.map((member) => member.pid));
  const sum = (members: readonly { bytes: number }[]) => members.reduce((total, { bytes }) => total + bytes, 0);
  return { node: sum(memoryOf(pid).filter((member) => !isPostgres.has(member.pid))), postgres: sum(ofPostgres) };
}
