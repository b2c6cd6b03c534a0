import type { Worker } from '../../../core/worker.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import * as replays from './replay.repository.ts';
import { REPLAY_WORKER } from './replay.ts';
import * as batches from './replay-batch.repository.ts';

/** A replay queues no more while so many of its deliveries are due, or wait for any time. */
const DUE_MAX = 200;
const WAITING_MAX = 5000;

/** While the endpoint is not active. */
const INACTIVE_PAUSE_SECONDS = 10;

const FAULT_PAUSE_SECONDS = 5;
const FAULTS_MAX = 20;

/**
 * Queues the deliveries of replays in small transactions, each of which moves the replay's position. So a replay that was
 * interrupted goes on where it was, and queues nothing twice. Each claim does one transaction and gives the row back.
 */
export function createReplaysWorker(db: Database): Worker<replays.ReplayJob> {
  return {
    name: REPLAY_WORKER,
    concurrency: 4,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => replays.claim(db.system, claim),
    async work(job) {
      // In the tenant's scope, so that times are those of its clock.
      const own = db.tenant(job.tenantId);
      try {
        await own.transaction((tx) => step(tx, job));
      } catch (error) {
        await replays.noteFault(own, job, FAULT_PAUSE_SECONDS, FAULTS_MAX);
        throw error;
      }
    },
  };
}

async function step(tx: Transaction, job: replays.ReplayJob): Promise<void> {
  const replay = await batches.lock(tx, job);
  if (replay === undefined) return;
  const endpoint = await batches.lockEndpoint(tx, job);
  if (endpoint === undefined) await batches.cancelDeleted(tx, job);
  const hasEnded = endpoint === undefined || (replay.status !== 'pending' && replay.status !== 'running');
  if (hasEnded && replay.status !== 'failed' && (await batches.endWaiting(tx, job)) > 0)
    return batches.postpone(tx, job, 0);

  const waiting = await batches.waiting(tx, job, WAITING_MAX);
  const isOver = hasEnded || replay.next_seq > replay.last_seq;
  if (isOver) return waiting.all === 0 ? batches.complete(tx, job) : batches.postpone(tx, job);
  if (!endpoint.may_send) return batches.postpone(tx, job, INACTIVE_PAUSE_SECONDS);
  if (waiting.due >= DUE_MAX || waiting.all >= WAITING_MAX) return batches.postpone(tx, job);
  return batches.queueNext(tx, job, replay);
}
