import { createInterface } from 'node:readline';
import pg from 'pg';
import { Agent } from 'undici';
import { messageBody, messageHeaders } from '../../../server/src/features/webhooks/message.ts';
import { CONCURRENCY, type Endpoint, type Job } from './load.ts';

/**
 * A loop that keeps nothing, in a process of its own. It reads a line with the jobs of a round, prints `ready`, reads `go`,
 * delivers them and prints `done`.
 */
const { DATABASE_URL = '', ENDPOINTS = '[]' } = process.env;
const CONNECTIONS = 10;
const endpoints = new Map((JSON.parse(ENDPOINTS) as Endpoint[]).map((endpoint) => [endpoint.id, endpoint]));
const agent = new Agent({ connections: CONCURRENCY });
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS });

interface Message {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** Signs and sends the same message as Hubbub. */
async function send({ endpointId, deliveryId, eventId, type, body }: Message): Promise<void> {
  const { url, secret } = endpoints.get(endpointId) as Endpoint;
  const headers = messageHeaders(secret, { id: eventId, type, deliveryId, at: new Date() }, body);
  const { origin, pathname: path } = new URL(url);
  const response = await agent.request({ origin, path, method: 'POST', headers, body });
  await response.body.text();
}

const READ = {
  name: 'read',
  text: `
    select d.endpoint_id, d.event_type, d.event_seq, e.id, e.created_at, e.brand_id, e.data::text as data, e.raw_payload::text as raw
    from deliveries d join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
    where d.tenant_id = $1 and d.id = $2`,
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

/** Reads the messages of a round; gives what sends them all. */
async function prepare(jobs: readonly Job[]): Promise<() => Promise<void>> {
  const left: Message[] = [];
  for (const job of jobs) left.push(await read(job));
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await send(next);
  };
  return async () => {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  };
}

process.on('SIGTERM', () => process.exit(0));
let deliver: (() => Promise<void>) | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') {
    await deliver?.();
    console.log('done');
  } else {
    deliver = await prepare(JSON.parse(line));
    console.log('ready');
  }
}
