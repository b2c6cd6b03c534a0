import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { startSimulator } from '../../simulator/src/index.ts';
import { type App, startApp } from './app.ts';
import { type Config, SettingError } from './config/config.ts';
import { secretsKeyOf } from './config/secrets-file.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { actions } from './features/actions/index.ts';
import { voidDeliveryLeases } from './features/webhooks/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './lib/postgres/index.ts';

/** A running service with what it started around itself. */
export interface Service {
  readonly app: App;
  readonly simulatorUrl: string;
  readonly close: () => Promise<void>;
}

/** Where a running service is, for the operator's tools beside it. */
export interface ServiceRecord {
  readonly url: string;
  readonly simulator_url: string;
  readonly pid: number;
}

export const SERVICE_FILE = 'service.json';

/** Starts database, simulator and service in this order; what was started is stopped again when a later step fails. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  await assertPortFree(config);
  makeDataDir(config);
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const { url: databaseUrl, embedded } = await openStore(config, log);
    if (embedded !== undefined) closers.push(() => embedded.stop());
    await migrateStore(config, databaseUrl);
    if (embedded !== undefined) await voidLeases(databaseUrl);
    let simulatorUrl = config.simulatorUrl;
    if (simulatorUrl === undefined) {
      const simulator = await startSimulator({ dataDir: join(config.dataDir, 'simulator') });
      closers.push(() => simulator.close());
      simulatorUrl = simulator.url;
    }
    const app = await startApp({
      config,
      databaseUrl,
      secretsKey: config.secretsKey ?? secretsKeyOf(config.dataDir),
      simulatorUrl,
      log,
    });
    closers.push(() => app.close());
    writeRecord(config, { url: app.url(), simulator_url: simulatorUrl, pid: process.pid });
    closers.push(() => rmSync(join(config.dataDir, SERVICE_FILE), { force: true }));
    return { app, simulatorUrl, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openStore(config: Config, log: Logger): Promise<{ url: string; embedded?: EmbeddedPostgres }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) });
  return { url: embedded.url, embedded };
}

async function migrateStore(config: Config, url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (error) {
    if (config.databaseUrl === undefined) throw error;
    throw new SettingError(
      'DATABASE_URL',
      `cannot be used: ${(error as Error).message || (error as { code?: string }).code}. Check host, user, password and database, or leave it empty for the embedded database.`,
    );
  }
}

/** The service that held these leases is gone: this one has the data folder's lock. */
async function voidLeases(url: string): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1, log: () => {} });
  try {
    await actions.voidLeases(db.system);
    await voidDeliveryLeases(db.system);
  } finally {
    await db.close();
  }
}

function makeDataDir(config: Config): void {
  const probe = join(config.dataDir, `.write-test-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new SettingError(
      'DATA_DIR',
      `is not a folder that can be written to: ${config.dataDir} (${(error as NodeJS.ErrnoException).code}). Give rights to it or choose another folder.`,
    );
  }
}

async function assertPortFree({ host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new SettingError('PORT', `${port} is in use on ${host}. Stop what listens there or set another PORT.`));
      else if (error.code === 'EACCES')
        reject(new SettingError('PORT', `${port} may not be used by this user. Set a PORT above 1023.`));
      else
        reject(
          new SettingError(
            'HOST',
            `${host} cannot be listened on (${error.code}). Use 127.0.0.1, 0.0.0.0 or an address of this machine.`,
          ),
        );
    });
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function writeRecord(config: Config, record: ServiceRecord): void {
  const path = join(config.dataDir, SERVICE_FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
