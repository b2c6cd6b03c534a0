import pg from 'pg';
import { ACTIONS } from '../../src/adapters/action-tools.ts';
import type { Lease } from '../../src/core/worker.ts';
import type { BatchOwner } from '../../src/db/batcher.ts';
import { openDatabase } from '../../src/db/database.ts';
import { type ActionTools, createPublishWorker, type Job, leases } from '../../src/engine/index.ts';
import { openSession, refreshSession, type SessionTools } from '../../src/features/accounts/index.ts';
import { createLog } from '../../src/observability/logger.ts';
import { createObserver } from '../../src/observability/observer.ts';
import { createVault } from '../../src/secrets/vault.ts';
import { createDatabase, dropDatabaseAt } from '../own-database.ts';
import { Case } from './case.ts';
import { fakeConnectors } from './connectors.ts';
import { type Cut, Life, LOST } from './crash-points.ts';
import { queueWork } from './queue-work.ts';
import type { Scenario } from './scenarios.ts';

const CONNECTIONS_MAX = 6;
/** Longer than any round takes, so that the speed of the machine decides nothing. */
const LEASE_SECONDS = 600;
const CLAIMED_MAX = 1000;
const ROUNDS_MAX = 200;
const TABLES =
  'workspaces, tenants, accounts, posts, actions, events, inbox_posts, comments, conversations, messages, reviews, early_changes, app_pauses, post_fingerprints';

