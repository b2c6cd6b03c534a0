/**
 * Due work. The row is the job: a worker claims due rows in batches, works on them outside any transaction and settles
 * each with its attempt number as a fence. So a worker that lost its lease can never write.
 */
export interface Worker<Job> {
  readonly name: string;
  /** Jobs worked on at once in one process. */
  readonly concurrency: number;
  /**
   * The least milliseconds from one claim to the next while jobs come, so that a claim gets many of them. Default: 5.
   */
  readonly claimPauseMs?: number;
  /** The owner of a job, such as its tenant. Owners take turns. */
  readonly ownerOf?: (job: Job) => string;
  /** Leases due rows. The attempt is counted before the work starts. */
  readonly claim: (claim: Claim) => Promise<readonly Job[]>;
  /** Prolongs the lease of a running job; false when it was lost. Absent where jobs end well within a lease. */
  readonly renew?: (job: Job, leaseSeconds: number) => Promise<boolean>;
  /** Does the job and settles its row. A throw is a fault of the worker, not of the job: the lease then expires. */
  readonly work: (job: Job, lease: Lease) => Promise<void>;
  /** Gives a claimed job back untouched, when the process stops before the job starts. */
  readonly release?: (job: Job) => Promise<void>;
}

/** What a worker asks for. */
export interface Claim {
  /** The jobs that may start. */
  readonly limit: number;
  readonly leaseSeconds: number;
  /** How many jobs of each owner run in this process. */
  readonly running: ReadonlyMap<string, number>;
}

/** A worker's hold on a row. Every outside call must end before `deadlineMs`. */
export interface Lease {
  /** On the monotonic scale of `performance.now()`. Moves when the lease is renewed. */
  readonly deadlineMs: () => number;
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** Aborted when the process stops. Long work should then be handed back. */
  readonly stopping?: AbortSignal;
  /** Whether the worker may start further work under this lease: not when the process stops or others wait for a turn. */
  readonly mayGoOn?: () => boolean;
}
