import { describe, expect, onTestFinished, test } from 'vitest';
import { rotateLogins } from '../../src/db/logins.ts';
import { PGBOUNCER, startPgBouncer } from '../deploy/pgbouncer.fixture.ts';
import { type Client, until } from '../harness.ts';
import { BINARY as REDIS, startRedis } from '../redis/redis.fixture.ts';
import { newBucket } from '../s3-bucket.ts';
import { waiting } from '../steps.ts';
import { openActions } from './actions.ts';
import { checkOutcomes, explain } from './check-outcomes.ts';
import type { Account, Customer } from './customer.ts';
import { PLATFORMS } from './kill-points.ts';
import { startProcesses } from './processes.ts';

const STORE = process.env.S3_TEST_ENDPOINT;
const HELD_MS_MAX = 30_000;
const OVER_MS_MAX = 60_000;

const missing = [
  ...(PGBOUNCER === undefined ? ['pgbouncer'] : []),
  ...(REDIS === undefined ? ['valkey-server or redis-server (REDIS_TEST_SERVER)'] : []),
  ...(STORE === undefined ? ['S3_TEST_ENDPOINT=http://key:secret@host:port'] : []),
];
if (missing.length > 0) console.log(`left out: processes on many machines need ${missing.join(', ')}`);

/** Processes of one role each, behind PgBouncer, with a shared cache and a store, as on machines of their own. */
async function startMachines() {
  const redis = await startRedis(REDIS as string);
  onTestFinished(() => redis.close());
  const bucket = await newBucket(STORE as string);
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  const processes = await startProcesses(3, async ({ databaseUrl, number, urls }) => {
    if (bouncer === undefined) {
      bouncer = await startPgBouncer(databaseUrl);
      onTestFinished(bouncer.close);
    }
    const role = number === 0 ? { ROLE: 'api' } : { ROLE: 'worker', PUBLIC_URL: urls[0] as string };
    return { ...role, ...bouncer.settings, ...bucket, REDIS_URL: redis.url, LEASE_SECONDS: '3' };
  });
  return { ...processes, redis, bouncer: bouncer as NonNullable<typeof bouncer> };
}

/** Uploads an image, which every process then reads from the store. */
async function upload(api: Client): Promise<string> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png');
  const { status, body, text } = await api.post('/v1/media/upload', form);
  expect(status, text).toBe(201);
  return body.media_id;
}

/** Publishes on every account and waits until a call to each platform is in flight. */
async function publishHeld(customer: Customer, accounts: readonly Account[]): Promise<void> {
  const { platforms, requests } = customer;
  for (const [index, { platform, platformId }] of accounts.entries())
    await platforms.hold(platform, platformId, 'publish', index % 2 === 0 ? 'before' : 'after');
  for (const { id } of accounts) void requests.publish([id]);
  const inFlight = async () => {
    const held = await platforms.held(1);
    return accounts.every(({ platformId }) => held.some(({ account }) => account === platformId));
  };
  await until(inFlight, 'a call to each platform is in flight', HELD_MS_MAX);
}

describe.skipIf(missing.length > 0)('one process for requests and two for due work, behind PgBouncer', () => {
  test('each of them, the pooler and the cache are killed in turn, and nothing is lost or doubled', async () => {
    const { customer, clients, services, databaseUrl, bouncer, redis } = await startMachines();
    const [api] = clients as [Client];
    const accounts: Account[] = [];
    for (const platform of PLATFORMS) accounts.push(await customer.connect(platform));

    // A worker answers for its health only, and learns of work that was asked for elsewhere.
    for (const { url } of services.slice(1)) {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      expect((await fetch(`${url}/v1/posts`)).status).toBe(404);
    }
    const [first] = accounts as [Account];
    await customer.requests.publish([first.id], { source_type: 'media_id', source: await upload(api) });

    const [requests, ...workers] = services;
    for (const victim of [...workers, requests, bouncer, redis]) {
      await publishHeld(customer, accounts);
      // New connections need the new passwords, and PgBouncer learns them by itself.
      if (victim === bouncer) await rotateLogins(databaseUrl);
      await victim?.kill();
      // The calls of the others go on, and so does a create of this moment.
      void customer.requests.publish([first.id]);
      await victim?.start();
      for (const { id } of await customer.platforms.held()) await customer.platforms.release(id, { drop: false });
      await customer.platforms.disarm();
      await customer.requests.allAnswered();
      await until(async () => (await openActions(customer)) === 0, 'every action is over', OVER_MS_MAX);
    }
    const outcomes = await checkOutcomes(customer);
    expect(outcomes.problems, await explain(customer, outcomes)).toEqual([]);

    // A request that waits learns what a worker did.
    const options = { text: 'At once', targets: [{ account_id: first.id }], publish_now: true };
    const { status, body, text } = await api.post('/v1/posts', options, waiting);
    expect({ status, post: body.status }, text).toEqual({ status: 201, post: 'published' });
  }, 240_000);
});
