import type { WindowSetup } from './connecting.ts';
import type { Connector, Metrics } from './connector.ts';
import type { Files } from './files.ts';
import type { Plan, PlanName } from './plans.ts';
import type { Platform } from './platforms.ts';
import type { Scope } from './scope.ts';
import type { AppCredentials, Session, Tokens } from './session.ts';

/** The tenant's side of the database. `db/database.ts` declares what it can do. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, so that core stays free of I/O.
export interface TenantDatabase {}

/** Statements of one transaction; filled the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Transaction {}

/** The live or the test half of a workspace. Every row belongs to one tenant. */
export interface Tenant {
  readonly id: string;
  readonly workspaceId: string;
  readonly mode: 'live' | 'test';
  readonly planName: PlanName;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** What the caller's key may do. Empty lists mean no restriction. */
export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly brandIds: readonly string[];
}

/** The preferences of one request. */
export interface RequestOptions {
  readonly id: string;
  readonly dryRun: boolean;
  readonly hasIdempotencyKey: boolean;
  /** Seconds the caller is willing to wait for an outcome (`Prefer: wait=N`), 0 to 30. */
  readonly waitSeconds: number;
}

/** Everything an operation may use. Built once per request. */
export interface Context {
  readonly tenant: Tenant;
  readonly caller: Caller;
  readonly request: RequestOptions;
  readonly db: TenantDatabase;
  /**
   * Commits the effects of a write together with the record of its idempotency key; on a dry run does the work and
   * rolls back. The result is the stored answer, or, for operations with `replay`, names the resource by its `id`.
   */
  readonly commit: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly connectors: Connectors;
  readonly services: Services;
}

export type Connectors = Partial<Record<Platform, Connector>>;

/** Tools of the process that operations call. The slots are filled by `app.ts`. */
export interface Services {
  readonly cursors: CursorCodec;
  /** Sends one request to a customer's address under the guard; never throws for what the other side does. */
  readonly callCustomer: (request: CustomerRequest) => Promise<CustomerAnswer>;
  /** Why an address may not be called, as the rest of a sentence ("must use https"), or undefined when it may. Webhooks need https; media may come over http. */
  readonly refuseUrl: (tenant: Tenant, url: string, purpose: 'webhook' | 'media') => string | undefined;
  readonly vault: Vault;
  /** Files of customers. */
  readonly files: Files;
  /** Tells a lane of this process that a row became due, so that it looks before its next poll. */
  readonly wake: (lane: string) => void;
  /** Ways to the platforms that need no connected account. */
  readonly platforms: PlatformAccess;
  /** Brings the clock of the simulated platforms to where a test tenant's is; throws ApiError when they are not reached. */
  readonly advanceSimulator: (tenantId: string, aheadSeconds: number) => Promise<void>;
  /** Counters of a published post, from the platform now; throws PlatformError. */
  readonly readMetrics: (tenant: Tenant, accountId: string, platformPostId: string) => Promise<Metrics>;
  /** Asks an account's platform something while the request waits, at most ten seconds; throws PlatformError. */
  readonly askPlatform: <T>(
    tenant: Tenant,
    accountId: string,
    ask: (connector: Connector, session: Session) => Promise<T>,
  ) => Promise<T>;
  /** Reads an account's comments on one post from the platform and stores them; never throws for platform faults. */
  readonly refreshComments: (tenant: Tenant, accountId: string, platformPostId: string) => Promise<void>;
}

export interface PlatformAccess {
  /** The installation's own app on a platform (on one of its servers); test tenants have the simulator's. */
  readonly app: (tenant: Tenant, platform: Platform, server?: string) => Promise<AppCredentials | undefined>;
  readonly saveApp: (tenant: Tenant, platform: Platform, server: string, app: AppCredentials) => Promise<void>;
  /** Saves an app unless there is one already, and gives the one that is there then. */
  readonly keepApp: (
    tenant: Tenant,
    platform: Platform,
    server: string,
    app: AppCredentials,
  ) => Promise<AppCredentials>;
  /** The settings that give the installation an app on the platform. */
  readonly appSettings: (platform: Platform) => readonly string[];
  /** The settings that its signup window needs. */
  readonly windowSettings: (platform: Platform) => readonly string[];
  /** How the platform's signup window of this installation is set up; empty where it is not. */
  readonly windowSetup: (tenant: Tenant, platform: Platform) => WindowSetup;
  /** A session for a login that is not an account yet. All of its calls together have twenty seconds. */
  readonly session: (tenant: Tenant, connector: Connector, login: Login) => Session;
  /** Base addresses of the platform as the customer's browser reaches them. */
  readonly browserHosts: (
    tenant: Tenant,
    connector: Connector,
    hosts: Login['hosts'],
  ) => Readonly<Record<string, string>>;
  /** Where a platform sends the browser back to. */
  readonly callbackUri: (platform: Platform) => string;
  /** An address of ours, as everybody reaches it. */
  readonly publicUrl: (path: string) => string;
  /** Ends our access to a disconnected account, unless somebody else here holds it too. Never throws; a few seconds at most. */
  readonly revoke: (tenant: Tenant, account: DisconnectedAccount) => Promise<void>;
}

export interface Login {
  readonly app: AppCredentials;
  readonly tokens?: Tokens;
  /** The profile that was chosen. */
  readonly platformId?: string;
  /** Base addresses of the account's own server, for platforms of many servers. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
}

/** An account as it was before its tokens were wiped. */
export interface DisconnectedAccount {
  readonly id: string;
  readonly platform: string;
  readonly platform_id: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Sealed. */
  readonly credentials: string;
}

/** Opaque list positions, signed and bound to their tenant and filters. */
export interface CursorCodec {
  readonly encode: (tenantId: string, scope: string, position: readonly (string | number | null)[]) => string;
  /** Throws ApiError `invalid_request` with `meta.field` `cursor` on anything that it did not make. */
  readonly decode: (tenantId: string, scope: string, cursor: string) => (string | number | null)[];
}

export interface CustomerRequest {
  readonly tenant: Tenant;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface CustomerAnswer {
  /** null when no answer came. */
  readonly status: number | null;
  readonly body: string;
  readonly error: string | null;
  readonly durationMs: number;
  readonly retryAfterSeconds: number | null;
}

/** Encrypts values that must be read again: platform tokens, webhook secrets. The place binds a value to its row. */
export interface Vault {
  readonly seal: (plain: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string;
}
