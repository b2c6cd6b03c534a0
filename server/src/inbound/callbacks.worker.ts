import type { Context } from '../core/context.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import { withFacts, withOrigin } from '../core/observing/work.ts';
import type { Platform } from '../core/platforms.ts';
import type { Lease, Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import * as callbacks from './callback.repository.ts';
import { completeItems } from './complete-items.ts';
import { namelessPeople, namePeople } from './name-people.ts';
import { peopleWithNames } from './named-people.repository.ts';
import { endingBy, type ReadingTools, readFrom } from './reading.ts';
import { hasLostAccess, removeAccount } from './removed-access.ts';
import { createCallbackStore } from './store-callbacks.ts';

const ATTEMPTS_MAX = 8;
/** Claims of a callback. Each one beyond the attempts ended with its process. */
const CLAIMS_MAX = 16;
const CRASHED = 'The work on this ended unexpectedly again and again and was stopped.';
/** Callbacks that come in this time are stored by one transaction for each tenant. */
const CLAIM_PAUSE_MS = 20;
/** A message waits this long for the name of its author. */
const NAMES_MS_MAX = 5000;

/** Reads stored callbacks into the inbox. */
export function createCallbacksWorker(
  db: Database,
  connectors: Context['connectors'],
  reading: ReadingTools,
): Worker<callbacks.CallbackJob> {
  const store = createCallbackStore(db);
  let lastTenantId = '';

  /** Asks the platform for what a callback only names. */
  async function complete(items: readonly InboundItem[], job: callbacks.CallbackJob, lease: Lease) {
    if (!items.some(({ kind }) => kind === 'mention_notice')) return items;
    return readFrom(reading, job.platform, sourceOf(job), lease, (connector, session) =>
      completeItems(connector, session, items),
    );
  }

  /** Asks the platform for the names of new people. Whatever fails there holds up nothing. */
  async function withNames(items: readonly InboundItem[], job: callbacks.CallbackJob, lease: Lease) {
    const nameless = namelessPeople(items);
    const canName = connectors[job.platform as Platform]?.messages?.person !== undefined;
    const canAsk = canName && !job.is_paused && job.credentials !== '';
    if (nameless.length === 0 || !canAsk) return items;
    const source = sourceOf(job);
    const known = await peopleWithNames(db.tenant(job.tenant_id), source, nameless);
    const unknown = nameless.filter((id) => !known.has(id));
    if (unknown.length === 0) return items;
    const brief = endingBy(lease, performance.now() + NAMES_MS_MAX);
    const named = readFrom(reading, job.platform, source, brief, (connector, session) =>
      namePeople(connector, session, items, unknown),
    );
    return named.catch(() => items);
  }

  return {
    name: 'callbacks',
    concurrency: 100,
    claimPauseMs: CLAIM_PAUSE_MS,
    ownerOf: (job) => job.tenant_id,
    async claim(claim) {
      const claimed = await callbacks.claim(db.system, { ...claim, after: lastTenantId });
      lastTenantId = claimed.at(-1)?.tenant_id ?? lastTenantId;
      return claimed;
    },
    work: (job, lease) => withOrigin(job.origin, () => withFacts({ tenant_id: job.tenant_id }, () => read(job, lease))),
  };

  async function read(job: callbacks.CallbackJob, lease: Lease): Promise<void> {
    const tenant = db.tenant(job.tenant_id);
    const isRemoval = callbacks.isRemoval(job);
    if (job.attempt > CLAIMS_MAX) return callbacks.fail(tenant, job, CRASHED, undefined);
    try {
      const isRemoved = isRemoval && (await hasLostAccess(reading, sourceOf(job), lease));
      const told = isRemoval ? [] : await complete(parse(connectors, job), job, lease);
      const items = await withNames(told, job, lease);
      if (!isRemoved) return await store({ job, items });
      await tenant.transaction(async (tx) => {
        const { settled } = await callbacks.settle(tx, job.tenant_id, [job]);
        if (settled.size > 0) await removeAccount(tx, callbacks.accountOf(job), job.credentials);
      });
    } catch (error) {
      const retryAfterSeconds = job.attempt >= ATTEMPTS_MAX ? undefined : 2 ** job.attempt;
      await callbacks.fail(tenant, job, (error as Error).message, retryAfterSeconds);
    }
  }
}

function parse(connectors: Context['connectors'], job: callbacks.CallbackJob) {
  const { account_id: id, platform_id: platformId, username, metadata } = job;
  const notice = { key: job.key, platformAccountId: platformId, payload: job.payload };
  const inbound = connectors[job.platform as Platform]?.inbound;
  return inbound?.parse(notice, { id, platformId, username, metadata }) ?? [];
}

function sourceOf(job: callbacks.CallbackJob) {
  const { tenant_id: tenantId, account_id: accountId, platform_id: platformId } = job;
  const { world, platform, username, metadata, credentials } = job;
  return { tenantId, accountId, platformId, world, platform, username, metadata, credentials };
}
