import type { Connector } from '../../core/connector.ts';
import type { Effect, Published, RepeatableEffect } from '../../core/effect.ts';
import type { Media } from '../../core/session.ts';
import type { TenantDatabase, Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import type { ActionState, StoredMedia } from '../../db/schema.ts';

/** An action that was claimed, with what is needed to work on it. */
export interface Job {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly actionId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly kind: string;
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly batch: string | null;
  readonly input: Record<string, unknown>;
  readonly state: ActionState;
  readonly attempt: number;
  readonly pickups: number;
  readonly tries: number;
  readonly repeats: number;
  readonly looks: number;
  readonly sendKey: string | null;
  readonly prepared: Record<string, unknown> | null;
  readonly intentAt: Date | null;
  readonly startedAt: Date;
  readonly chargedPeriod: Date | null;
  /** Claimed only to be ended: it has waited for a throttled platform long enough. */
  readonly isExpired: boolean;
  /** The fence: every write carries it. */
  readonly leaseAttempt: number;
  readonly account: {
    readonly platformId: string;
    readonly username: string;
    readonly metadata: Record<string, unknown>;
    readonly credentials: string;
    readonly isConnected: boolean;
    readonly status: 'active' | 'reconnect_required';
  };
  /** When the claim was made: by the database's clock, and on the monotonic scale. */
  readonly claimedAt: Date;
  readonly claimedAtMs: number;
  /** A test tenant whose clock was moved: what is written of it carries that time, so it is written apart. */
  readonly hasOwnClock: boolean;
}

/** Why an action ended without its effect; kept with the row and shown to the caller. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly category: 'validation' | 'auth' | 'rate_limit' | 'platform' | 'system';
  readonly caused_by: 'user' | 'platform' | 'system';
  readonly retryable: boolean;
  readonly remedy: string;
  readonly platform_code?: string;
}

export type Outcome =
  | { readonly status: 'published'; readonly published: Published }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'unconfirmed'; readonly failure: Failure };

/**
 * Media items as connectors take them, for a post with these options; throws PlatformError `rejected` for one that is not
 * there any more, CopyNotReady while a copy that the platform needs is made.
 */
export type ResolveMedia = (
  items: readonly StoredMedia[],
  options?: Readonly<Record<string, unknown>>,
) => Promise<Media[]>;

/** A kind of action: which effect it is and what its end means for the rest of the tenant's rows. */
export interface ActionKind {
  readonly name: string;
  /** What a throttle of the platform means: wait for the reset, or fail at once because somebody waits for the answer. */
  readonly onThrottle: 'wait' | 'fail';
  // biome-ignore lint/suspicious/noExplicitAny: the input belongs to the effect that the kind itself picks.
  readonly effect: (connector: Connector, job: Job) => Effect<any> | RepeatableEffect<any> | undefined;
  /** What is sent; undefined when what it belongs to is gone. Runs once per pick-up, before anything else. */
  readonly load: (db: TenantDatabase, job: Job, media: ResolveMedia) => Promise<unknown>;
  /** Locks the rows that come before the accounts' rows in the order of locks. */
  readonly lock?: (tx: Runner, jobs: readonly Job[]) => Promise<void>;
  /** Whether several actions, also of several tenants, may be settled in one transaction. */
  readonly isShared?: true;
  /** Writes what follows from the outcomes, in the transaction that settles the actions: of one unless it is shared. */
  readonly settled: (tx: Transaction, ended: readonly Ended[]) => Promise<void>;
}

/** An action that is being settled. */
export interface Ended {
  readonly job: Job;
  readonly outcome: Outcome;
  readonly connector: Connector | undefined;
}

/** `settled` of a kind whose actions are settled one by one. */
export function alone(
  settled: (tx: Transaction, job: Job, outcome: Outcome, connector: Connector | undefined) => Promise<void>,
): ActionKind['settled'] {
  return async (tx, ended) => {
    for (const { job, outcome, connector } of ended) await settled(tx, job, outcome, connector);
  };
}

/** A job as it is worked on: times inside JSON come as text. `claimedAtMs`: just before the statement that claimed it. */
export function toJob(row: Omit<Job, 'claimedAtMs'>, claimedAtMs: number): Job {
  return {
    ...row,
    claimedAtMs,
    intentAt: row.intentAt === null ? null : new Date(row.intentAt),
    startedAt: new Date(row.startedAt),
    claimedAt: new Date(row.claimedAt),
  };
}
