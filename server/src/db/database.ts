import pg from 'pg';
import type { TenantDatabase as TenantDatabaseSlot, Transaction as TransactionSlot } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { flush, type Statement } from './flush.ts';
import { OpenTransaction } from './open-transaction.ts';
import { type Later, type Query, type Runner, toStatement } from './query.ts';
import { Together } from './together.ts';

declare module '../core/context.ts' {
  interface Transaction extends Runner {
    /**
     * Statements whose rows are not needed before the commit: they leave together with it, or before the next statement
     * that is run at once. The rows are there when the transaction has ended; a fault of theirs is a fault of the commit.
     */
    later<T>(work: (runner: Runner) => Promise<T>): Later<T>;
    /** Sends what waits for the commit, without it. */
    sendNow(): Promise<void>;
  }
  interface TenantDatabase extends Runner {
    /** Several statements that commit together; a throw rolls back. */
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
    /**
     * One statement for everybody who asks for it at the same time, whatever the tenant: it runs as the lanes do, so each
     * item carries its tenant. Gives the result of the item. `isAlone`: by itself, with the tenant's clock.
     */
    gather<Item, Result>(statement: Gathered<Item, Result>, item: Item, isAlone?: boolean): Promise<Result>;
    /**
     * One transaction for everybody who asks for it under the same key at the same time, whatever the tenant; it too runs
     * as the lanes do. What is locked in it is locked in the order of tenants.
     */
    share<Item, Result>(key: object, work: Shared<Item, Result>, item: Item, isAlone?: boolean): Promise<Result>;
  }
}

/** A function of a repository that sends exactly one statement for many items. */
export type Gathered<Item, Result> = (system: Runner, items: readonly Item[]) => Promise<readonly Result[]>;

/** Work of one transaction for many items. Its results, in their order, are there when the transaction has ended. */
export type Shared<Item, Result> = (tx: Transaction, items: readonly Item[]) => Promise<Later<readonly Result[]>>;

/** What repository functions take: a tenant's database or a transaction in it. */
export type Transaction = TransactionSlot;

/** A tenant's view of the database: row level security shows that tenant's rows only. */
export type TenantDatabase = TenantDatabaseSlot;

/**
 * The connection pool. Each unit of work is a transaction that starts by taking a role and, for tenants, the tenant's
 * id, in the same flush as its first statement. Nothing stays on the connection, so transaction pooling works.
 */
export interface Database {
  tenant(tenantId: string): TenantDatabase;
  /** For work that concerns all tenants: claims, key look-ups, housekeeping. */
  readonly system: TenantDatabase;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly log: (message: string, error: unknown) => void;
}

/** How long work for many waits for a row. */
const LOCK_MS_MAX = 2000;

/** Opens the pool; connections are made when they are needed. */
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
  const together = new Together((error) => (error as { code?: unknown }).code === 'unavailable');
  const asLanes = (name: string, more: string, values: unknown[] = []) =>
    connected(pool, broken, {
      name,
      text: `select set_config('role', 'hubbub_lanes', true)${more}`,
      values,
      isSilent: true,
    });
  const lanes = asLanes('lanes', '');
  // A row that somebody holds must not hold up everybody: such a batch is given up and each item waits for itself.
  const many = asLanes('many', `, set_config('lock_timeout', '${LOCK_MS_MAX}', true)`);
  const laneOf = ({ length }: readonly unknown[]) => (length > 1 ? many : lanes);
  const scoped = (own: Connected, alone: Connected): TenantDatabase => ({
    ...own,
    gather: async (statement, item, isAlone = false) =>
      isAlone
        ? ((await statement(alone, [item]))[0] as never)
        : together.do(statement, (items) => statement(laneOf(items), items), item),
    share: async (key, work, item, isAlone = false) => {
      const done = async (db: Connected, items: readonly (typeof item)[]) =>
        (await db.transaction((tx) => work(tx, items))).result;
      return isAlone
        ? ((await done(alone, [item]))[0] as never)
        : together.do(key, (items) => done(laneOf(items), items), item);
    },
  });
  const system = scoped(lanes, lanes);
  return {
    system,
    tenant: (tenantId) =>
      scoped(
        connected(pool, broken, {
          name: 'tenant',
          text: "select set_config('app.tenant', $1, true), set_config('role', 'hubbub_app', true)",
          values: [tenantId],
          isSilent: true,
        }),
        asLanes('lanes at', ", set_config('app.clock', clock_of($1), true)", [tenantId]),
      ),
    ping: async () => {
      await system.run({ compile: () => ({ sql: 'select 1', parameters: [] }) } as unknown as Query<unknown>);
    },
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

type Connected = Omit<TenantDatabase, 'gather' | 'share'>;

function connected(pool: pg.Pool, broken: Broken, scope: Statement): Connected {
  // One statement is a transaction of its own with the scope before it, in one flush.
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

/** Connections that died while they were in use, and of what. */
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

/** Whether the error says that the connection is gone, so that the outcome of a commit is not known. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && /^(08|57P0|ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code)) return true;
  return /Connection terminated|connection timeout|Client was closed|not queryable/i.test(message ?? '');
}

function unavailable(error: unknown): ApiError {
  const wrapped = new ApiError('unavailable', 'The database is not reachable right now. Try again in a moment.', {
    retry_after: 1,
  });
  wrapped.cause = error;
  return wrapped;
}

/** Whether a statement was ended by `refuse(reason)`, and why. */
export function refusalOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'HB001' ? message : undefined;
}

/** Whether a statement met a unique constraint, and which. */
export function uniqueViolationOf(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : undefined;
}
