import type { Context } from '../core/context.ts';
import type { Files } from '../core/files.ts';
import type { Lane } from '../core/lane.ts';
import type { Database } from '../db/database.ts';
import { createTokensLane } from '../features/accounts/index.ts';
import { type ActionTools, createOutwardLane } from '../features/actions/index.ts';
import { createCallbacksLane, createPollingLane, type ReadingTools } from '../features/inbound/index.ts';
import { createSweepMediaLane, createVideoCopiesLane } from '../features/media/index.ts';
import { createDeliveryLane, type DeliveryLaneOptions } from '../features/webhooks/index.ts';
import { createSweepLane } from './sweep.lane.ts';

export interface LaneParts {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly actions: ActionTools;
  readonly reading: ReadingTools;
  readonly deliveries: DeliveryLaneOptions;
  readonly pollSeconds: number | undefined;
  readonly files: Files;
  /** For films that are being converted. */
  readonly copiesFolder: string;
}

/** Every lane of the service. */
export function allLanes(parts: LaneParts): Lane<unknown>[] {
  return [
    createOutwardLane(parts.db, parts.actions),
    createDeliveryLane(parts.deliveries),
    createCallbacksLane(parts.db, parts.connectors, parts.reading),
    createPollingLane(parts.reading, parts.pollSeconds),
    createTokensLane(parts.reading),
    createSweepLane(parts.db),
    createSweepMediaLane(parts.db, parts.files),
    createVideoCopiesLane(parts.db, { files: parts.files, folder: parts.copiesFolder }),
  ] as Lane<unknown>[];
}

export { type LaneRunner, runLane } from './runner.ts';
