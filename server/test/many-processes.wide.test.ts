import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/lib/postgres/index.ts';
import { createClient, until } from './harness.ts';
import { freePort } from './kill/children.ts';
import { startPlatforms } from './kill/platforms.ts';
import { serviceProcess } from './kill/service.ts';
import { openWorld } from './kill/world.ts';

const PROCESSES = 4;
const CREATES = 1000;
const AT_ONCE = 50;

/** Several services on one database, as behind a load balancer. */
async function startProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-many-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  onTestFinished(() => postgres.stop());
  const platforms = await startPlatforms(join(folder, 'platforms'));
  onTestFinished(platforms.stop);
  const secretsKey = randomBytes(32);
  const env = { DATABASE_URL: postgres.url, SECRETS_KEY: secretsKey.toString('hex') };
  const urls: string[] = [];
  for (let number = 0; number < PROCESSES; number += 1) {
    const dataDir = join(folder, `service-${number}`);
    const service = serviceProcess({ port: await freePort(), dataDir, simulatorUrl: platforms.url, env });
    onTestFinished(service.end);
    await service.start();
    urls.push(service.url);
  }
  const serviceUrl = () => urls[0] as string;
  const world = await openWorld({ platforms, databaseUrl: postgres.url, secretsKey, serviceUrl });
  onTestFinished(world.close);
  return { world, clients: urls.map((url) => createClient(url, world.apiKey)) };
}

test(`${CREATES} creates with one idempotency key over ${PROCESSES} processes make one post`, async () => {
  const { world, clients } = await startProcesses();
  const account = await world.connect('twitter');
  const body = { text: 'Only once', targets: [{ account_id: account.id }], publish_now: true };
  const headers = { 'idempotency-key': 'one-key-for-all' };
  const answers: { status: number; id: unknown; code: unknown }[] = [];
  let sent = 0;
  const send = async () => {
    while (sent < CREATES) {
      const client = clients[sent++ % clients.length];
      const answer = await client?.post('/v1/posts', body, { headers });
      answers.push({ status: answer?.status ?? 0, id: answer?.body.id, code: answer?.body.code });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));

  const made = answers.filter(({ status }) => status === 201);
  expect(answers.length).toBe(CREATES);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  for (const { status, code } of answers.filter((answer) => !made.includes(answer)))
    expect({ status, code }).toEqual({ status: 409, code: 'idempotency_key_in_use' });
  const published = async () =>
    (await world.sql(`select 1 from actions where status = 'published' and tenant_id = $1`, [world.tenantId]))
      .length === 1;
  await until(published, 'the post is published');
  expect(await world.sql('select 1 from posts where tenant_id = $1', [world.tenantId])).toHaveLength(1);
  expect(await world.sql('select posts_used from tenants where tenant_id = $1', [world.tenantId])).toEqual([
    { posts_used: 1 },
  ]);
  expect((await world.platforms.ledger(account.platformId)).length).toBe(1);
}, 120_000);
