/** A family of `/metrics`, without its prefix. */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Whose numbers they are: those of one process, or those of the installation, which every process shows alike. */
  readonly of: 'process' | 'installation';
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

export const PREFIX = 'hubbub_';

const MODE = 'mode';
const REQUEST_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];
const CALL_SECONDS = [0.05, 0.2, 0.5, 1, 3, 10, 30];
const LAG_SECONDS = [1, 5, 15, 60, 300, 900, 3600, 14_400];

/** Every family, in the order of `/metrics` and of docs/metrics.md. */
export const FAMILIES = {
  build_info: { type: 'gauge', of: 'process', labels: ['version'], help: 'Always 1; the label tells the version' },

  http_requests_total: {
    type: 'counter',
    of: 'process',
    labels: ['operation', 'status'],
    help: 'Requests that ended; other routes have their pattern as operation, and 499 is a client that left early',
  },
  http_request_duration_seconds: {
    type: 'histogram',
    of: 'process',
    labels: ['operation'],
    buckets: REQUEST_SECONDS,
    help: 'Time from the head of a request to the end of its response',
  },
  requests_held: { type: 'gauge', of: 'process', help: 'Requests that work in the database' },
  requests_waiting: { type: 'gauge', of: 'process', help: 'Requests that wait for their turn in the database' },
  requests_refused_total: {
    type: 'counter',
    of: 'process',
    help: 'Requests that were rejected because too many of their tenant waited',
  },
  quota_refusals_total: {
    type: 'counter',
    of: 'process',
    labels: ['charge'],
    help: 'Requests that were rejected because the allowance of the plan was used up',
  },
  quota_check_degraded: {
    type: 'gauge',
    of: 'process',
    help: '1 while the server at REDIS_URL cannot be used: requests are allowed, the database decides on quotas',
  },
  quota_check_degraded_seconds_total: {
    type: 'counter',
    of: 'process',
    help: 'Time for which the server at REDIS_URL could not be used',
  },

  posts_settled_total: {
    type: 'counter',
    of: 'process',
    labels: ['outcome', MODE],
    help: 'Posts that got their final status: published, partial or failed',
  },
  actions_settled_total: {
    type: 'counter',
    of: 'process',
    labels: ['action', 'platform', 'outcome', MODE],
    help: 'Actions that were settled: published, failed or unconfirmed; targets of posts have the action publish',
  },
  platform_calls_total: {
    type: 'counter',
    of: 'process',
    labels: ['platform', 'outcome', MODE],
    help: 'Calls to platforms: ok, throttled (429), refused (other 4xx), failed (5xx), unavailable (never arrived), unknown (response lost)',
  },
  platform_call_duration_seconds: {
    type: 'histogram',
    of: 'process',
    labels: ['platform', MODE],
    buckets: CALL_SECONDS,
    help: 'Duration of calls to platforms',
  },
  platform_throttles_total: {
    type: 'counter',
    of: 'process',
    labels: ['platform', MODE],
    help: 'Work that a platform throttled, also with other statuses than 429',
  },

  inbound_lag_seconds: {
    type: 'histogram',
    of: 'process',
    labels: ['platform', 'source', MODE],
    buckets: LAG_SECONDS,
    help: 'Time from the creation of an item on its platform until it was stored, by callback or by reading',
  },
  ignored_metrics_total: {
    type: 'counter',
    of: 'process',
    labels: ['platform'],
    help: 'Numbers of platforms that were ignored, because their names are unknown or they are no numbers',
  },
  accounts_token_ending: {
    type: 'gauge',
    of: 'installation',
    labels: ['platform', MODE],
    help: 'Accounts whose access ends within seven days and that only a person can renew',
  },
  accounts_reconnect_required: {
    type: 'gauge',
    of: 'installation',
    labels: ['platform', MODE],
    help: 'Accounts that have lost their access and must be connected again',
  },

  delivery_attempts_total: {
    type: 'counter',
    of: 'process',
    labels: ['outcome', MODE],
    help: 'Attempts of deliveries to webhook endpoints: success, pending (tried again later) or failed (given up)',
  },
  delivery_duration_seconds: {
    type: 'histogram',
    of: 'process',
    labels: [MODE],
    buckets: CALL_SECONDS,
    help: 'Time in which webhook endpoints answered, or did not',
  },

  queue_due: {
    type: 'gauge',
    of: 'installation',
    labels: ['worker'],
    help: 'Due work that no worker has taken, counted up to 10,000',
  },
  queue_oldest_due_seconds: {
    type: 'gauge',
    of: 'installation',
    labels: ['worker'],
    help: 'Time for which the oldest due work has waited for its worker; 0 when nothing is due',
  },
  worker_running: { type: 'gauge', of: 'process', labels: ['worker'], help: 'Jobs that run' },
  worker_polling: {
    type: 'gauge',
    of: 'process',
    labels: ['worker'],
    help: '1 while the worker looks for due work; absent where ROLE=api runs no workers',
  },

  database_connections: {
    type: 'gauge',
    of: 'process',
    labels: ['pool', 'state'],
    help: 'Connections to the database, in_use or idle',
  },
  database_connections_max: { type: 'gauge', of: 'process', labels: ['pool'], help: 'The most connections of a pool' },
  database_connections_waiting: {
    type: 'gauge',
    of: 'process',
    labels: ['pool'],
    help: 'Work that waits for a connection of the pool',
  },
  database_slow_statements_total: {
    type: 'counter',
    of: 'process',
    labels: ['outcome'],
    help: 'Statements, sent together or alone, that took longer than a second (finished) or that the time limit ended (stopped)',
  },
  scrape_errors_total: {
    type: 'counter',
    of: 'process',
    labels: ['reading'],
    help: 'Readings for /metrics that failed; their families are left out until the next one works',
  },

  disk_free_bytes: {
    type: 'gauge',
    of: 'process',
    labels: ['place'],
    help: 'Room that is left on the disk of a folder',
  },
  disk_size_bytes: { type: 'gauge', of: 'process', labels: ['place'], help: 'Size of the disk of a folder' },
  backup_last_timestamp_seconds: {
    type: 'gauge',
    of: 'installation',
    help: 'When the newest backup was finished, as Unix time; 0 when there is none',
  },
  workspaces_held: {
    type: 'gauge',
    of: 'installation',
    help: 'Workspaces that nothing acts for, after a restore, an import or an export',
  },
  media_stored_bytes: { type: 'gauge', of: 'installation', help: 'Size of all stored media' },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;
