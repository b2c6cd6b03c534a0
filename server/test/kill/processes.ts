import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../../src/lib/postgres/index.ts';
import { type Client, createClient } from '../harness.ts';
import { freePort } from './children.ts';
import { startPlatforms } from './platforms.ts';
import { type ServiceProcess, serviceProcess } from './service.ts';
import { openWorld, type World } from './world.ts';

/** Several services on one database, as behind a load balancer; they end with the test. */
export async function startProcesses(
  count: number,
): Promise<{ world: World; clients: readonly Client[]; services: readonly ServiceProcess[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-many-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  onTestFinished(() => postgres.stop());
  const platforms = await startPlatforms(join(folder, 'platforms'));
  onTestFinished(platforms.stop);
  const secretsKey = randomBytes(32);
  const env = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey.toString('hex') };
  const services: ServiceProcess[] = [];
  for (let number = 0; number < count; number += 1) {
    const dataDir = join(folder, `service-${number}`);
    const service = serviceProcess({ port: await freePort(), dataDir, simulatorUrl: platforms.url, env });
    onTestFinished(service.end);
    await service.start();
    services.push(service);
  }
  const serviceUrl = () => services[0]?.url ?? '';
  const world = await openWorld({ platforms, databaseUrl: postgres.url, secretsKey, serviceUrl });
  onTestFinished(world.close);
  return { world, clients: services.map(({ url }) => createClient(url, world.apiKey)), services };
}
