import { Pool } from 'undici';
import type { Worker } from '../../../server/src/core/worker.ts';
import { openDatabase } from '../../../server/src/db/database.ts';
import { type Action, type ActionTools, createPublishWorker, type Job } from '../../../server/src/engine/index.ts';
import { settleAction } from '../../../server/src/engine/settle-action.ts';
import { runWorker } from '../../../server/src/workers/index.ts';

/**
 * The real runner on the real publish worker with its claims, leases and settlements, one action of an account at a time.
 * The work of each action is only the platform call.
 */
const { PLATFORM_URL = '', DATABASE_URL = '' } = process.env;
const LEASE_SECONDS = 30;
const db = openDatabase({ url: DATABASE_URL, connectionsMax: 10, log: console.error });
const action = {
  name: 'publish',
  onThrottle: 'wait',
  isShared: true,
  effect: () => undefined,
  load: async () => undefined,
  settled: async () => {},
} as Partial<Action> as Action;
const tools = {
  actions: { publish: action },
  connectors: {},
  batcher: db.batcher,
  observer: { changed() {} },
  intents: { settled() {} },
} as unknown as ActionTools;
const worker = createPublishWorker(db, tools);
const pool = new Pool(PLATFORM_URL, { connections: worker.concurrency });

async function call({ postId }: Job): Promise<string> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/api/v1/statuses',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: `target ${postId?.slice('post_'.length)}` }),
  });
  return ((await body.json()) as { id: string }).id;
}

const work: Worker<Job>['work'] = async (job, lease) => {
  for (let next: Job | undefined = job; next !== undefined; ) {
    const platformId = await call(next);
    const outcome = { status: 'published', published: { platformId } } as const;
    next = await settleAction(tools, action, next, outcome, { platform_id: platformId }, lease);
  }
};
const runner = runWorker(
  { ...worker, work },
  { leaseSeconds: LEASE_SECONDS, onFault: (_, error) => console.error(error) },
);
console.log('ready');
process.on('SIGTERM', async () => {
  await runner.stop(5000);
  process.exit(0);
});
