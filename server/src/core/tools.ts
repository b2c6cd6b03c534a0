import type { Metrics } from './analytics/metrics.ts';
import type { Payments } from './billing/payments.ts';
import type { PlatformAccess } from './connecting/platform-access.ts';
import type { Connector } from './connector.ts';
import type { Files } from './files.ts';
import type { ModerationStatus } from './messaging/inbox.ts';
import type { Media, MediaFile, Session } from './session.ts';
import type { Tenant, World } from './tenant.ts';
import type { Lease } from './worker.ts';

/** Tools of the process that every operation may use. `startup/tools.ts` builds them. */
export interface Tools {
  /** The name of this cell; empty: the installation is alone. */
  readonly cell: string;
  readonly cursors: CursorCodec;
  /** Sends one guarded request to a customer's address. Never throws for faults of the other side. */
  readonly callCustomer: (request: CustomerRequest) => Promise<CustomerResponse>;
  /**
   * Why an address may not be called, as the rest of a sentence ("must use https"); undefined when it may. Webhooks need
   * https; media may come over http.
   */
  readonly urlProblem: (tenant: Tenant, url: string, purpose: 'webhook' | 'media') => string | undefined;
  readonly vault: Vault;
  /** Loads the file at an address of a customer, within the lease; throws PlatformError. Close it. */
  readonly openMedia: (tenant: Pick<Tenant, 'world'>, media: Media, lease: Lease) => Promise<MediaFile>;
  /** Files of customers. */
  readonly files: Files;
  /** Wakes a worker of this process before its next poll, because a row became due. */
  readonly wake: (worker: string) => void;
  /** Resolves to the number of the tenant's newest event when it is past this one; to undefined when the signal is aborted. */
  readonly newEvents: (tenantId: string, seq: number, signal: AbortSignal) => Promise<number | undefined>;
  /** Access to platforms without a connected account. */
  readonly platforms: PlatformAccess;
  /** The address of a page for people, as their browsers reach it. */
  readonly personUrl: (path: string) => string;
  /** Sends mail to people; undefined: this installation sends none. */
  readonly mail: Mail | undefined;
  /** Sells plans; undefined: this installation sells none. */
  readonly payments: Payments | undefined;
  /** Disconnects all accounts of a deleted workspace, in both of its tenants. */
  readonly stopWorkspace: (workspaceId: string) => Promise<void>;
  /** Advances the clock of a test tenant's world; throws ApiError when the simulator is not reachable. */
  readonly advanceSimulator: (tenant: Tenant, aheadSeconds: number) => Promise<void>;
  /** The public address of a world, which is ready to be used; throws ApiError 503. */
  readonly worldUrl: (world: World) => Promise<string>;
}

/** Mail to people, as text. Throws when the server does not take it. */
export interface Mail {
  readonly send: (mail: { readonly to: string; readonly subject: string; readonly text: string }) => Promise<void>;
}

/** Calls to platforms while the request waits, for operations with `callsPlatform`. */
export interface LiveCalls {
  /** Reads the counters of a published post from the platform; throws PlatformError. */
  readonly readMetrics: (tenant: Tenant, accountId: string, platformPostId: string) => Promise<Metrics>;
  /** Asks an account's platform while the request waits, at most ten seconds; throws PlatformError. */
  readonly ask: <T>(
    tenant: Tenant,
    accountId: string,
    ask: (connector: Connector, session: Session) => Promise<T>,
  ) => Promise<T>;
  /**
   * Reads an account's comments on one post from the platform and stores them. Never throws for platform faults. Returns
   * whether they were read. `status`: those that moderation keeps there, where the platform lists them apart.
   */
  readonly refreshComments: (
    tenant: Tenant,
    accountId: string,
    platformPostId: string,
    status?: ModerationStatus,
  ) => Promise<boolean>;
}

/** Opaque list positions, signed and bound to their tenant and filters. */
export interface CursorCodec {
  readonly encode: (tenantId: string, scope: string, position: readonly (string | number | null)[]) => string;
  /** Throws ApiError `invalid_request` with `meta.field` `cursor` for foreign cursors. */
  readonly decode: (tenantId: string, scope: string, cursor: string) => (string | number | null)[];
}

interface CustomerRequest {
  readonly tenant: Tenant;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface CustomerResponse {
  /** null when no response came. */
  readonly status: number | null;
  /** The first 64 KiB of the response's body. */
  readonly body: string;
  /** Why no response came, in one word: `dns`, `rejected`, `tls`, `timeout` and the like. null when one came. */
  readonly reason: string | null;
  /** The reason as a sentence. Beside a status: why the body is not complete. */
  readonly error: string | null;
  readonly durationMs: number;
  readonly retryAfterSeconds: number | null;
}

/** Encrypts values that must be read again: platform tokens, webhook secrets. The associated data binds a value to its row. */
export interface Vault {
  readonly encrypt: (plain: string, associatedData: string) => string;
  /** Throws when the value has an unknown key or other associated data. */
  readonly decrypt: (encrypted: string, associatedData: string) => string;
}

/**
 * Notes of the processes of an installation to one another, lost at any time. No call throws, and none waits longer
 * than 50 ms: without a response there is nothing in the cache.
 */
export interface SharedCache {
  /** The value, when it has the form that its writer gave it. */
  readonly read: (key: string, form: RegExp) => Promise<string | undefined>;
  /** Keeps a value for some time, without waiting for it. */
  readonly write: (key: string, value: string, milliseconds: number) => void;
  /** Adds to a number that ends some time after its first addition. Returns the sum and how long it still lasts. */
  readonly count: (
    key: string,
    amount: number,
    milliseconds: number,
  ) => Promise<{ readonly count: number; readonly leftMs: number } | undefined>;
  /** Forgets a value, without waiting for it. */
  readonly remove: (key: string) => void;
  /** Whether the server of the cache cannot be used at the moment, also before the first connection. */
  readonly isDegraded: () => boolean;
  /** The total time in which it could not be used. */
  readonly degradedSeconds: () => number;
}
