import { PLANS, type PlanName } from '../../../core/billing/plans.ts';
import { deliveryTried } from '../../../core/observing/channels.ts';
import type { Observer } from '../../../core/observing/observer.ts';
import { withOrigin } from '../../../core/observing/work.ts';
import type { Tenant } from '../../../core/tenant.ts';
import type { CustomerResponse, Tools, Vault } from '../../../core/tools.ts';
import type { Lease, Worker } from '../../../core/worker.ts';
import type { Database } from '../../../db/database.ts';
import { inBatches } from '../../../lib/in-batches.ts';
import { DELIVERY_WORKER } from '../delivery.ts';
import { messageBody, messageHeaders } from '../message.ts';
import { sealOf } from '../secrets/sealed.ts';
import { EVENT_EXPIRED, failureOf } from './attempt-failure.ts';
import { isOutage, pauseAskedFor } from './breaker.ts';
import * as claims from './claims.repository.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { FAILING_DAYS_MAX, GONE, isAccepted, pauseSeconds } from './retry-times.ts';
import * as settlements from './settlements.repository.ts';
import { mayTake, shareSlots } from './share-slots.ts';
import { createSlots } from './slots.ts';

const TIMEOUT_MS = 15_000;
/** A lease with less time left than this sends nothing. */
const SEND_MS_MIN = 200;
const DAY_MS = 86_400_000;

/** Deliveries in one claim. More at once would keep the process from other work. */
const CLAIM_MAX = 64;
/** Outcomes in one statement. */
const BATCH_MAX = 256;
/** While several come at once, each waits this long for others. */
const GATHER_MS = 5;

export interface DeliveryWorkerOptions {
  readonly db: Database;
  readonly vault: Vault;
  readonly callCustomer: Tools['callCustomer'];
  readonly observer: Observer;
  /** Deliveries sent at once in one process; 256 without it. */
  readonly concurrency?: number;
  /** Called when a freed slot may have deliveries waiting for it, so that the worker claims at once. */
  readonly onSlotFree?: () => void;
}

export interface DeliveryJob extends claims.LeasedDelivery {
  /** Its endpoint had no free slot left when it was claimed. */
  readonly isCrowded: boolean;
}

/** Sends deliveries to webhook endpoints: a few of each endpoint at a time, with slots shared fairly between tenants. */
export function createDeliveryWorker(options: DeliveryWorkerOptions): Worker<DeliveryJob> {
  const { db, vault, callCustomer, observer, concurrency = 256, onSlotFree } = options;
  const slots = createSlots(concurrency);
  const settle = inBatches<DeliveryJob & settlements.Outcome>(
    (batch) => settlements.settle(db.system, batch),
    BATCH_MAX,
    { gatherMs: (lastSize) => (lastSize > 1 ? GATHER_MS : 0) },
  );

  return {
    name: DELIVERY_WORKER,
    concurrency,

    async claim({ limit: freeSlots, leaseSeconds }) {
      const limit = Math.min(freeSlots, CLAIM_MAX);
      const { free, held } = slots.now();
      const full = [...held.keys()].filter((id) => !mayTake({ free, held }, id));
      const hints = slots.takeHints();
      const leased = await db.system.transaction(async (tx) => {
        const queues = await claims.lockDueQueues(tx, limit, full, hints);
        if (queues.length === 0) return [];
        const due = await claims.dueOf(tx, queues);
        const spent = due.filter(claims.isSpent);
        const chosen = shareSlots(
          due.filter((each) => !claims.isSpent(each)),
          limit,
          { free, held },
        );
        slots.noteCrowded(queues, chosen);
        const taken = chosen.length === 0 ? [] : await claims.lease(tx, chosen, leaseSeconds);
        if (spent.length > 0) await claims.failSpent(tx, spent);
        await claims.postponeQueues(tx, queues);
        return taken;
      });
      for (const delivery of leased) slots.take(delivery);
      return leased.map((delivery) => ({ ...delivery, isCrowded: slots.isCrowded(delivery) }));
    },

    work: (job, lease) => withOrigin(job.origin, () => deliver(job, lease)),

    async release(job) {
      slots.giveBack(job);
      await settlements.release(db.system, job);
    },
  };

  async function deliver(job: DeliveryJob, lease: Lease): Promise<void> {
    try {
      const outcome = await attempt(job, lease);
      if (outcome === undefined) return;
      await settle({ ...job, ...outcome });
      deliveryTried.publish({ mode: job.mode, outcome: outcome.status, durationMs: outcome.durationMs });
      if (outcome.status === 'failed')
        observer.changed({ of: 'delivery', state: 'failed', facts: factsOf(job, outcome) });
      const reason = disablingReason(job, outcome);
      if (reason === undefined) return;
      await disableEndpoint(db.system, job, reason);
      observer.changed({ of: 'endpoint', state: 'disabled', facts: { ...factsOf(job, outcome), reason } });
    } finally {
      if (slots.giveBack(job)) onSlotFree?.();
    }
  }

  /** Sends the message once; undefined when the lease leaves no time for it. */
  async function attempt(job: DeliveryJob, lease: Lease): Promise<settlements.Outcome | undefined> {
    const { eventId, eventCreatedAt, data, rawPayload, eventType: type } = job;
    if (eventId === null || eventCreatedAt === null || data === null) return EVENT_GONE;
    const { eventSeq: seq, eventBrandId: brandId } = job;
    const livemode = job.mode === 'live';
    const body = messageBody({
      id: eventId,
      type,
      seq,
      createdAt: eventCreatedAt,
      brandId,
      livemode,
      data,
      rawPayload,
    });
    const keys = sealOf(vault, job.tenantId, job.endpointId).open(job.sealed);
    const head = { id: eventId, type, deliveryId: job.id, at: new Date() };
    const headers = { ...keys.headers, ...messageHeaders(keys.secret, head, body, keys.previousSecrets) };

    const leftMs = lease.deadlineMs() - performance.now();
    if (leftMs < SEND_MS_MIN || lease.signal.aborted) return undefined;
    const timeoutMs = Math.min(TIMEOUT_MS, leftMs);
    const observed = { ...job, deliveryId: job.id, eventId, eventType: type };
    const response = await observer.delivery(observed, () =>
      callCustomer({ tenant: tenantOf(job), url: job.url, headers, body, timeoutMs }),
    );
    return toOutcome(response, job.attempt - job.earlierAttempts);
  }
}

