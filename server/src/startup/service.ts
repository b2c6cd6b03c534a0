import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { EMBEDDED_DATABASE } from '../config/embedded-database.ts';
import { SettingError } from '../config/env.ts';
import { openDatabase } from '../db/database.ts';
import { leases } from '../engine/index.ts';
import { voidDeliveryLeases, voidReplayLeases } from '../features/webhooks/index.ts';
import { compact } from '../lib/compact.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import { tablesOfOtherKeys } from '../secrets/encrypted-value.repository.ts';
import { secretsKeysFor } from '../secrets/secrets-file.ts';
import { createVault, type MasterKeys } from '../secrets/vault.ts';
import { type App, startApp } from './app.ts';
import { assertMediaLocation } from './media-location.ts';
import { prepareDatabase } from './migrate.ts';
import { readServiceRecord, removeServiceRecord, writeServiceRecord } from './pid-file.ts';
import { assertPortFree, listenError, makeDataDir } from './preflight.ts';
import { openSimulator } from './simulator.ts';
import { startWatchdog } from './watchdog.ts';

/** A running service with the processes that it started. */
export interface Service {
  readonly app: App;
  /** undefined: the simulator cannot start, and test tenants have no platforms. */
  readonly simulatorUrl: string | undefined;
  /** Why the simulator cannot start, and how to mend it. */
  readonly simulatorFault: string | undefined;
  /** Database settings with which a crash can lose confirmed writes, such as `fsync=off`. */
  readonly weakSettings: readonly string[];
  /** Drains, then stops everything in reverse order. Further calls wait for the first. */
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  /** Aborts a running start. */
  readonly signal?: AbortSignal;
  /** Called when another service has taken over the data folder: this one must stop. */
  readonly onLost?: (reason: string) => void;
  /** Milliseconds of a tick of the watchdog. Default: a second. */
  readonly tickMs?: number;
}

/** Starts database, simulator and service in this order. When a step fails, the earlier ones are stopped again. */
export async function startService(config: Config, log: Logger, options: StartOptions = {}): Promise<Service> {
  const { signal, onLost = () => {}, tickMs } = options;
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
      const embedded = await startEmbeddedPostgres({
        ...EMBEDDED_DATABASE,
        ...compact({ signal }),
        dataDir: config.dataDir,
        log: (line) => log.info(line),
      });
      closers.push(() => embedded.stop());
      embedded.onDown(() => log.warn('the database is down and is being started again'));
      embedded.onUp(() => log.warn('the database is up again'));
      embedded.onLost(onLost);
      databaseUrl = embedded.url;
    }
    closers.push(startWatchdog(databaseUrl, log, tickMs));
    signal?.throwIfAborted();
    const { weakSettings } = await prepareDatabase(config, databaseUrl);
    if (config.databaseUrl !== undefined) makeDataDir(config);
    const secretsKey = secretsKeysFor(config);
    await prepareOwnDatabase(config, databaseUrl, secretsKey);

    signal?.throwIfAborted();
    const { simulatorUrl, simulatorFault, close: closeSimulator } = await openSimulator(config, log);
    closers.push(closeSimulator);

    signal?.throwIfAborted();
    const app = await startApp({ config, databaseUrl, secretsKey, simulatorUrl, simulatorFault, log }).catch(
      (error) => {
        throw listenError(error, config);
      },
    );
    closers.push(() => app.close());
    const record = { url: app.url(), ...compact({ simulator_url: simulatorUrl }), pid: process.pid };
    try {
      // The operator's commands send requests to a process that answers them.
      if (config.role !== 'worker' || readServiceRecord(config.dataDir) === undefined)
        writeServiceRecord(config.dataDir, record);
    } catch (error) {
      // On a full disk the operator's commands do not find the service, which can still be read.
      if (!isOutOfRoom(error)) throw error;
      log.error(`the addresses of this service could not be written: ${(error as Error).message}`);
    }
    closers.push(() => removeServiceRecord(config.dataDir));
    signal?.throwIfAborted();
    return { app, simulatorUrl, simulatorFault, weakSettings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs all closers, the last one first. Throws the first failure at the end. */
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

/**
 * Checks that the database fits the key and the place of media. On an embedded database the leases of the previous run
 * are void.
 */
async function prepareOwnDatabase(config: Config, url: string, secretsKey: MasterKeys): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1, log: () => {} });
  try {
    const tables = await tablesOfOtherKeys(db.system, createVault(secretsKey).keyIds());
    if (tables.length > 0) {
      const key = config.secretsKey === undefined ? join(config.dataDir, 'secrets.key') : 'the given key';
      throw new SettingError(
        'SECRETS_KEY',
        `does not fit this database: ${key} did not encrypt the values in ${tables.join(', ')}. Restore the key that belongs to the database.`,
      );
    }
    await assertMediaLocation(config, db.system);
    if (config.databaseUrl !== undefined) return;
    await leases.voidLeases(db.system);
    await voidDeliveryLeases(db.system);
    await voidReplayLeases(db.system);
  } finally {
    await db.close();
  }
}
