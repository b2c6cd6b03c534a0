import type { Actor, StoredActor } from './actor.ts';
import type { Answer } from './answer.ts';
import type { Connector } from './connector.ts';
import type { Platform } from './platforms.ts';
import type { Tenant } from './tenant.ts';
import type { LiveCalls, Tools } from './tools.ts';

/** The tenant's side of the database. `db/database.ts` declares what it can do. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, so that core stays free of I/O.
export interface TenantDatabase {}

/** Statements of one transaction; filled the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Transaction {}

/** How a transaction runs; filled the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface TransactionOptions {}

/** The preferences of one request. */
interface RequestOptions {
  readonly id: string;
  /** The address that it came from; empty: its connection is gone. */
  readonly ip: string;
  readonly dryRun: boolean;
  /** The caller has proved itself within the last ten minutes. */
  readonly isProofFresh: boolean;
  readonly hasIdempotencyKey: boolean;
  /** The last event that the caller of a stream has (`Last-Event-ID`). */
  readonly lastEventId?: string | undefined;
  /** Seconds the caller is willing to wait for an outcome (`Prefer: wait=N`), 0 to 30. */
  readonly waitSeconds: number;
  /** The caller does not want an address to be called before it is saved (`Prefer: verification=none`). */
  readonly skipsVerification: boolean;
  /** It carries out what somebody has approved, in the name of its author. */
  readonly isApproved: boolean;
}

/** A call that waited for a person. */
export interface StoredCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly author: StoredActor;
  /**
   * Notes the decision at the start of the first commit; throws when it cannot be carried out any more. What it returns runs at the
   * end. Both may run again after an aborted commit.
   */
  readonly mark: (tx: Transaction) => Promise<() => Promise<unknown>>;
  /** false: resolves when it is committed, without the outcome at the platform. */
  readonly waits: boolean;
}

/** Everything an operation may use. Built once per request. */
export interface Context extends Tools {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly request: RequestOptions;
  readonly db: TenantDatabase;
  /**
   * Commits a write together with the record of its idempotency key. A dry run does the work and
   * rolls back. The result is the stored response, or, for operations with `replay`, names the resource by its `id`.
   */
  readonly commit: <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  readonly connectors: Connectors;
  /** Carries out a stored call in the name of its author, with the rights of this actor. */
  readonly carryOut: (stored: StoredCall) => Promise<Answer<Record<string, unknown>>>;
}

/** The context of an operation with `callsPlatform`. */
export interface PlatformContext extends Context {
  readonly live: LiveCalls;
}

export type Connectors = Partial<Record<Platform, Connector>>;
