import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, readConnection, startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import type { Config } from '../config/config.ts';
import { EMBEDDED_DATABASE } from '../config/embedded-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { asOwner } from '../db/inspect.ts';
import { prepareDatabase } from '../startup/migrate.ts';
import { readServiceRecord, type ServiceRecord } from '../startup/pid-file.ts';
import { makeDataDir } from '../startup/preflight.ts';

/** The database that a command works on. */
export interface Store {
  readonly db: Database;
  readonly databaseUrl: string;
  /** The service that runs on the same data folder. */
  readonly service: ServiceRecord | undefined;
  /** A service uses this database. */
  readonly isServed: boolean;
  /** A service uses this database, but not this data folder. */
  readonly isServedElsewhere: boolean;
}

type Found = Omit<Store, 'db'> & { readonly stop?: () => Promise<void> };

/** A starting service or another command is ready within this time. */
const WAIT_MS = 20_000;

interface StoreOptions {
  /** Whether to run pending migrations when no service is running. Default: true. */
  readonly migrates?: boolean;
}

/** Opens the running service's database, or starts the embedded one for the time of the work. */
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
  const abort = () => void close().finally(() => process.exit(1));
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    return await work({ ...found, db });
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
    await close();
  }
}

async function findEmbedded(config: Config, options: StoreOptions): Promise<Found> {
  const deadline = performance.now() + WAIT_MS;
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

/** The database of the service that runs on the data folder. Files of a killed service are ignored. */
async function besideService({ dataDir }: Config): Promise<Found | undefined> {
  const service = readServiceRecord(dataDir);
  const connection = await readConnection(dataDir);
  if (service === undefined || connection?.servicePid !== service.pid) return undefined;
  const isReachable = await asOwner(connection.url, async () => true).catch(() => false);
  return isReachable ? { databaseUrl: connection.url, service, isServed: true, isServedElsewhere: false } : undefined;
}

async function startAlone(config: Config, options: StoreOptions): Promise<Found> {
  makeDataDir(config);
  const embedded = await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir: config.dataDir });
  await prepareDatabase(config, embedded.url, options).catch(async (error) => {
    await embedded.stop();
    throw error;
  });
  return {
    databaseUrl: embedded.url,
    service: undefined,
    isServed: false,
    isServedElsewhere: false,
    stop: () => embedded.stop(),
  };
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
  return { databaseUrl, service, isServed, isServedElsewhere: isServed && service === undefined };
}
