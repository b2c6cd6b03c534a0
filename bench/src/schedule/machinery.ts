import { Pool } from 'undici';
import type { Lane } from '../../../server/src/core/lane.ts';
import { openDatabase } from '../../../server/src/db/database.ts';
import { end } from '../../../server/src/features/actions/end.ts';
import {
  type ActionKind,
  type ActionTools,
  createOutwardLane,
  type Job,
} from '../../../server/src/features/actions/index.ts';
import { runLane } from '../../../server/src/lanes/index.ts';

/**
 * The real runner on the real outward lane with its claims, leases and settlements, one action of an account at a time;
 * the work of each is the same call that the other queues make, and nothing else.
 */
const { PLATFORM_URL = '', DATABASE_URL = '' } = process.env;
const LEASE_SECONDS = 30;
const db = openDatabase({ url: DATABASE_URL, connectionsMax: 10, log: console.error });
const kind: ActionKind = {
  name: 'publish',
  onThrottle: 'wait',
  isShared: true,
  effect: () => undefined,
  load: async () => undefined,
  settled: async () => {},
};
const tools = { kinds: { publish: kind }, connectors: {} } as unknown as ActionTools;
const lane = createOutwardLane(db, tools);
const pool = new Pool(PLATFORM_URL, { connections: lane.concurrency });

async function call({ postId }: Job): Promise<string> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/api/v1/statuses',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: `target ${postId?.slice('post_'.length)}` }),
  });
  return ((await body.json()) as { id: string }).id;
}

const work: Lane<Job>['work'] = async (job, lease) => {
  for (let next: Job | undefined = job; next !== undefined; ) {
    const platformId = await call(next);
    const outcome = { status: 'published', published: { platformId } } as const;
    next = await end(tools, db.tenant(next.tenantId), kind, next, outcome, { platform_id: platformId }, lease);
  }
};
const runner = runLane({ ...lane, work }, { leaseSeconds: LEASE_SECONDS, onFault: (_, error) => console.error(error) });
console.log('ready');
process.on('SIGTERM', async () => {
  await runner.stop(5000);
  process.exit(0);
});
