import { VERSION } from '../config/version.ts';
import { briefly } from '../db/briefly.ts';
import type { Runner } from '../db/query.ts';
import { countRenewals } from '../features/accounts/index.ts';
import { usage } from '../features/usage/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { ignoredMetrics } from '../inbound/index.ts';
import { type Metrics, type MetricsSources, openMetrics } from '../observability/metrics/metrics.ts';
import { depthOf, QUEUE_NAMES, type QueueName } from '../workers/index.ts';
import { lastBackupAt } from './last-backup.repository.ts';
import type { Resources } from './resources.ts';

/** Measures the service. Without workers in this process, the queues are shown all the same. */
export function createMetrics(
  { config, db, cache, connectors }: Resources,
  running: Pick<MetricsSources, 'turns' | 'runners'>,
): Metrics {
  const read = <T>(of: (system: Runner) => Promise<T>) => briefly(db.system, of);
  return openMetrics({
    ...running,
    version: VERSION,
    platforms: Object.keys(connectors),
    cache,
    connections: db.connections,
    ignored: ignoredMetrics.counts,
    folders: { data: config.dataDir },
    database: {
      queues: QUEUE_NAMES,
      depthOf: (worker) => read((system) => depthOf(system, worker as QueueName)),
      renewals: () => read(countRenewals),
      storedBytes: () => read(usage.storedBytes),
      suspendedWorkspaces: () => read(workspaces.countSuspended),
      lastBackupAt: () => read(lastBackupAt),
    },
  });
}
