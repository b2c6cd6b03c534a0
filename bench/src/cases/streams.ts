import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { type RunningService, startService } from '../run/service.ts';

const STREAMS = 1000;
const STREAMS_PER_KEY = 10;
/** As long as a heartbeat and some checks of rights take. */
const WATCHED_SECONDS = 20;
const MIB = 1024 * 1024;

/** How much the process grows, in MiB, while 1,000 event streams are open and each gets an event. */
export async function streams(rounds: number): Promise<Readonly<Record<string, Spread>>> {
  const growth: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startService({ env: { STREAMS_PER_TENANT: String(STREAMS) } });
    const keys: string[] = [];
    for (let n = 0; n < STREAMS / STREAMS_PER_KEY; n++) keys.push(await newKey(service, n));
    const before = rssOf(service.pid);
    const open: IncomingMessage[] = [];
    const heard = new Set<IncomingMessage>();
    for (const key of keys) {
      const ofKey = Array.from({ length: STREAMS_PER_KEY }, () => openStream(service, key));
      for (const stream of await Promise.all(ofKey)) {
        open.push(stream);
        stream.on('data', (piece: Buffer) => piece.includes('event: post.deleted') && heard.add(stream));
      }
    }
    const draft = await call(service, 'POST', '/v1/posts', { text: 'For all streams' });
    await call(service, 'DELETE', `/v1/posts/${draft.id}`);
    let most = before;
    for (let n = 0; n < WATCHED_SECONDS * 10 || heard.size < STREAMS; n++) {
      if (n > WATCHED_SECONDS * 100) throw new Error(`only ${heard.size} of ${STREAMS} streams got the event`);
      most = Math.max(most, rssOf(service.pid));
      await sleep(100);
    }
    growth.push((most - before) / MIB);
    for (const stream of open) stream.destroy();
    await service.stop();
  }
  return { Hubbub: spreadOf(growth) };
}

async function newKey(service: RunningService, n: number): Promise<string> {
  const made = await call(service, 'POST', '/v1/keys', { name: `stream ${n}`, scopes: ['analytics:read'] });
  return String(made.raw_key);
}

function openStream({ url }: RunningService, key: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${key}` };
  get(`${url}/v1/events/stream`, { headers, agent: false }, (response) => {
    response.on('error', () => {});
    if (response.statusCode === 200) resolve(response);
    else reject(new Error(`a stream answered ${response.statusCode}`));
  }).on('error', reject);
  return promise;
}

async function call(
  { url, key }: RunningService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

function rssOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
