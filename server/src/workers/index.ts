import type { MediaAnalysis } from '../core/analysis/media-analysis.ts';
import type { Payments } from '../core/billing/payments.ts';
import type { PlatformAccess } from '../core/connecting/platform-access.ts';
import type { Context } from '../core/context.ts';
import type { Files } from '../core/files.ts';
import type { Observer } from '../core/observing/observer.ts';
import type { Worker } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { type ActionTools, createPublishWorker } from '../engine/index.ts';
import { createRevocationsWorker, createTokensWorker } from '../features/accounts/index.ts';
import { createBillingWorker } from '../features/billing/index.ts';
import { createExportsWorker } from '../features/exports/index.ts';
import { createHeldMailWorker, createHeldWorker, type HeldMailTools } from '../features/held/index.ts';
import { createMediaCleanupWorker, createVideoRenditionsWorker } from '../features/media/index.ts';
import { createHeldMediaWorker } from '../features/posts/index.ts';
import { createWorkspaceDeletionsWorker } from '../features/users/index.ts';
import { createDeliveryWorker, createReplaysWorker, type DeliveryWorkerOptions } from '../features/webhooks/index.ts';
import {
  createBudgetedRead,
  createCallbacksWorker,
  createErasuresWorker,
  createForwardsWorker,
  createMetricsWorker,
  createPollingWorker,
  type ReadingTools,
} from '../inbound/index.ts';
import { createChecksWorker } from '../suspensions/index.ts';
import { createExpiredRowsWorker } from './expired-rows.worker.ts';

export interface WorkerParts extends HeldMailTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly actions: ActionTools;
  readonly reading: ReadingTools;
  readonly deliveries: DeliveryWorkerOptions;
  readonly pollSeconds: number | undefined;
  readonly payments: Payments | undefined;
  readonly revoke: PlatformAccess['revoke'];
  readonly observer: Observer;
  readonly removeWorld: (worldId: string) => Promise<void>;
  readonly files: Files;
  readonly analysis: MediaAnalysis;
  /** Holds videos while they are converted. */
  readonly renditionsFolder: string;
}

/** Every worker of the service. */
export function allWorkers(parts: WorkerParts): Worker<unknown>[] {
  return [
    createPublishWorker(parts.db, parts.actions),
    createChecksWorker(parts.db, parts.actions),
    createHeldWorker(parts.db),
    createHeldMailWorker(parts.db, parts),
    createHeldMediaWorker(parts.db, {
      files: parts.files,
      openMedia: ({ world }, media, lease) => parts.reading.sessions.openMedia(world, media, lease),
    }),
    createDeliveryWorker(parts.deliveries),
    createReplaysWorker(parts.db),
    createCallbacksWorker(parts.db, parts.connectors, parts.reading),
    createForwardsWorker(parts.db),
    createPollingWorker(parts.reading, parts.pollSeconds),
    createMetricsWorker(parts.reading),
    createErasuresWorker(parts.db, parts.connectors),
    createTokensWorker(parts.reading),
    createBillingWorker(parts.db, parts.payments),
    createRevocationsWorker(parts.db, parts.revoke, parts.observer),
    createWorkspaceDeletionsWorker(parts.db, parts.files?.storage, parts.removeWorld),
    createExpiredRowsWorker(parts.db),
    createMediaCleanupWorker(parts.db, parts.files),
    createExportsWorker({
      db: parts.db,
      connectors: parts.connectors,
      storage: parts.files?.storage,
      read: createBudgetedRead(parts.reading),
      analysis: parts.analysis,
    }),
    createVideoRenditionsWorker(parts.db, { files: parts.files, folder: parts.renditionsFolder }),
  ] as Worker<unknown>[];
}

export { depthOf, QUEUE_NAMES, type QueueName } from './queues.repository.ts';
export { runWorker, type WorkerRunner } from './runner.ts';
export { watchQueues } from './watch-queues.ts';
