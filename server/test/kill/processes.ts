import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import { inject, onTestFinished } from 'vitest';
import { EMBEDDED_DATABASE } from '../../src/config/embedded-database.ts';
import { type Client, createClient } from '../harness.ts';
import { copyInitialisedFolder } from '../initialised-folder.ts';
import { freePort } from './child-process.ts';
import { type Customer, openCustomer } from './customer.ts';
import { startPlatforms } from './platforms.ts';
import { type ServiceProcess, serviceProcess } from './service.ts';

type Settings = Readonly<Record<string, string>>;

/** The parts that are there already when a service is started. */
export interface Place {
  readonly databaseUrl: string;
  /** The number of the service that is started next, from 0. */
  readonly number: number;
  /** The addresses of the services before it. */
  readonly urls: readonly string[];
}

/** Several services on one database, as behind a load balancer; they end with the test. */
export async function startProcesses(
  count: number,
  settings: Settings | ((place: Place) => Promise<Settings>) = {},
): Promise<{
  customer: Customer;
  clients: readonly Client[];
  services: readonly ServiceProcess[];
  /** As its owner. */
  databaseUrl: string;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-many-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = join(folder, 'database');
  copyInitialisedFolder(inject('initialisedFolder'), database);
  // Only services are killed, never their database.
  const postgres = await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir: database, settings: { fsync: 'off' } });
  onTestFinished(() => postgres.stop());
  const simulator = await startPlatforms(join(folder, 'platforms'));
  onTestFinished(simulator.stop);
  const secretsKey = randomBytes(32);
  const env = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey.toString('hex') };
  const services: ServiceProcess[] = [];
  for (let number = 0; number < count; number += 1) {
    const urls = services.map(({ url }) => url);
    const own = typeof settings === 'function' ? await settings({ databaseUrl: postgres.url, number, urls }) : settings;
    const service = serviceProcess({
      port: await freePort(),
      dataDir: join(folder, 'services'),
      simulatorUrl: simulator.url,
      env: { ...env, ...own },
    });
    onTestFinished(service.end);
    await service.start();
    services.push(service);
  }
  const serviceUrl = () => services[0]?.url ?? '';
  const customer = await openCustomer({ simulator, databaseUrl: postgres.url, secretsKey, serviceUrl });
  onTestFinished(customer.close);
  const clients = services.map(({ url }) => createClient(url, customer.apiKey));
  return { customer, clients, services, databaseUrl: postgres.url };
}
