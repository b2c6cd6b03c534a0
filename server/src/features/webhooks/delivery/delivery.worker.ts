import { monotonicMs } from '../../core/clock.ts';
import type { CustomerAnswer, Services, Tenant, Vault } from '../../core/context.ts';
import type { Lane, Lease } from '../../core/lane.ts';
import { PLANS, type PlanName } from '../../core/plans.ts';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../lib/in-batches.ts';
import * as claims from './claim-deliveries.ts';
import { DELIVERY_LANE } from './delivery.ts';
import { FAILING_DAYS_MAX, GONE, isAccepted, pauseSeconds } from './delivery-schedule.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { messageBody, messageHeaders } from './message.ts';
import * as settlements from './settle-deliveries.ts';
import { mayTake, shareSlots } from './share-slots.ts';
import { createSlots } from './slots.ts';
import { secretPlace } from './webhook.ts';

const TIMEOUT_MS = 15_000;
/** With less time than this left of a lease, nothing is sent any more. */
const SEND_MS_MIN = 200;
const DAY_MS = 86_400_000;

/** Outcomes that are written together. */
const BATCH_MAX = 256;

export interface DeliveryLaneOptions {
  readonly db: Database;
  readonly vault: Vault;
  readonly callCustomer: Services['callCustomer'];
  /** Deliveries sent at once in one process; 64 without it. */
  readonly concurrency?: number;
  /** Told when a slot of an endpoint became free for which more may be waiting: makes the lane look at once. */
  readonly onSlotFree?: () => void;
}

export type DeliveryJob = claims.LeasedDelivery;

/** Sends deliveries to webhook endpoints: a few of each endpoint at a time, and no tenant may take the others' slots. */
export function createDeliveryLane(options: DeliveryLaneOptions): Lane<DeliveryJob> {
  const { db, vault, callCustomer, concurrency = 64, onSlotFree } = options;
  const slots = createSlots(concurrency);
  const settle = inBatches<DeliveryJob & settlements.Outcome>(
    (batch) => settlements.settle(db.system, batch),
    BATCH_MAX,
  );

  return {
    name: DELIVERY_LANE,
    concurrency,

    async claim(limit, leaseSeconds) {
      const { free, held } = slots.now();
      const full = [...held.keys()].filter((tenantId) => !mayTake({ free, held }, tenantId));
      const hints = slots.takeHints();
      const leased = await db.system.transaction(async (tx) => {
        const queues = await claims.lookAtQueues(tx, limit, full, hints);
        if (queues.length === 0) return [];
        const due = await claims.dueOf(tx, queues);
        const spent = due.filter(claims.isSpent);
        const chosen = shareSlots(
          due.filter((each) => !claims.isSpent(each)),
          limit,
          { free, held },
        );
        slots.noteCrowded(queues, chosen);
        if (spent.length > 0) await claims.giveUp(tx, spent);
        const taken = chosen.length === 0 ? [] : await claims.lease(tx, chosen, leaseSeconds);
        await claims.putOff(tx, queues);
        return taken;
      });
      for (const delivery of leased) slots.take(delivery);
      return leased;
    },

    async work(job, lease) {
      try {
        const outcome = await attempt(job, lease);
        if (outcome === undefined) return;
        await settle({ ...job, ...outcome });
        const reason = disablingReason(job, outcome);
        if (reason !== undefined) await disableEndpoint(db.system, job.tenantId, job.endpointId, reason);
      } finally {
        if (slots.giveBack(job)) onSlotFree?.();
      }
    },

    async release(job) {
      slots.giveBack(job);
      await settlements.release(db.system, job);
    },
  };

  /** Sends the message once; undefined when the lease leaves no time for it. */
  async function attempt(job: DeliveryJob, lease: Lease): Promise<settlements.Outcome | undefined> {
    const { eventId, eventCreatedAt, data, rawPayload, eventType: type } = job;
    if (eventId === null || eventCreatedAt === null || data === null) return EVENT_GONE;
    const livemode = job.mode === 'live';
    const body = messageBody({ id: eventId, type, createdAt: eventCreatedAt, livemode, data, rawPayload });
    const secret = vault.open(job.secret, secretPlace(job.tenantId, job.endpointId));
    const headers = messageHeaders(secret, { id: eventId, type, deliveryId: job.id, at: new Date() }, body);

    const leftMs = lease.deadlineMs() - monotonicMs();
    if (leftMs < SEND_MS_MIN || lease.signal.aborted) return undefined;
    const timeoutMs = Math.min(TIMEOUT_MS, leftMs);
    return toOutcome(
      await callCustomer({ tenant: tenantOf(job), url: job.url, headers, body, timeoutMs }),
      job.attempt,
    );
  }
}

const EVENT_GONE: settlements.Outcome = {
  status: 'failed',
  pauseSeconds: null,
  statusCode: null,
  responseBody: null,
  error: 'the event is past its retention and no longer kept',
  durationMs: 0,
  isHealthy: null,
};

function toOutcome(answer: CustomerAnswer, attempt: number): settlements.Outcome {
  const isHealthy = isAccepted(answer.status);
  const isFinal = isHealthy || answer.status === GONE;
  const pause = isFinal ? undefined : pauseSeconds(attempt, answer.retryAfterSeconds);
  return {
    status: isHealthy ? 'success' : pause === undefined ? 'failed' : 'pending',
    pauseSeconds: pause ?? null,
    statusCode: answer.status,
    responseBody: answer.status === null ? null : answer.body,
    error: answer.error,
    durationMs: answer.durationMs,
    isHealthy,
  };
}

/** Why the endpoint must be switched off after this attempt, if it must. */
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
    planName,
    plan: PLANS[planName],
    createdAt: job.tenantCreatedAt,
  };
}