const EVENT_GONE: settlements.Outcome = {
  status: 'failed',
  pauseSeconds: null,
  statusCode: null,
  responseBody: null,
  reason: EVENT_EXPIRED.reason,
  error: EVENT_EXPIRED.message,
  durationMs: 0,
  isHealthy: null,
  isOutage: false,
  pauseAskedFor: null,
};

function toOutcome(response: CustomerResponse, attempt: number): settlements.Outcome {
  const isHealthy = isAccepted(response.status);
  const isFinal = isHealthy || response.status === GONE;
  const failure = failureOf(response);
  const pause = isFinal ? undefined : pauseSeconds(attempt, response.retryAfterSeconds);
  return {
    status: isHealthy ? 'success' : pause === undefined ? 'failed' : 'pending',
    pauseSeconds: pause ?? null,
    statusCode: response.status,
    responseBody: response.status === null ? null : response.body,
    reason: failure?.reason ?? null,
    error: failure?.message ?? response.error,
    durationMs: response.durationMs,
    isHealthy,
    isOutage: isOutage(response.status),
    pauseAskedFor: pauseAskedFor(response.status, response.retryAfterSeconds),
  };
}

function factsOf({ tenantId, endpointId, id, attempt }: DeliveryJob, { statusCode, reason }: settlements.Outcome) {
  return {
    tenant_id: tenantId,
    endpoint_id: endpointId,
    delivery_id: id,
    attempt,
    status: statusCode ?? undefined,
    reason: reason ?? undefined,
  };
}

/** The reason to disable the endpoint after this attempt; undefined when there is none. */
function disablingReason(job: DeliveryJob, outcome: settlements.Outcome): 'gone' | 'failing' | undefined {
  if (outcome.statusCode === GONE) return 'gone';
  const failsForMs = job.failingSince === null ? 0 : Date.now() - job.failingSince.getTime();
  return outcome.isHealthy === false && failsForMs >= FAILING_DAYS_MAX * DAY_MS ? 'failing' : undefined;
}

function tenantOf(job: DeliveryJob): Tenant {
  const planName = job.planName as PlanName;
  return {
    id: job.tenantId,
    workspaceId: job.workspaceId,
    mode: job.mode,
    world: job.world,
    planName,
    plan: PLANS[planName],
    billingBlockedAt: null,
    suspension: null,
  };
}