/** A database with the real pipeline on it, whose processes die as told and whose time passes at once. */
export interface TestPipeline {
  /** Runs the cases side by side until nothing is due any more. The rows of the batch before are gone. */
  run(cases: readonly Case[]): Promise<void>;
  newCase(scenario: Scenario, cuts?: readonly Cut[]): Case;
  sql<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Pipelines {
  readonly all: readonly TestPipeline[];
  /** Of their databases. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/** Two, each with a database of its own: one waits for its database half of the time. */
export async function openPipelines(templateUrl: string): Promise<Pipelines> {
  const urls = [await createDatabase(templateUrl), await createDatabase(templateUrl)];
  const all = urls.map((url) => openPipeline(url));
  return {
    all,
    urls,
    async close() {
      for (const pipeline of all) await pipeline.close();
      for (const url of urls) await dropDatabaseAt(templateUrl, url);
    },
  };
}

/** `actions` replace those of the same name. */
export function openPipeline(databaseUrl: string, actions: ActionTools['actions'] = {}): TestPipeline {
  const db = openDatabase({ url: databaseUrl, connectionsMax: CONNECTIONS_MAX, log: () => {} });
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  owner.on('error', () => {});
  const connectors = fakeConnectors();
  const vault = createVault(Buffer.alloc(32, 7));
  const cases = new Map<string, Case>();
  const caseOf = (tenantId: string) => cases.get(tenantId) as Case;
  const batcherOf = ({ tenantId }: BatchOwner) => caseOf(tenantId).life.batcher(db.batcher, db.system);

  const sessionsOf = (of: Case, platformId: string): SessionTools => ({
    vault,
    http: () => of.http(platformId),
    hosts: () => ({}),
    now: () => new Date(),
    openMedia: () => Promise.reject(new Error('there is no media')),
  });
  const connectorOf = (job: Job) => {
    const connector = connectors[job.platform as keyof typeof connectors];
    if (connector === undefined) throw new Error(`no connector for ${job.platform}`);
    return connector;
  };
  const sourceOf = (job: Job) => ({
    ...job.account,
    tenantId: job.tenantId,
    world: job.world,
    accountId: job.accountId,
  });
  const tools: ActionTools = {
    actions: { ...ACTIONS, ...actions },
    connectors,
    tenantDatabase: (id) => caseOf(id).life.database(db.tenant(id)),
    batcher: {
      statement: (owner, ...rest) => batcherOf(owner).statement(owner, ...rest),
      transaction: (owner, ...rest) => batcherOf(owner).transaction(owner, ...rest),
    },
    openSession: async (job, lease) =>
      openSession(sessionsOf(caseOf(job.tenantId), job.account.platformId), connectorOf(job), sourceOf(job), lease),
    refresh: (job, session) => {
      const of = caseOf(job.tenantId);
      const sessions = sessionsOf(of, job.account.platformId);
      return refreshSession(
        of.life.database(db.tenant(job.tenantId)),
        sessions,
        connectorOf(job),
        sourceOf(job),
        session,
      );
    },
    pauseApp: (platform, appId, seconds) =>
      leases.pauseApp(caseOf(appId).life.database(db.system), platform, appId, seconds),
    resolveMedia: async () => [],
    observer: createObserver(createLog({ level: 'silent' })),
    intents: { note: async () => {}, settled: () => {} },
    lookupDelayFactor: 1,
  };
  const worker = createPublishWorker(db, tools);

  /** One claim, until it ends or dies. */
  async function live(of: Case, job: Job): Promise<void> {
    const life = new Life(of.plan);
    of.life = life;
    let turns = 0;
    const lease: Lease = {
      deadlineMs: () => performance.now() + 60_000,
      signal: new AbortController().signal,
      mayGoOn: () => ++turns < 20,
    };
    if (job.state === 'sending' || job.state === 'reconciling') of.doubted.add(job.actionId);
    const work = life.pass({ at: 'claimed' }).then(() => worker.work(job, lease));
    const complain = (error: Error) => error.message !== LOST && of.thrown.push(error.stack ?? error.message);
    await Promise.race([work.catch(complain), life.death]);
    await life.bury();
  }

  /** Everything that is due now, the actions of one case one after the other. */
  async function round(): Promise<void> {
    const claimed = await worker.claim({ limit: CLAIMED_MAX, leaseSeconds: LEASE_SECONDS, running: new Map() });
    const byCase = [...Map.groupBy(claimed, (job) => job.tenantId).values()];
    await inParallel(byCase, async (jobs) => {
      for (const job of jobs.sort((a, b) => (a.account.platformId < b.account.platformId ? -1 : 1)))
        await live(caseOf(job.tenantId), job);
    });
    // The leases of the dead run out.
    await leases.voidLeases(db.system);
  }

  /** Lets the time pass until each case has something due. Says whether any case will have. */
  async function skipWaiting(): Promise<boolean> {
    const waiting = await sql<{ tenant_id: string; ms: number }>(
      `select a.tenant_id, extract(epoch from min(greatest(a.next_due_at, a.not_before, p.until, now())) - now())::float * 1000 as ms
       from accounts a left join app_pauses p on p.platform = a.platform and p.app_id = a.app_id
       where a.next_due_at is not null group by 1`,
      [],
    );
    const skips = waiting.filter(({ ms }) => ms > 0).map(({ tenant_id, ms }) => ({ tenant_id, ms: Math.ceil(ms) + 2 }));
    await shift(skips);
    return waiting.length > 0;
  }

  /** Moves every time of these tenants into the past, which is the same as to wait. */
  async function shift(skips: readonly { tenant_id: string; ms: number }[]): Promise<void> {
    if (skips.length === 0) return;
    await sql(
      `with skip as (select tenant_id, ms * interval '1 millisecond' as time from jsonb_to_recordset($1::jsonb) as s (tenant_id text, ms float)),
       moved as (update accounts a set next_due_at = next_due_at - time, not_before = not_before - time, refresh_lease_until = refresh_lease_until - time
         from skip where a.tenant_id = skip.tenant_id returning a.tenant_id),
       paused as (update app_pauses p set until = until - time from skip where p.app_id = skip.tenant_id)
       update actions x set due_at = due_at - time, intent_at = intent_at - time, started_at = started_at - time
       from skip where x.tenant_id = skip.tenant_id`,
      [JSON.stringify(skips)],
    );
    for (const { tenant_id, ms } of skips) caseOf(tenant_id).skip(ms);
  }

  async function sql<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await owner.query(text, values as unknown[])).rows;
  }

  return {
    sql,
    newCase: (scenario, cuts = []) =>
      new Case(scenario, cuts, (tenantId, seconds) => shift([{ tenant_id: tenantId, ms: seconds * 1000 }])),
    async run(batch) {
      cases.clear();
      for (const item of batch) cases.set(item.tenantId, item);
      await sql(`truncate ${TABLES} cascade`, []);
      await queueWork({ sql, db, vault }, batch, inParallel);
      for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
        await round();
        if (!(await skipWaiting())) return;
      }
    },
    async close() {
      await db.close();
      await owner.end();
    },
  };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS_MAX }, worker));
}
