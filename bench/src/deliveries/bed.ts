import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../../server/src/db/database.ts';
import { record } from '../../../server/src/features/events/index.ts';
import { commentEvent } from '../../../server/test/sample-events.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { keysOf } from '../run/cli.ts';
import { pause } from '../run/paused-service.ts';
import { type RunningService, type ServiceOptions, startService } from '../run/service.ts';
import { DELIVERIES, type Endpoint, type Job, LOADS, type LoadName } from './load.ts';

const EVENTS_AT_ONCE = 100;

interface Tenant {
  readonly id: string;
  readonly endpoints: readonly Endpoint[];
}

/** A paused service with its endpoints, and the server behind all of them. */
export interface Bed {
  readonly service: RunningService;
  readonly endpoints: readonly Endpoint[];
  /** Queues the deliveries of a round in place of all earlier ones. */
  fill(load: LoadName): Promise<Job[]>;
  /** The messages that came since `fill`, and the milliseconds from the first to the last. */
  taken(): Promise<{ readonly count: number; readonly ms: number }>;
  /** Deliveries that have not succeeded. */
  open(): Promise<number>;
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

export async function makeBed(options: ServiceOptions = {}): Promise<Bed> {
  const service = await startService(options);
  const sink = startNode([join(import.meta.dirname, 'sink.ts')], {});
  const sinkUrl = await outputOf(sink, (text) => /http:\S+/.exec(text)?.[0]);
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const db = openDatabase({ url: service.databaseUrl, connectionsMax: 2, log: console.error });
  const tenants: Record<LoadName, readonly Tenant[]> = { one: [], hundred: [] };
  for (const [name, { tenants: count, endpoints }] of Object.entries(LOADS))
    tenants[name as LoadName] = await Promise.all(
      Array.from({ length: count }, (_, number) => makeTenant(`${name}-${number}`, endpoints / count)),
    );
  await pause(service);

  async function makeTenant(name: string, count: number): Promise<Tenant> {
    const { test: key } = await keysOf(service.dataDir, name);
    const endpoints: Endpoint[] = [];
    for (let number = 0; number < count; number += 1) endpoints.push(await addEndpoint(service.url, key, sinkUrl));
    const { rows } = await owner.query('select tenant_id from webhook_endpoints where id = $1', [endpoints[0]?.id]);
    return { id: rows[0].tenant_id, endpoints };
  }

  async function emit({ id }: Tenant, events: number): Promise<void> {
    for (let left = events; left > 0; left -= EVENTS_AT_ONCE) {
      const batch = Array.from({ length: Math.min(left, EVENTS_AT_ONCE) }, () => commentEvent('Where is your shop?'));
      await db.tenant(id).transaction((tx) => record(tx, id, batch));
    }
  }

  return {
    service,
    endpoints: Object.values(tenants).flatMap((list) => list.flatMap(({ endpoints }) => endpoints)),
    async fill(load) {
      await owner.query('truncate deliveries, delivery_attempts, delivery_queues, webhook_hours, events');
      for (const tenant of tenants[load]) await emit(tenant, DELIVERIES / LOADS[load].endpoints);
      await owner.query('analyze deliveries, events');
      await fetch(`${sinkUrl}/forget`);
      return (await owner.query('select tenant_id as "tenantId", id from deliveries order by event_seq, id')).rows;
    },
    taken: async () => (await (await fetch(`${sinkUrl}/taken`)).json()) as { count: number; ms: number },
    open: async () =>
      (await owner.query(`select count(*)::int as open from deliveries where status <> 'success'`)).rows[0].open,
    pause: () => pause(service),
    resume: () => void process.kill(service.pid, 'SIGCONT'),
    async stop() {
      await db.close();
      await owner.end();
      await service.stop();
      await stopChild(sink);
    },
  };
}

async function addEndpoint(serviceUrl: string, key: string, sinkUrl: string): Promise<Endpoint> {
  const url = `${sinkUrl}/hook`;
  const response = await fetch(`${serviceUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['comment.received'] }),
  });
  const created = (await response.json()) as { id: string; secret: string };
  if (!response.ok) throw new Error(`no endpoint: ${response.status} ${JSON.stringify(created)}`);
  return { id: created.id, url, secret: created.secret };
}
