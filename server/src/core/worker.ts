/**
 * Due work. The row is the job: a lane claims due rows in batches, works on them outside any transaction and settles
 * each with its attempt number as a fence, so that a worker that lost its lease can never write.
 */
export interface Lane<Job> {
  readonly name: string;
  /** Jobs worked on at once in one process. */
  readonly concurrency: number;
  /** Whose work it is. Nobody has more than `max` jobs running in one process, so that others always find a free place. */
  readonly spread?: { readonly by: (job: Job) => string; readonly max: number };
  /**
   * Leases up to `limit` due rows; the lease and the attempt are counted before the work starts. `running`: how many jobs
   * each of those that `spread` tells apart has already.
   */
  readonly claim: (
    limit: number,
    leaseSeconds: number,
    running?: ReadonlyMap<string, number>,
  ) => Promise<readonly Job[]>;
  /** Prolongs the lease of a running job; false when it was lost. Absent for lanes whose jobs end well within a lease. */
  readonly renew?: (job: Job, leaseSeconds: number) => Promise<boolean>;
  /** Does the job and settles its row. A throw is an error of the lane, not of the job: the lease then runs out. */
  readonly work: (job: Job, lease: Lease) => Promise<void>;
  /** Gives a claimed job back untouched, when the process stops before it began. */
  readonly release?: (job: Job) => Promise<void>;
}

/** A worker's hold on a row. Every outside call must end before `deadlineMs`. */
export interface Lease {
  /** On the monotonic scale of `monotonicMs()`. Moves when the lease is renewed. */
  readonly deadlineMs: () => number;
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** Aborted when the process stops, for work that is better handed back than waited for. */
  readonly stopping?: AbortSignal;
  /** Whether the worker may take up further work under this lease: not when the process stops or others wait for a turn. */
  readonly mayGoOn?: () => boolean;
}
