import pg from 'pg';
import type { TenantDatabase as TenantDatabaseSlot, Transaction as TransactionSlot } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import { flush, type Statement } from './flush.ts';
import { OpenTransaction } from './open-transaction.ts';
import { type Deferred, type Query, type Runner, toStatement } from './query.ts';

declare module '../core/context.ts' {
  interface Transaction extends Runner {
    /**
     * Defers statements whose rows are not needed before the commit. They are sent together with the commit, or before
     * the next statement that runs at once. Their rows are there after the commit, and their faults are its faults.
     */
    defer<T>(work: (runner: Runner) => Promise<T>): Deferred<T>;
    /** Sends the deferred statements now, without the commit. */
    flush(): Promise<void>;
  }
  interface TenantDatabase extends Runner {
    /** Several statements that commit together; a throw rolls back. */
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
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
 * The connection pool. Each unit of work is a transaction that starts by taking a role and, for tenants, the tenant's
 * id, in the same flush as its first statement. Nothing stays on the connection, so transaction pooling works.
 */
export interface Database {
  tenant(tenantId: string): TenantDatabase;
  /** Sees the rows of all tenants, for workers: claims, key look-ups, housekeeping. Requests never get it. */
  readonly system: TenantDatabase;
  /** Work for many tenants in one statement or transaction, for the engine. */
  readonly batcher: Batcher;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly log: (message: string, error: unknown) => void;
}

/** How long a batch waits for a locked row. */
const BATCH_LOCK_MS_MAX = 2000;

/**
 * The server ends a transaction that is idle for this long. A process that was stopped in the middle of one would keep
 * its locks for ever.
 */
const IDLE_MS_MAX = 10_000;
const limitIdle = `set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true)`;

/** Opens the pool. It connects on demand. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    pipeline: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    application_name: 'hubbub',
  } as pg.PoolConfig);
  let isClosing = false;
  pool.on('error', (error) => isClosing || options.log('an idle database connection was lost', error));

  const broken = watchConnections(pool);
  const asSystem = (name: string, settings: string, values: unknown[] = []) =>
    connected(pool, broken, {
      name,
      text: `select ${limitIdle}, set_config('role', 'hubbub_lanes', true)${settings}`,
      values,
      isSilent: true,
    });
  const system = asSystem('system', '');
  return {
    system,
    batcher: createBatcher({
      forOne: system,
      forMany: asSystem('system batch', `, set_config('lock_timeout', '${BATCH_LOCK_MS_MAX}', true)`),
      atClockOf: (id) => asSystem('system at clock', ", set_config('app.clock', clock_of($1), true)", [id]),
    }),
    tenant: (tenantId) =>
      connected(pool, broken, {
        name: 'tenant',
        text: `select ${limitIdle}, set_config('app.tenant', $1, true), set_config('role', 'hubbub_app', true)`,
        values: [tenantId],
        isSilent: true,
      }),
    ping: async () => {
      await system.run({ compile: () => ({ sql: 'select 1', parameters: [] }) } as unknown as Query<unknown>);
    },
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Statements and transactions that start with a scope: the role, and what holds for it. */
function connected(pool: pg.Pool, broken: Broken, scope: Statement): TenantDatabase {
  // A single statement forms its own transaction, with the scope before it in the same flush.
  const run: Runner['run'] = (query) =>
    withClient(pool, broken, async (client) => (await flush(client, [scope, toStatement(query)]))[1] as never[]);
  return {
    run,
    first: async (query) => (await run(query))[0],
    transaction: (work) =>
      withClient(pool, broken, async (client) => {
        const tx = new OpenTransaction(client, scope);
        try {
          const result = await work(tx);
          await tx.commit();
          return result;
        } catch (error) {
          await tx.rollBack().catch(() => {});
          throw error;
        }
      }),
  };
}

/** Connections that were lost while in use, with the error. */
type Broken = WeakMap<pg.ClientBase, Error>;

function watchConnections(pool: pg.Pool): Broken {
  const broken: Broken = new WeakMap();
  pool.on('connect', (client) => client.on('error', (error) => broken.set(client, error)));
  return broken;
}

async function withClient<T>(pool: pg.Pool, broken: Broken, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
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

/** Whether the connection was lost, so that the outcome of a commit is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && /^(08|57P0|25P03|ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code)) return true;
  return /Connection terminated|connection timeout|Client was closed|not queryable/i.test(message ?? '');
}

function unavailable(error: unknown): ApiError {
  const wrapped = new ApiError('unavailable', 'The database is not reachable right now. Try again in a moment.', {
    retry_after: 1,
  });
  wrapped.cause = error;
  return wrapped;
}

/** The reason that the SQL function `refuse(reason)` aborted a transaction with; undefined for other errors. */
export function abortReasonOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'HB001' ? message : undefined;
}

/** The unique constraint that a statement violated; undefined for other errors. */
export function uniqueViolationOf(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : undefined;
}
