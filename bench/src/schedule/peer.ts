import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import { openDurableWork } from './durable-work.ts';
import { CONCURRENCY, type Due, dueFrom } from './load.ts';

/**
 * Another queue in its own process. It queues the same targets and works on 50 at a time, each with the same call to the
 * same platform. It knows no accounts or tenants. With `durable`, it does the work around the call, too.
 */
const { PLATFORM_URL = '', DATABASE_URL = '', REDIS_URL = '' } = process.env;
const AHEAD_MS = 6000;
const pool = new Pool(PLATFORM_URL, { connections: CONCURRENCY });
const require = createRequire(join(import.meta.dirname, '../../peers/package.json'));
// biome-ignore lint/suspicious/noExplicitAny: the peers are installed separately, without their types.
const load = (name: string): Promise<any> => import(pathToFileURL(require.resolve(name)).href);

const [, , name = '', how] = process.argv;
const durable = how === 'durable' ? openDurableWork(DATABASE_URL, CONCURRENCY) : undefined;

async function publish({ number }: Due): Promise<void> {
  if (durable === undefined) await call(`target ${number}`);
  else await durable.around(number, call);
}

async function call(status: string): Promise<string> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/api/v1/statuses',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  return ((await body.json()) as { id: string }).id;
}

const peers: Record<string, (due: readonly Due[]) => Promise<void>> = {
  async 'graphile-worker'(due) {
    await graphile(due, {});
  },
  async 'graphile-worker-batched'(due) {
    await graphile(due, { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 });
  },
  async 'pg-boss'(due) {
    const { PgBoss } = await load('pg-boss');
    const boss = new PgBoss({ connectionString: DATABASE_URL });
    boss.on('error', console.error);
    await boss.start();
    await boss.createQueue('publish');
    const jobs = due.map((data) => ({ data, startAfter: new Date(data.dueMs) }));
    await boss.insert('publish', jobs);
    const options = { batchSize: 1000, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
    await boss.work('publish', options, async (batch: { data: Due }[]) => {
      const left = batch.map(({ data }) => data);
      const worker = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) await publish(next);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    });
  },
  async bullmq(due) {
    const { Queue, Worker } = await load('bullmq');
    const { hostname: host, port } = new URL(REDIS_URL);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const queue = new Queue('publish', { connection, defaultJobOptions: { removeOnComplete: true } });
    await queue.addBulk(due.map((data) => ({ name: 'publish', data, opts: { delay: data.dueMs - Date.now() } })));
    const work = async ({ data }: { data: Due }) => await publish(data);
    new Worker('publish', work, { connection, concurrency: CONCURRENCY });
  },
};

async function graphile(due: readonly Due[], worker: object): Promise<void> {
  const { makeWorkerUtils, run, Logger } = await load('graphile-worker');
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ connectionString: DATABASE_URL, logger });
  await utils.migrate();
  await utils.addJobs(due.map((payload) => ({ identifier: 'publish', payload, runAt: new Date(payload.dueMs) })));
  await run({
    taskList: { publish: (payload: Due) => publish(payload) },
    logger,
    noHandleSignals: true,
    preset: { worker: { connectionString: DATABASE_URL, concurrentJobs: CONCURRENCY, pollInterval: 100, ...worker } },
  });
}

const due = dueFrom(Date.now() + AHEAD_MS);
await durable?.prepare(due.map(({ number }) => number));
await peers[name]?.(due);
console.log(`due from ${due[0]?.dueMs} ready`);
process.on('SIGTERM', () => process.exit(0));
