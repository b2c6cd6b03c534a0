import type { z } from 'zod';
import type { Connector } from '../core/connector.ts';
import type { Effect, Published, RepeatableEffect } from '../core/effect.ts';
import type { Origin } from '../core/observing/work.ts';
import type { Media } from '../core/session.ts';
import type { World } from '../core/tenant.ts';
import type { Batcher } from '../db/batcher.ts';
import type { ActionState, StoredMedia } from '../db/column-types.ts';
import type { TenantDatabase, Transaction } from '../db/database.ts';
import type { Runner } from '../db/query.ts';

/** A claimed action, with everything that is needed to work on it. core/README.md explains its counters. */
export interface Job<Input = unknown> {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly world: World | null;
  readonly actionId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly kind: string;
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly batch: string | null;
  /** As it is stored until the action's schema has parsed it. */
  readonly input: Input;
  readonly state: ActionState;
  readonly attempt: number;
  readonly claimCount: number;
  readonly hangCount: number;
  readonly retryCount: number;
  readonly resendCount: number;
  readonly lookupCount: number;
  readonly sendKey: string | null;
  readonly prepared: Record<string, unknown> | null;
  readonly intentAt: Date | null;
  readonly startedAt: Date;
  readonly chargedPeriod: Date | null;
  /** Claimed only to be settled: it has waited for a throttled platform long enough. */
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
  /** The clock of this test tenant was moved. Its rows are written apart from others, at its time. */
  readonly hasOwnClock: boolean;
  /** The cause of it. */
  readonly origin: Origin;
}

/** The closed list of reasons why an action failed; docs/errors.md explains each. */
export const FAILURE_CODES = [
  'invalid_token',
  'reconnection_required',
  'permission_denied',
  'platform_rate_limit',
  'rejected',
  'not_found',
  'not_supported',
  'platform_error',
  'platform_timeout',
  'media_unavailable',
  'conversion_failed',
  'unconfirmed',
  'not_published',
  'held_too_long',
  'withdrawn',
  'stored_input_invalid',
  'internal_error',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** Why an action was settled without its effect; stored with the row and shown to the caller. */
export interface Failure {
  readonly code: FailureCode;
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
 * Media items as connectors take them, for a post with these options. Throws PlatformError `rejected` for an item that
 * no longer exists, and RenditionNotReady while a rendition that the platform needs is made.
 */
type ResolveMedia = (items: readonly StoredMedia[], options?: Readonly<Record<string, unknown>>) => Promise<Media[]>;

/**
 * A kind of action: its effect on the platform, and what its outcome means for the tenant's other rows. `Input` is what
 * it is queued with, `Started` what `start` returns.
 */
// biome-ignore lint/suspicious/noExplicitAny: the engine passes the parsed input on without knowing its type.
export interface Action<Input = any, Started = any> {
  readonly name: string;
  /** On a platform throttle: wait for the reset, or fail at once because a request waits for the outcome. */
  readonly onThrottle: 'wait' | 'fail';
  /** The stored input. The engine parses it once for each claim. */
  readonly input: z.ZodType<Input>;
  // biome-ignore lint/suspicious/noExplicitAny: `load` returns the input of the effect that is chosen here.
  readonly effect: (connector: Connector, input: Input) => Effect<any> | RepeatableEffect<any> | undefined;
  /**
   * Marks the rows that the action belongs to as started, before anything else of each claim. Undefined when they are
   * gone. It commits by itself.
   */
  readonly start?: (batcher: Batcher, job: Job<Input>) => Promise<Started | undefined>;
  /** Like `start`, but it only reads. There with `start`. */
  readonly peek?: (batcher: Batcher, job: Job<Input>) => Promise<Started | undefined>;
  /** The input of the effect; it only reads. Undefined when the rows that it belongs to are gone. Runs once per claim. */
  readonly load: (db: TenantDatabase, job: Job<Input>, media: ResolveMedia, started: Started) => Promise<unknown>;
  /** Locks the rows that come before accounts in the lock order. */
  readonly lock?: (tx: Runner, jobs: readonly Job[]) => Promise<void>;
  /** Whether several actions, also of several tenants, may be settled in one transaction. */
  readonly isShared?: true;
  /** Writes what follows from the outcomes, in the transaction that settles the actions: one action unless shared. */
  readonly settled: (tx: Transaction, actions: readonly SettledAction<Input>[]) => Promise<EndedPosts | undefined>;
}

/** The final statuses of posts that ended with their last target, by the ids of the posts. */
export type EndedPosts = ReadonlyMap<string, string>;

/** An action that is being settled. */
export interface SettledAction<Input = unknown> {
  /** Its input is undefined where the stored one does not fit the schema; such an action was not published. */
  readonly job: Job<Input | undefined>;
  readonly outcome: Outcome;
  readonly connector: Connector | undefined;
}

/** `settled` of an action that is settled one by one. */
export function oneByOne<Input>(
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions belong to no post.
  settled: (tx: Transaction, action: SettledAction<Input>) => Promise<EndedPosts | undefined | void>,
): Action<Input>['settled'] {
  return async (tx, actions) => {
    const ended = new Map<string, string>();
    for (const action of actions) for (const [id, status] of (await settled(tx, action)) ?? []) ended.set(id, status);
    return ended;
  };
}

/** A job from a claimed row: times inside JSON come as text. `claimedAtMs`: just before the statement that claimed it. */
export function toJob(row: Omit<Job, 'claimedAtMs'>, claimedAtMs: number): Job {
  return {
    ...row,
    claimedAtMs,
    intentAt: row.intentAt === null ? null : new Date(row.intentAt),
    startedAt: new Date(row.startedAt),
    claimedAt: new Date(row.claimedAt),
  };
}
