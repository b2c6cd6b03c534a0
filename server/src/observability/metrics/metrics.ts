import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics } from 'prom-client';
import { createInstruments } from './instruments.ts';
import { listen, MODES } from './listen.ts';
import { createReadings, type Reading } from './readings.ts';

const QUEUES_EVERY_MS = 15_000;
const SELDOM_EVERY_MS = 60_000;

/** Sources of the numbers that no channel tells. */
export interface MetricsSources {
  readonly version: string;
  readonly platforms: readonly string[];
  readonly turns: () => { readonly held: number; readonly waiting: number; readonly rejected: number };
  readonly runners: ReadonlyMap<string, { readonly running: () => number; readonly isPolling: () => boolean }>;
  /** undefined without REDIS_URL. */
  readonly cache: { readonly isDegraded: () => boolean; readonly degradedSeconds: () => number } | undefined;
  readonly connections: () => Readonly<Record<string, Connections>>;
  /** Ignored numbers by platform. */
  readonly ignored: () => ReadonlyMap<string, number>;
  /** Folders whose disks are shown, by their names. */
  readonly folders: Readonly<Record<string, string>>;
  /** Readings of the database, over all tenants. They end soon, also by an error. */
  readonly database: {
    readonly queues: readonly string[];
    readonly depthOf: (worker: string) => Promise<{ readonly due: number; readonly oldestSeconds: number }>;
    readonly renewals: () => Promise<
      readonly { readonly platform: string; readonly mode: string; readonly ending: number; readonly lost: number }[]
    >;
    readonly storedBytes: () => Promise<number>;
    readonly suspendedWorkspaces: () => Promise<number>;
    /** undefined: there is no backup. */
    readonly lastBackupAt: () => Promise<Date | undefined>;
  };
}

interface Connections {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

export interface Metrics {
  /** Counts a request. `operation`: the name of its operation, or the pattern of its route; never its path. */
  readonly requestEnded: (operation: string, status: number, seconds: number) => void;
  readonly contentType: string;
  /** All families as Prometheus reads them. Never throws, and waits at most two seconds for the database. */
  readonly text: () => Promise<string>;
  readonly close: () => void;
}

/** Measures this process until it is closed. */
export function openMetrics(sources: MetricsSources): Metrics {
  const instruments = createInstruments();
  const { registry, show } = instruments;
  collectDefaultMetrics({ register: registry });
  const readings = createReadings((reading) => instruments.count('scrape_errors_total', { reading }));
  const { database } = sources;
  const queues = new Map(
    database.queues.map((worker) => [
      worker,
      readings.add(`queue ${worker}`, QUEUES_EVERY_MS, () => database.depthOf(worker)),
    ]),
  );
  const renewals = readings.add('renewals', SELDOM_EVERY_MS, database.renewals);
  const storedBytes = readings.add('media', SELDOM_EVERY_MS, database.storedBytes);
  const suspendedWorkspaces = readings.add('suspended workspaces', SELDOM_EVERY_MS, database.suspendedWorkspaces);
  const backup = readings.add(
    'backup',
    SELDOM_EVERY_MS,
    async () => ((await database.lastBackupAt())?.getTime() ?? 0) / 1000,
  );
  const disks = readings.add('disks', QUEUES_EVERY_MS, () => disksOf(sources.folders));
  const stopListening = listen(instruments, sources.platforms);
  show('build_info', [[{ version: sources.version }, 1]]);

  /** Shows what is kept elsewhere as it is now. */
  function look(): void {
    const { turns, runners, cache } = sources;
    const { held, waiting, rejected } = turns();
    show('requests_held', [[{}, held]]);
    show('requests_waiting', [[{}, waiting]]);
    show('requests_refused_total', [[{}, rejected]]);
    show('quota_check_degraded', cache === undefined ? [] : [[{}, Number(cache.isDegraded())]]);
    show('quota_check_degraded_seconds_total', cache === undefined ? [] : [[{}, cache.degradedSeconds()]]);
    show(
      'ignored_metrics_total',
      [...sources.ignored()].map(([platform, count]) => [{ platform }, count]),
    );
    show(
      'worker_running',
      [...runners].map(([worker, { running }]) => [{ worker }, running()]),
    );
    show(
      'worker_polling',
      [...runners].map(([worker, { isPolling }]) => [{ worker }, Number(isPolling())]),
    );
    const pools = Object.entries(sources.connections());
    show(
      'database_connections',
      pools.flatMap(([pool, { inUse, idle }]) => [
        [{ pool, state: 'in_use' }, inUse],
        [{ pool, state: 'idle' }, idle],
      ]),
    );
    show(
      'database_connections_max',
      pools.map(([pool, { max }]) => [{ pool }, max]),
    );
    show(
      'database_connections_waiting',
      pools.map(([pool, connections]) => [{ pool }, connections.waiting]),
    );
    const depths = [...queues].flatMap(([worker, reading]) => known(reading, (depth) => ({ worker, ...depth })));
    show(
      'queue_due',
      depths.map(({ worker, due }) => [{ worker }, due]),
    );
    show(
      'queue_oldest_due_seconds',
      depths.map(({ worker, oldestSeconds }) => [{ worker }, oldestSeconds]),
    );
    const renewed = known(renewals, (found) => withZeros(sources.platforms, found)).flat();
    show(
      'accounts_token_ending',
      renewed.map(({ platform, mode, ending }) => [{ platform, mode }, ending]),
    );
    show(
      'accounts_reconnect_required',
      renewed.map(({ platform, mode, lost }) => [{ platform, mode }, lost]),
    );
    show(
      'media_stored_bytes',
      known(storedBytes, (bytes) => [{}, bytes]),
    );
    show(
      'workspaces_held',
      known(suspendedWorkspaces, (count) => [{}, count]),
    );
    show(
      'backup_last_timestamp_seconds',
      known(backup, (seconds) => [{}, seconds]),
    );
    const places = disks.latest() ?? [];
    show(
      'disk_free_bytes',
      places.map(({ place, free }) => [{ place }, free]),
    );
    show(
      'disk_size_bytes',
      places.map(({ place, size }) => [{ place }, size]),
    );
  }

  return {
    requestEnded(operation, status, seconds) {
      instruments.count('http_requests_total', { operation, status });
      instruments.observe('http_request_duration_seconds', { operation }, seconds);
    },
    contentType: registry.contentType,
    async text() {
      await readings.refresh();
      look();
      return registry.metrics();
    },
    close: stopListening,
  };
}

/** Makes something of a reading's value; empty when there is none. */
function known<T, U>(reading: Reading<T>, make: (value: T) => U): U[] {
  const value = reading.latest();
  return value === undefined ? [] : [make(value)];
}

type Renewals = Awaited<ReturnType<MetricsSources['database']['renewals']>>;

/** Adds zeros, so that alerts see a change from nothing. */
function withZeros(platforms: readonly string[], found: Renewals): Renewals {
  const none = platforms.flatMap((platform) => MODES.map((mode) => ({ platform, mode, ending: 0, lost: 0 })));
  const counted = new Map([...none, ...found].map((each) => [`${each.platform} ${each.mode}`, each]));
  return [...counted.values()];
}

async function disksOf(folders: Readonly<Record<string, string>>) {
  return Promise.all(
    Object.entries(folders).map(async ([place, folder]) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { place, free: bavail * bsize, size: blocks * bsize };
    }),
  );
}
