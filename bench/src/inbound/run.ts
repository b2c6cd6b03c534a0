import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Comparison, compare } from '../measure/compare.ts';
import type { Contender } from '../measure/contender.ts';
import { call } from '../run/api.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { type RunningService, startService } from '../run/service.ts';
import { callbacksTo, PER_SECOND, type Receiver } from './callbacks.ts';
import { type Sink, startSink } from './sink.ts';

const SECONDS = 8;
const MANY = 50;
/** Enough time for timers that became due during the pause. */
const RESUME_MS = 500;

/** B3: from a signed callback of a platform to the signed webhook at the customer, 300 a second, beside a naive server. */
export async function inbound(rounds: number): Promise<Record<string, Comparison>> {
  const service = await startService();
  const sink = await startSink();
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { one, many } = await prepare(service, owner, sink);
  const child = startNode([join(import.meta.dirname, 'floor.ts')], {
    DATABASE_URL: service.databaseUrl,
    SECRET: one.secret,
    SINK_URL: sink.url,
  });
  const url = `${await outputOf(child, (text) => /http:\S+/.exec(text)?.[0])}/`;
  const floor = { ...contender('Naive server', { ...one, url }, sink), nodePid: child.pid as number };
  const subjects = [
    { ...contender('Hubbub, one account', one, sink), ...turnsOf(service) },
    { ...contender(`Hubbub, ${MANY} accounts of one workspace`, many, sink), ...turnsOf(service) },
  ];
  try {
    const options = {
      postgresPid: service.postgresPid,
      count: PER_SECOND * SECONDS,
      rounds,
      // As autovacuum does within a minute. Until then the database plans for empty tables.
      warmedUp: async () => void (await owner.query('analyze')),
    };
    return { '300 callbacks a second, one comment and one webhook each': await compare(floor, subjects, options) };
  } finally {
    for (const each of [floor, ...subjects]) await each.close();
    await owner.end();
    await stopChild(child);
    await service.stop();
    await sink.close();
  }
}

function contender(
  name: string,
  receiver: Receiver,
  sink: Sink,
): Omit<Contender, 'nodePid'> & { close(): Promise<void> } {
  return { name, ...callbacksTo(receiver, sink) };
}

/** The service is paused while others are measured. */
function turnsOf(service: RunningService): Pick<Contender, 'nodePid' | 'pause' | 'resume'> {
  return {
    nodePid: service.pid,
    pause: () => void process.kill(service.pid, 'SIGSTOP'),
    async resume() {
      process.kill(service.pid, 'SIGCONT');
      await sleep(RESUME_MS);
    },
  };
}

/** One page, and many pages, of a workspace with a webhook. Nothing is polled, so that all work is that of callbacks. */
async function prepare(
  service: RunningService,
  owner: pg.Client,
  sink: Sink,
): Promise<{ one: Receiver; many: Receiver }> {
  await owner.query(`
    create schema floor;
    create table floor.inbox (id bigint generated always as identity primary key, platform_id text not null unique, author jsonb not null,
      text text not null, raw jsonb not null, received_at timestamptz not null default now());
    update accounts set poll_due_at = null`);
  await owner.query(`
    insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
    select tenant_id, id || n, brand_id, platform, platform_id || n, name, username, credentials
    from accounts, generate_series(1, ${MANY}) n where platform = 'facebook'`);
  await owner.query('update accounts set poll_due_at = null');
  await call(service, 'POST', '/v1/webhooks', { url: sink.url, events: ['comment.received'] });
  const { rows } = await owner.query(
    `select t.world, a.platform_id from accounts a join tenants t using (tenant_id) where a.platform = 'facebook' order by length(a.platform_id), a.platform_id`,
  );
  const [{ world }] = rows;
  const app = await (await fetch(`${service.simulatorUrl}/${world}/control/apps/facebook`)).json();
  const { client_secret: secret } = app as { client_secret: string };
  const pageIds = rows.map(({ platform_id }) => platform_id as string);
  const url = `${service.url}/callbacks/test/${world}/facebook`;
  return {
    one: { url, secret, pageIds: pageIds.slice(0, 1) },
    many: { url, secret, pageIds: pageIds.slice(1) },
  };
}
