import { Agent, type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsOf } from './endpoints.ts';
import { type Shot, shots } from './fuzz-requests.ts';
import { startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { furnish, type Things } from './isolation.ts';
import { randomRuns, SEED } from './random-runs.ts';
import { assertConforms } from './response-contract.ts';

/** More: `FUZZ_REQUESTS=200000 npm test -- server/test/fuzz`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? randomRuns(4000));
const AT_ONCE = 16;
/** Node rejects longer request heads without looking at the method. */
const HEAD_BYTES_MAX = 8000;

let service: TestService;
let ws: TestWorkspace;
let own: Things;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'], approves: true });
  own = await furnish(service, ws, 'fuzzed');
});
afterAll(async () => {
  agent.destroy();
  await service?.close();
});

/** A stream that was opened has no end of its own. */
function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}

function shoot(shot: Shot): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const { method, target: path, headers } = shot;
    const outgoing = request(service.url, { agent, method, path, headers, timeout: 40_000 }, (incoming) => {
      const seen = (text: string) => resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), text });
      if (isStream(incoming)) {
        seen('');
        return void outgoing.destroy();
      }
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => seen(Buffer.concat(chunks).toString()));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(shot.body);
  });
}

/** Throws when the response is an internal error or breaks the contract. */
async function check(shot: Shot): Promise<number> {
  const response = await shoot(shot);
  if (response.status >= 500 && response.status !== 501) throw new Error(`${response.status} ${response.text}`);
  if (shot.method !== 'HEAD') assertConforms(shot.method, shot.target, response);
  return response.status;
}

const title = `${REQUESTS} invalid requests: no internal error, and each response follows the contract`;
test(title, { timeout: 60_000 + REQUESTS * 20 }, async () => {
  const endpoints = endpointsOf((await ws.api.get('/openapi.json')).body);
  const isSendable = ({ method, target }: Shot) => method !== 'HEAD' || target.length < HEAD_BYTES_MAX;
  const queue = fc.sample(shots(endpoints, own, ws.api.key).filter(isSendable), { numRuns: REQUESTS, seed: SEED });
  const wrong: string[] = [];
  const statuses: Record<number, number> = {};
  const worker = async () => {
    for (let shot = queue.pop(); shot !== undefined; shot = queue.pop()) {
      try {
        const status = await check(shot);
        statuses[status] = (statuses[status] ?? 0) + 1;
      } catch (error) {
        wrong.push(`${JSON.stringify(shot).slice(0, 1500)}\n  → ${(error as Error).message.slice(0, 1000)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (process.env.FUZZ_REQUESTS !== undefined) console.log(JSON.stringify(statuses));
  expect(wrong.slice(0, 20), `seed ${SEED}: ${wrong.length} of ${REQUESTS} answers are wrong`).toEqual([]);
  // Without successes the requests would have tested only the validation.
  expect(statuses[200], JSON.stringify(statuses)).toBeGreaterThan(REQUESTS / 20);
  expect((await ws.api.get('/health/ready')).status).toBe(200);
});
