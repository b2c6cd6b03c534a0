import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { asOwner } from '../db/inspect.ts';
import { EmbeddedPostgresError, readConnection, startEmbeddedPostgres } from '../lib/postgres/index.ts';
import { makeDataDir } from '../preflight.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readServiceRecord, type ServiceRecord } from '../service-record.ts';

/** The database as a command finds it. */
export interface Store {
  readonly db: Database;
  readonly databaseUrl: string;
  /** The service that runs on the same data folder. */
  readonly service: ServiceRecord | undefined;
  /** A service uses this database, but not this data folder. */
  readonly isServedElsewhere: boolean;
}

type Found = Omit<Store, 'db'> & { readonly stop?: () => Promise<void> };

/** A service that starts, or another command, is through by then. */
const PATIENCE_MS = 20_000;

interface StoreOptions {
  /** Whether the schema is brought up to date where no service has done it; yes without it. */
  readonly migrates?: boolean;
}

/** Opens the database beside the running service, or starts the embedded one for as long as the work takes. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const find = config.databaseUrl === undefined ? findEmbedded : findExternal;
  const { stop, ...found } = await find(config, options);
  const db = openDatabase({ url: found.databaseUrl, connectionsMax: 4, log: () => {} });
  const close = async () => {
    await db.close();
    await stop?.();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  try {
    return await work({ ...found, db });
  } finally {
    await close();
  }
}

async function findEmbedded(config: Config, options: StoreOptions): Promise<Found> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const beside = await besideService(config);
    if (beside !== undefined) return beside;
    try {
      return await startAlone(config, options);
    } catch (error) {
      const isInUse = error instanceof EmbeddedPostgresError && error.code === 'in_use';
      if (!isInUse || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** The database of the service that runs on the data folder; the files of a killed one are not believed. */
async function besideService({ dataDir }: Config): Promise<Found | undefined> {
  const service = readServiceRecord(dataDir);
  const connection = await readConnection(dataDir);
  if (service === undefined || connection?.servicePid !== service.pid) return undefined;
  const answers = await asOwner(connection.url, async () => true).catch(() => false);
  return answers ? { databaseUrl: connection.url, service, isServedElsewhere: false } : undefined;
}

async function startAlone(config: Config, options: StoreOptions): Promise<Found> {
  makeDataDir(config);
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir });
  await prepareDatabase(config, embedded.url, options).catch(async (error) => {
    await embedded.stop();
    throw error;
  });
  return { databaseUrl: embedded.url, service: undefined, isServedElsewhere: false, stop: () => embedded.stop() };
}

async function findExternal(config: Config, options: StoreOptions): Promise<Found> {
  const databaseUrl = config.databaseUrl as string;
  await prepareDatabase(config, databaseUrl, options);
  const service = readServiceRecord(config.dataDir);
  const isServed = await asOwner(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'hubbub'",
    );
    return rowCount !== 0;
  });
  return { databaseUrl, service, isServedElsewhere: isServed && service === undefined };
}
