import { join } from 'node:path';
import type { Logger } from 'pino';
import { type App, startApp } from './app.ts';
import { type Config, SettingError } from './config/config.ts';
import { openDatabase } from './db/database.ts';
import { leases } from './features/actions/index.ts';
import { voidDeliveryLeases } from './features/webhooks/index.ts';
import { lockFolder } from './lib/folder-lock.ts';
import { startEmbeddedPostgres } from './lib/postgres/index.ts';
import { createVault, type MasterKeys } from './lib/vault.ts';
import { assertPortFree, listenError, makeDataDir } from './preflight.ts';
import { prepareDatabase } from './prepare-database.ts';
import { secretsKeysFor, tablesOfOtherKeys } from './sealed-values.ts';
import { removeServiceRecord, writeServiceRecord } from './service-record.ts';

/** A running service with what it started around itself. */
export interface Service {
  readonly app: App;
  readonly simulatorUrl: string;
  /** Settings of the database that can lose what was answered already, as `fsync=off`. */
  readonly weakSettings: readonly string[];
  /** Drains, then stops what was started, last first. Further calls wait for the first. */
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  /** Gives up a start that is still going on. */
  readonly signal?: AbortSignal;
  /** Another service has taken the data folder: this one must end. */
  readonly onLost?: (reason: string) => void;
}

/** Starts database, simulator and service in this order; what was started is stopped again when a later step fails. */
export async function startService(config: Config, log: Logger, options: StartOptions = {}): Promise<Service> {
  const { signal, onLost = () => {} } = options;
  const closers: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeInReverse(closers);
    return closing;
  };
  try {
    await assertPortFree(config);
    let databaseUrl = config.databaseUrl;
    if (databaseUrl === undefined) {
      makeDataDir(config);
      const common = { dataDir: config.dataDir, log: (line: string) => log.info(line) };
      const embedded = await startEmbeddedPostgres(signal === undefined ? common : { ...common, signal });
      closers.push(() => embedded.stop());
      embedded.onDown(() => log.warn('the database is down and is being started again'));
      embedded.onUp(() => log.warn('the database is up again'));
      embedded.onLost(onLost);
      databaseUrl = embedded.url;
    }
    signal?.throwIfAborted();
    const { weakSettings } = await prepareDatabase(config, databaseUrl);
    if (config.databaseUrl !== undefined) makeDataDir(config);
    const secretsKey = secretsKeysFor(config);
    await takeOver(config, databaseUrl, secretsKey);

    signal?.throwIfAborted();
    const simulator = config.simulatorUrl === undefined ? await startOwnSimulator(config) : undefined;
    if (simulator !== undefined) closers.push(simulator.close);
    const simulatorUrl = config.simulatorUrl ?? (simulator?.url as string);

    signal?.throwIfAborted();
    const app = await startApp({ config, databaseUrl, secretsKey, simulatorUrl, log }).catch((error) => {
      throw listenError(error, config);
    });
    closers.push(() => app.close());
    writeServiceRecord(config.dataDir, { url: app.url(), simulator_url: simulatorUrl, pid: process.pid });
    closers.push(() => removeServiceRecord(config.dataDir));
    signal?.throwIfAborted();
    return { app, simulatorUrl, weakSettings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs all of them, the last first; the first failure is thrown at the end. */
async function closeInReverse(closers: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The database is ours now: it must fit our key, and on an embedded one the leases of the boot before are void. */
async function takeOver(config: Config, url: string, secretsKey: MasterKeys): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1, log: () => {} });
  try {
    const tables = await tablesOfOtherKeys(db.system, createVault(secretsKey));
    if (tables.length > 0) {
      const key = config.secretsKey === undefined ? join(config.dataDir, 'secrets.key') : 'the given key';
      throw new SettingError(
        'SECRETS_KEY',
        `does not fit this database: ${key} is not what ${tables.join(', ')} were sealed with. Restore the key that belongs to the database.`,
      );
    }
    if (config.databaseUrl !== undefined) return;
    await leases.voidLeases(db.system);
    await voidDeliveryLeases(db.system);
  } finally {
    await db.close();
  }
}

/** The simulator of this data folder, inside this process. Throws SettingError when another process runs it. */
export async function startOwnSimulator(config: Config): Promise<{ url: string; close: () => Promise<void> }> {
  const lock = await lockFolder(config.dataDir);
  if (lock === undefined) {
    throw new SettingError(
      'DATA_DIR',
      `${config.dataDir} is in use by another Hubbub. Set DATA_DIR to another folder, or let several processes share one simulator with SIMULATOR_URL.`,
    );
  }
  // Loaded only where it runs: with another's simulator a service starts in half the time.
  const { startSimulator } = await import('../../simulator/src/index.ts');
  const simulator = await startSimulator({ dataDir: join(config.dataDir, 'simulator') }).catch(async (error) => {
    await lock.release();
    throw error;
  });
  return {
    url: simulator.url,
    async close() {
      await simulator.close();
      await lock.release();
    },
  };
}
