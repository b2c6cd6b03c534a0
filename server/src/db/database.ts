import pg from 'pg';
import type { TenantDatabase as TenantDatabaseSlot, Transaction as TransactionSlot } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { originNow } from '../core/observing/work.ts';
import { createKeyedMutex, type KeyedMutex } from '../lib/mutex/keyed-mutex.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import type { Statement } from './flush.ts';
import type { LoginKind } from './logins.ts';
import { OpenTransaction } from './open-transaction.ts';
import { createPools, type Pools } from './pools.ts';
import { type Deferred, type Query, type Runner, toStatement } from './query.ts';
import { flushInScope, type Scope } from './scope.ts';

export { isStatementStopped } from './flush.ts';

declare module '../core/context.ts' {
  interface Transaction extends Runner {
    /**
     * Defers statements whose rows are not needed before the commit. They are sent together with the commit, or before
     * the next statement that runs at once. Their rows are there after the commit, and their faults are its faults.
     */
    defer<T>(work: (runner: Runner) => Promise<T>): Deferred<T>;
    /** Sends the deferred statements now, without the commit. */
    flush(): Promise<void>;
    /** Calls `told` after the commit, and never when the transaction is rolled back. */
    afterCommit(told: () => void): void;
  }
  interface TransactionOptions {
    /**
     * Transactions of this process with the same queue run one after the other, without a connection while they wait. In
     * the database they would wait for the row that they all lock.
     */
    readonly queue?: string | undefined;
  }
  interface TenantDatabase extends Runner {
    /** Several statements that commit together; a throw rolls back. */
    transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  }
}

/** Statements that commit together. */
export type Transaction = TransactionSlot;

/**
 * A tenant's view of the database: row level security shows that tenant's rows only. It offers no way to the system
 * role, because every request holds one.
 */
export type TenantDatabase = TenantDatabaseSlot;

/**
 * The database, on two pools: requests log in with a role that can only become `hubbub_app`, work over all tenants with
 * one that can only become `hubbub_workers`. Each unit of work is a transaction that starts by taking its role and, for
 * tenants, the sealed id of the tenant, in the same flush as its first statement. Nothing stays on the connection, so
 * transaction pooling works.
 */
export interface Database {
  tenant(tenantId: string): TenantDatabase;
  /** The tenant's database for somebody who waits for an answer: a statement has less time. */
  request(tenantId: string): TenantDatabase;
  /** Sees the rows of all tenants, for workers: claims, key look-ups, housekeeping. Requests never get it. */
  readonly system: TenantDatabase;
  /** Work for many tenants in one statement or transaction, for the engine. */
  readonly batcher: Batcher;
  /** The connections of each pool now. */
  readonly connections: Pools['counts'];
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The address of the owner. The login roles and their passwords are read with it. */
  readonly url: string;
  /** The address of a pooler for everything else; default: `url`. */
  readonly poolerUrl?: string | undefined;
  /** Whether connections keep prepared statements. Default: yes. */
  readonly preparesStatements?: boolean;
  /** The most connections of each of the two pools. */
  readonly connectionsMax: number;
  /** The longest time of a request's statement; default: that of a worker's. */
  readonly requestSecondsMax?: number;
  readonly log: (message: string, error: unknown) => void;
}

/** How long a batch waits for a locked row. */
const BATCH_LOCK_MS_MAX = 2000;

/**
 * The server ends a transaction that is idle for this long. A process that was stopped in the middle of one would keep
 * its locks for ever.
 */
const IDLE_MS_MAX = 10_000;
/** No statement of a worker takes as long, unless it waits for something that never comes. */
const STATEMENT_SECONDS_MAX = 300;
const timeLimits = (statementSeconds: number) =>
  `set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true), set_config('statement_timeout', '${statementSeconds}s', true)`;

