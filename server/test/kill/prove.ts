import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsKeyOf } from '../../src/config/secrets-file.ts';
import { readConnection, startEmbeddedPostgres } from '../../src/lib/postgres/index.ts';
import { until } from '../harness.ts';
import { openActions } from './actions.ts';
import { freePort } from './children.ts';
import { killRounds } from './kill-rounds.ts';
import { createPlan } from './plan.ts';
import { startPlatforms } from './platforms.ts';
import { serviceProcess } from './service.ts';
import { setStages } from './stages.ts';
import { lateDeeds, stopRounds } from './stop-rounds.ts';
import type { Tally } from './tally.ts';
import { explain, judge, type Verdict } from './verdict.ts';
import { openWorld, type World } from './world.ts';

const QUIET_MS_MAX = 120_000;

/** What came out, with everything that is known about what is wrong. */
export interface Finding {
  readonly verdict: Verdict;
  readonly explanation: string;
  /** What stopped processes did after they had lost their lease. */
  readonly lateDeeds: readonly string[];
  /** Creates whose connection was cut by a kill. */
  readonly cut: number;
}

type Closer = () => Promise<unknown>;

/** Kills a service as its user runs it: with the database that it brings along. */
export async function proveKills(kills: number, seed: number, tally: Tally): Promise<Finding> {
  return inFolder(async (folder, onClose) => {
    const platforms = await startPlatforms(join(folder, 'platforms'));
    onClose(platforms.stop);
    const dataDir = join(folder, 'data');
    const service = serviceProcess({ port: await freePort(), dataDir, simulatorUrl: platforms.url });
    onClose(() => stopEmbedded(dataDir));
    onClose(service.end);
    await service.start();
    const connection = await readConnection(dataDir);
    const world = await openWorld({
      platforms,
      databaseUrl: connection?.url as string,
      secretsKey: secretsKeyOf(dataDir),
      serviceUrl: () => service.url,
    });
    onClose(world.close);
    const stages = await setStages(world, kills);
    await killRounds({ world, service, plan: createPlan(seed), tally, stages, kills });
    await quiet(world);
    return find(world, []);
  });
}

/** Stops one of two services on a common database, past its lease, and wakes it up again. */
export async function proveStops(stops: number, seed: number, tally: Tally): Promise<Finding> {
  return inFolder(async (folder, onClose) => {
    // A process that is stopped in the middle of a transaction keeps its locks until the server ends it.
    const settings = { idle_in_transaction_session_timeout: '3s' };
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings });
    onClose(postgres.stop);
    const platforms = await startPlatforms(join(folder, 'platforms'));
    onClose(platforms.stop);
    const secretsKey = randomBytes(32);
    const env = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey.toString('hex'), LEASE_SECONDS: '3' };
    const start = async (name: string) => {
      const options = { port: await freePort(), dataDir: join(folder, name), simulatorUrl: platforms.url, env };
      const service = serviceProcess(options);
      onClose(service.end);
      await service.start();
      return service;
    };
    const pair = { running: await start('first'), other: await start('second') };
    const databaseUrl = postgres.url;
    const world = await openWorld({ platforms, databaseUrl, secretsKey, serviceUrl: () => pair.running.url });
    onClose(world.close);
    const snapshots = await stopRounds({ world, pair, plan: createPlan(seed), tally, stops });
    await Promise.all([pair.running.end(), pair.other.end()]);
    return find(world, await lateDeeds(world, snapshots));
  });
}

async function quiet(world: World): Promise<void> {
  await world.requests.allAnswered();
  const over = async () => (await openActions(world)) === 0;
  // What stays open is for the verdict to name.
  await until(over, 'every action is over', QUIET_MS_MAX).catch(() => {});
}

async function find(world: World, deeds: readonly string[]): Promise<Finding> {
  const verdict = await judge(world);
  const explanation = await explain(world, verdict);
  return { verdict, explanation, lateDeeds: deeds, cut: world.requests.cut() };
}

/** A temporary folder and things that are closed in reverse, whatever happens. */
async function inFolder<T>(work: (folder: string, onClose: (close: Closer) => void) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-kill-'));
  const closers: Closer[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    return await work(folder, (close) => closers.push(close));
  } finally {
    for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
  }
}

/** A killed service leaves its database running. */
async function stopEmbedded(dataDir: string): Promise<void> {
  if ((await readConnection(dataDir)) === undefined) return;
  await (await startEmbeddedPostgres({ dataDir })).stop();
}
