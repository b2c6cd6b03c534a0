import type { Job, Outcome } from './action.ts';

/**
 * A record, outside the database, of the actions of this installation on platforms. It tells what was sent since the
 * backup when an earlier database is restored. It holds ids only, no content.
 */
export interface Intents {
  /** Resolves when the intent is on disk. Throws when it cannot be written; then nothing may be sent. */
  readonly note: (job: IntentJob) => Promise<void>;
  /** Notes an outcome. A note that is lost leaves the intent open, so that it is looked up. */
  readonly settled: (job: IntentJob, outcome: Outcome) => void;
}

export type IntentJob = Pick<Job, 'tenantId' | 'accountId' | 'actionId' | 'attempt' | 'kind' | 'parentId'>;

/** A line of the journal. */
export interface IntentLine {
  /** The time of writing, in milliseconds by the clock of the process. */
  readonly t: number;
  readonly epoch: number;
  /**
   * `withdrawn`: somebody took it back, or what it published was removed. `edited`: it waits in other words or for another
   * time. `token`: the account got other tokens. `alive`: the process was running and could write.
   */
  readonly event: 'intent' | 'settled' | 'withdrawn' | 'edited' | 'token' | 'alive';
  readonly tenant?: string;
  readonly account?: string;
  readonly action?: string;
  readonly attempt?: number;
  readonly kind?: string;
  readonly status?: Outcome['status'];
  readonly platform_id?: string;
  readonly permalink?: string;
}
