import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, until } from './harness.ts';
import { startProcesses } from './kill/processes.ts';

const ROUNDS = 3;
const CLIENTS = 4;
const LOOK_MS = 100;

/** Whether the process takes requests, as a balancer asks. */
async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } }).catch(() => undefined);
  return response?.status === 200;
}

/** A balancer that repeats no request: it asks each process for its health and takes the ready ones in turn. */
async function startBalancer(urls: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(urls);
  let turn = 0;
  const look = setInterval(async () => {
    for (const url of urls) {
      if (await isReady(url)) ready.add(url);
      else ready.delete(url);
    }
  }, LOOK_MS);
  const server = createServer((incoming, outgoing) => {
    const [url = ''] = [...ready].slice(turn++ % ready.size);
    const { connection: _hop, ...headers } = incoming.headers;
    const onward = request(`${url}${incoming.url}`, { agent, method: incoming.method ?? 'GET', headers }, (answer) => {
      const { connection: _theirs, ...answered } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answered);
      answer.pipe(outgoing);
    });
    onward.on('error', (error) => outgoing.writeHead(502).end(`{"error":"${error.message}"}`));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    clearInterval(look);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, isUsed: (url: string) => ready.has(url) };
}

test(`${ROUNDS} rolling restarts of two processes under load reject and lose no request`, async () => {
  const { customer, services } = await startProcesses(2, { DRAIN_SECONDS: '1' });
  const balancer = await startBalancer(services.map(({ url }) => url));
  const api = createClient(balancer.url, customer.apiKey);
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let count = 0; !isOver; count += 1) {
      const call = count % 2 === 0 ? api.get('/v1/posts') : api.post('/v1/posts', { text: `${client} ${count}` });
      const outcome = await call.then(
        ({ status, text }) => (status < 300 ? undefined : `${status} ${text}`),
        (error: Error) => error.message,
      );
      if (outcome !== undefined) failures.push(outcome);
      answered += 1;
      // The machine has to start processes beside the load.
      await sleep(20);
    }
  });

  for (let round = 0; round < ROUNDS; round += 1)
    for (const service of services) {
      const before = answered;
      await service.end();
      await until(async () => answered > before + CLIENTS, 'the others answer');
      await service.start();
      await until(async () => balancer.isUsed(service.url), 'the balancer uses it again');
    }
  isOver = true;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(ROUNDS * CLIENTS);
}, 180_000);
