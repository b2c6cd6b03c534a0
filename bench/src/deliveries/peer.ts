import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Agent } from 'undici';
import { messageBody, messageHeaders } from '../../../server/src/features/webhooks/message.ts';
import { CONCURRENCY, type Endpoint, type Job } from './load.ts';

/**
 * Another sender in a process of its own: `naive` or `bullmq`. It reads a line with the jobs of a round, prints `ready`,
 * reads `go`, delivers them and prints `done`.
 */
const { DATABASE_URL = '', REDIS_URL = '', ENDPOINTS = '[]' } = process.env;
const CONNECTIONS = 10;
const endpoints = new Map((JSON.parse(ENDPOINTS) as Endpoint[]).map((endpoint) => [endpoint.id, endpoint]));
const agent = new Agent({ connections: CONCURRENCY });
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS });
const require = createRequire(join(import.meta.dirname, '../../peers/package.json'));
// biome-ignore lint/suspicious/noExplicitAny: the peers are installed separately, without their types.
const load = (name: string): Promise<any> => import(pathToFileURL(require.resolve(name)).href);

interface Message {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** Signs and sends the same message as Hubbub. */
async function send({ endpointId, deliveryId, eventId, type, body }: Message) {
  const { url, secret } = endpoints.get(endpointId) as Endpoint;
  const headers = messageHeaders(secret, { id: eventId, type, deliveryId, at: new Date() }, body);
  const { origin, pathname: path } = new URL(url);
  const startedMs = performance.now();
  const response = await agent.request({ origin, path, method: 'POST', headers, body });
  const text = await response.body.text();
  return { status: response.statusCode, text, durationMs: Math.round(performance.now() - startedMs) };
}

const READ = {
  name: 'read',
  text: `
    select d.endpoint_id, d.event_type, d.event_seq, e.id, e.created_at, e.brand_id, e.data::text as data, e.raw_payload::text as raw
    from deliveries d join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
    where d.tenant_id = $1 and d.id = $2`,
};
const WRITE = {
  name: 'write',
  text: `
    with attempted as (
      insert into delivery_attempts (tenant_id, delivery_id, attempt, status_code, response_body, duration_ms)
      values ($1, $2, 1, $3, $4, $5)
    )
    update deliveries set status = 'success', due_at = null, attempt = 1, response_status_code = $3, response_duration_ms = $5
    where tenant_id = $1 and id = $2`,
};

async function read({ tenantId, id }: Job): Promise<Message> {
  const { rows } = await pool.query({ ...READ, values: [tenantId, id] });
  const [row] = rows;
  const body = messageBody({
    id: row.id,
    type: row.event_type,
    seq: row.event_seq,
    createdAt: row.created_at,
    brandId: row.brand_id,
    livemode: false,
    data: row.data,
    rawPayload: row.raw,
  });
  return { endpointId: row.endpoint_id, deliveryId: id, eventId: row.id, type: row.event_type, body };
}

interface Peer {
  /** Takes the jobs of a round over; gives what delivers them. */
  prepare(jobs: readonly Job[]): Promise<() => Promise<void>>;
}

const peers: Record<string, () => Promise<Peer>> = {
  naive: async () => ({
    async prepare(jobs) {
      const left: Message[] = [];
      for (const job of jobs) left.push(await read(job));
      return async () => {
        const worker = async () => {
          for (let next = left.pop(); next !== undefined; next = left.pop()) await send(next);
        };
        await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      };
    },
  }),

  async bullmq() {
    const { Queue, Worker } = await load('bullmq');
    const { hostname: host, port } = new URL(REDIS_URL);
    const connection = { host, port: Number(port), maxRetriesPerRequest: null };
    const queue = new Queue('deliveries', { connection, defaultJobOptions: { removeOnComplete: true } });
    const work = async ({ data }: { data: Job }) => {
      const { status, text, durationMs } = await send(await read(data));
      await pool.query({ ...WRITE, values: [data.tenantId, data.id, status, text, durationMs] });
    };
    const worker = new Worker('deliveries', work, { connection, concurrency: CONCURRENCY, autorun: false });
    worker.on('failed', (_: unknown, error: Error) => console.error(error));
    await worker.pause();
    void worker.run();
    return {
      async prepare(jobs) {
        await queue.addBulk(jobs.map((data) => ({ name: 'deliver', data })));
        return async () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          let left = jobs.length;
          const onCompleted = () => {
            left -= 1;
            if (left === 0) resolve();
          };
          worker.on('completed', onCompleted);
          worker.resume();
          await promise;
          worker.off('completed', onCompleted);
          await worker.pause();
        };
      },
    };
  },
};

const peer = await peers[process.argv[2] ?? '']?.();
if (peer === undefined) throw new Error('name a peer');
process.on('SIGTERM', () => process.exit(0));
let deliver: (() => Promise<void>) | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') {
    await deliver?.();
    console.log('done');
  } else {
    deliver = await peer.prepare(JSON.parse(line));
    console.log('ready');
  }
}
