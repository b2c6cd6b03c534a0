import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConnection, startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import { inject } from 'vitest';
import { EMBEDDED_DATABASE } from '../../src/config/embedded-database.ts';
import { secretsKeyOf } from '../../src/secrets/secrets-file.ts';
import { until } from '../harness.ts';
import { copyInitialisedFolder } from '../initialised-folder.ts';
import { openActions } from './actions.ts';
import { checkOutcomes, explain, type Outcomes } from './check-outcomes.ts';
import { freePort } from './child-process.ts';
import { type Customer, openCustomer } from './customer.ts';
import type { KillCounts } from './kill-counts.ts';
import { killRounds } from './kill-rounds.ts';
import { createPlan } from './plan.ts';
import { startPlatforms } from './platforms.ts';
import { prepareAccounts } from './prepared-accounts.ts';
import { serviceProcess } from './service.ts';
import { lateWrites, stopRounds } from './stop-rounds.ts';

const QUIET_MS_MAX = 120_000;

/** The outcomes, with details of every problem. */
export interface Finding {
  readonly outcomes: Outcomes;
  readonly explanation: string;
  /** Writes and calls of stopped processes after they had lost their lease. */
  readonly lateWrites: readonly string[];
  /** Creates whose connection was cut by a kill. */
  readonly cut: number;
}

type Closer = () => Promise<unknown>;

/** Kills a service as its user runs it: with the database that it brings along. */
export async function proveKills(kills: number, seed: number, killCounts: KillCounts): Promise<Finding> {
  return inFolder(async (folder, onClose) => {
    const simulator = await startPlatforms(join(folder, 'platforms'));
    onClose(simulator.stop);
    const dataDir = join(folder, 'data');
    copyInitialisedFolder(inject('initialisedFolder'), dataDir);
    const service = serviceProcess({ port: await freePort(), dataDir, simulatorUrl: simulator.url });
    onClose(() => stopEmbedded(dataDir));
    onClose(service.end);
    await service.start();
    const connection = await readConnection(dataDir);
    const customer = await openCustomer({
      simulator,
      databaseUrl: connection?.url as string,
      secretsKey: secretsKeyOf(dataDir),
      serviceUrl: () => service.url,
    });
    onClose(customer.close);
    const prepared = await prepareAccounts(customer, kills);
    await killRounds({ customer, service, plan: createPlan(seed), killCounts, prepared, kills });
    await quiet(customer);
    return find(customer, []);
  });
}

/** Stops one of two services on a common database, past its lease, and wakes it up again. */
export async function proveStops(stops: number, seed: number, killCounts: KillCounts): Promise<Finding> {
  return inFolder(async (folder, onClose) => {
    const database = join(folder, 'database');
    copyInitialisedFolder(inject('initialisedFolder'), database);
    const postgres = await startEmbeddedPostgres({
      ...EMBEDDED_DATABASE,
      dataDir: database,
      settings: { fsync: 'off' },
    });
    onClose(postgres.stop);
    const simulator = await startPlatforms(join(folder, 'platforms'));
    onClose(simulator.stop);
    const secretsKey = randomBytes(32);
    const env = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey.toString('hex'), LEASE_SECONDS: '3' };
    const start = async () => {
      const options = { port: await freePort(), dataDir: join(folder, 'services'), simulatorUrl: simulator.url, env };
      const service = serviceProcess(options);
      onClose(service.end);
      await service.start();
      return service;
    };
    const pair = { running: await start(), other: await start() };
    const databaseUrl = postgres.url;
    const customer = await openCustomer({ simulator, databaseUrl, secretsKey, serviceUrl: () => pair.running.url });
    onClose(customer.close);
    const snapshots = await stopRounds({ customer, pair, plan: createPlan(seed), killCounts, stops });
    await Promise.all([pair.running.end(), pair.other.end()]);
    return find(customer, await lateWrites(customer, snapshots));
  });
}

async function quiet(customer: Customer): Promise<void> {
  await customer.requests.allAnswered();
  const over = async () => (await openActions(customer)) === 0;
  // Actions that stay open are reported with the outcomes.
  await until(over, 'every action is over', QUIET_MS_MAX).catch(() => {});
}

async function find(customer: Customer, writes: readonly string[]): Promise<Finding> {
  const outcomes = await checkOutcomes(customer);
  const explanation = await explain(customer, outcomes);
  return { outcomes, explanation, lateWrites: writes, cut: customer.requests.cut() };
}

/** A temporary folder and things that are closed in reverse, whatever happens. */
export async function inFolder<T>(work: (folder: string, onClose: (close: Closer) => void) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-kill-'));
  const closers: Closer[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    return await work(folder, (close) => closers.push(close));
  } finally {
    for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
  }
}

/** A killed service leaves its database running. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  if ((await readConnection(dataDir)) === undefined) return;
  await (await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir })).stop();
}
