import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../server/src/core/ids.ts';
import { type Database, openDatabase } from '../../../server/src/db/database.ts';
import { record } from '../../../server/src/features/events/index.ts';
import { keys } from '../../../server/src/features/keys/index.ts';
import { workspaces } from '../../../server/src/features/workspaces/index.ts';
import { commentEvent } from '../../../server/test/sample-events.ts';
import { quantile, type Spread, spreadOf } from '../measure/statistics.ts';
import { startService } from '../run/service.ts';

const FAST_ENDPOINTS = 100;
const TENANTS = 3;
const EVENT = 'comment.received';
/** Each tenant's event goes to all of its endpoints. */
const EVENTS = 40;
const EVENT_PAUSE_MS = 500;
/** A hanging call ends at the timeout of 15 s; until then it counts as running. */
const SETTLE_MS_MAX = 60_000;

interface Tenant {
  readonly id: string;
  readonly key: string;
}

interface Receivers {
  readonly url: string;
  /** Milliseconds from each event to its arrival at a fast receiver, since the last call. */
  takeLatencies(): number[];
  count(): number;
  close(): Promise<void>;
}

/**
 * The time from an event to its arrival at 100 fast endpoints of three tenants: without others, and while one endpoint of
 * the first tenant hangs and another drips one byte a second. Returns the 99th percentiles in milliseconds, and their ratio.
 */
export async function webhooksSlow(rounds: number): Promise<{ ms: Record<string, Spread>; ratio: Spread }> {
  const service = await startService();
  const db = openDatabase({ url: service.databaseUrl, connectionsMax: 2, log: () => {} });
  const receivers = await startReceivers();
  const figures = { without: [] as number[], with: [] as number[], ratio: [] as number[] };
  try {
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => createTenant(db)));
    for (let number = 0; number < FAST_ENDPOINTS; number += 1)
      await addEndpoint(service.url, tenants[number % TENANTS] as Tenant, `${receivers.url}/fast/${number}`);
    const [first] = tenants as [Tenant];
    for (let round = 0; round <= rounds; round += 1) {
      const without = await measure(db, tenants, receivers);
      const slow = [
        await addEndpoint(service.url, first, `${receivers.url}/hang`),
        await addEndpoint(service.url, first, `${receivers.url}/drip`),
      ];
      const beside = await measure(db, tenants, receivers);
      for (const id of slow) await callAs(service.url, first, 'DELETE', `/v1/webhooks/${id}`);
      // The first round only warms up.
      if (round === 0) continue;
      figures.without.push(without);
      figures.with.push(beside);
      figures.ratio.push(beside / without);
    }
  } finally {
    await receivers.close();
    await db.close();
    await service.stop();
  }
  const ms = { 'fast endpoints alone': spreadOf(figures.without), 'beside two slow ones': spreadOf(figures.with) };
  return { ms, ratio: spreadOf(figures.ratio) };
}

async function measure(db: Database, tenants: readonly Tenant[], receivers: Receivers): Promise<number> {
  receivers.takeLatencies();
  for (let number = 0; number < EVENTS; number += 1) {
    await Promise.all(tenants.map(({ id }) => emit(db, id)));
    await sleep(EVENT_PAUSE_MS);
  }
  const deadlineMs = performance.now() + SETTLE_MS_MAX;
  while (receivers.count() < EVENTS * FAST_ENDPOINTS) {
    if (performance.now() > deadlineMs) throw new Error(`only ${receivers.count()} deliveries arrived`);
    await sleep(20);
  }
  return quantile(receivers.takeLatencies(), 0.99);
}

async function emit(db: Database, tenantId: string): Promise<void> {
  await db.tenant(tenantId).transaction((tx) => record(tx, tenantId, [commentEvent('Hello')]));
}

async function createTenant(db: Database): Promise<Tenant> {
  const { id: workspaceId } = await workspaces.create(db.system, newId('brand'), 'enterprise');
  const id = await workspaces.tenantOf(db.system, workspaceId, 'test');
  return { id, key: (await keys.create(db.system, id, 'test', 'bench')).rawKey };
}

async function addEndpoint(serviceUrl: string, tenant: Tenant, url: string): Promise<string> {
  return (await callAs(serviceUrl, tenant, 'POST', '/v1/webhooks', { url, events: [EVENT] })).id;
}

async function callAs(serviceUrl: string, { key }: Tenant, method: string, path: string, body?: unknown) {
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** `/fast/…` answers at once, `/hang` never, `/drip` with one byte a second. Pings are always answered. */
async function startReceivers(): Promise<Receivers> {
  let latenciesMs: number[] = [];
  const drip = (response: ServerResponse) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 1000);
    response.once('close', () => clearInterval(timer));
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (request.headers['x-socialapi-event'] === 'webhook.test') return void response.end();
    if (request.url === '/hang') return;
    if (request.url === '/drip') return drip(response);
    latenciesMs.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(pieces).toString()).created_at));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    count: () => latenciesMs.length,
    takeLatencies() {
      const taken = latenciesMs;
      latenciesMs = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