/** Opens the pools. They connect on demand. */
export function openDatabase(options: DatabaseOptions): Database {
  const pools = createPools(options);
  const inQueue = createKeyedMutex((options.requestSecondsMax ?? STATEMENT_SECONDS_MAX) * 1000, () => busy());
  const scoped = (kind: LoginKind, name: string, settings: string, values: () => unknown[] = () => []) =>
    connected(pools, inQueue, kind, {
      statement: () => inOrigin(name, settings, values()),
      renew: pools.renew,
    });
  const asSystem = (name: string, settings: readonly string[], values: unknown[] = []) =>
    scoped(
      'workers',
      name,
      [timeLimits(STATEMENT_SECONDS_MAX), "set_config('role', 'hubbub_workers', true)", ...settings].join(', '),
      () => values,
    );
  const system = asSystem('system', []);
  const asTenant = (name: string, statementSeconds: number) => (tenantId: string) =>
    scoped(
      'requests',
      name,
      `public.enter_tenant($1, $2), ${timeLimits(statementSeconds)}, set_config('role', 'hubbub_app', true)`,
      () => [tenantId, pools.proofOf(tenantId)],
    );
  return {
    system,
    batcher: createBatcher({
      forOne: system,
      forMany: asSystem('system batch', [`set_config('lock_timeout', '${BATCH_LOCK_MS_MAX}', true)`]),
      atClockOf: (id) => asSystem('system at clock', ["set_config('app.clock', clock_of($1), true)"], [id]),
    }),
    tenant: asTenant('tenant', STATEMENT_SECONDS_MAX),
    request: asTenant('request', options.requestSecondsMax ?? STATEMENT_SECONDS_MAX),
    ping: async () => {
      await system.run({ compile: () => ({ sql: 'select 1', parameters: [] }) } as unknown as Query<unknown>);
    },
    connections: pools.counts,
    close: pools.close,
  };
}

/** A scope that also names the request and the span that the work belongs to, for the rows that it writes. */
function inOrigin(name: string, settings: string, values: readonly unknown[]): Statement {
  const { requestId, traceparent } = originNow();
  const [first, second] = [values.length + 1, values.length + 2];
  return {
    name,
    text: `select ${settings}, set_config('app.request_id', $${first}, true), set_config('app.traceparent', $${second}, true)`,
    values: [...values, requestId ?? '', traceparent ?? ''],
    isSilent: true,
  };
}

/** Statements and transactions that start with a scope. */
function connected(pools: Pools, inQueue: KeyedMutex, kind: LoginKind, scope: Scope): TenantDatabase {
  // A single statement forms its own transaction, with the scope before it in the same flush.
  const run: Runner['run'] = (query) =>
    withClient(pools, kind, async (client) => (await flushInScope(client, scope, [toStatement(query)]))[0] as never[]);
  return {
    run,
    first: async (query) => (await run(query))[0],
    transaction: (work, { queue } = {}) => {
      const run = () =>
        withClient(pools, kind, async (client) => {
          const tx = new OpenTransaction(client, scope);
          try {
            const result = await work(tx);
            await tx.commit();
            return result;
          } catch (error) {
            await tx.rollBack().catch(() => {});
            throw error;
          }
        });
      return queue === undefined ? run() : inQueue(queue, run);
    },
  };
}

async function withClient<T>(pools: Pools, kind: LoginKind, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { broken } = pools;
  let client: pg.PoolClient;
  try {
    client = await pools.connect(kind);
  } catch (error) {
    throw unavailable(error);
  }
  try {
    return await work(client);
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    if (!broken.has(client)) broken.set(client, error as Error);
    throw unavailable(error);
  } finally {
    client.release(broken.get(client));
  }
}

/** The driver's own errors of a lost connection. They have no code, and `driver-contract.test.ts` compares them. */
export const CONNECTION_LOST: readonly string[] = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/**
 * Whether the connection was lost, so that the outcome of a commit is unknown. Messages of the server and of ours may hold
 * words of customers, so only whole messages of the driver count.
 */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return /^(08|57P0|25P03)/.test(code ?? '');
  if (code === undefined) return CONNECTION_LOST.includes(message);
  return /^(ECONN|EPIPE|ETIMEDOUT)/.test(code) || (code === 'ENOENT' && syscall === 'connect');
}

function unavailable(error: unknown): ApiError {
  const wrapped = new ApiError('unavailable', 'The database is not reachable right now. Try again in a moment.', {
    retry_after: 1,
  });
  wrapped.cause = error;
  return wrapped;
}

function busy(): ApiError {
  return new ApiError('unavailable', 'Other requests of this workspace write at the moment. Try again in a moment.', {
    retry_after: 1,
  });
}

/** The reason that the SQL function `reject(reason)` aborted a transaction with; undefined for other errors. */
export function abortReasonOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'HB001' ? message : undefined;
}

/** The unique constraint that a statement violated; undefined for other errors. */
export function uniqueViolationOf(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : undefined;
}
