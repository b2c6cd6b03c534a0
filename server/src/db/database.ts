import pg from 'pg';
import type { TenantDatabase as TenantDatabaseSlot, Transaction as TransactionSlot } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { type Query, type Runner, toStatement } from './query.ts';

declare module '../core/context.ts' {
  interface Transaction extends Runner {}
  interface TenantDatabase extends Runner {
    /** Several statements that commit together; a throw rolls back. */
    transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  }
}

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

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Sequence numbers and byte counts stay far below 2^53.
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Opens the pool; connections are made when they are needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    pipeline: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    types,
    application_name: 'hubbub',
  } as pg.PoolConfig);
  let isClosing = false;
  pool.on('error', (error) => isClosing || options.log('an idle database connection was lost', error));

  const system = scoped(pool, 'begin; set local role hubbub_lanes');
  return {
    system,
    tenant(tenantId) {
      if (!/^[a-z0-9_]+$/.test(tenantId)) throw new Error(`not a tenant id: ${tenantId}`);
      return scoped(pool, `begin; set local role hubbub_app; set local app.tenant = '${tenantId}'`);
    },
    ping: async () => {
      await system.run({ compile: () => ({ sql: 'select 1', parameters: [] }) } as unknown as Query<unknown>);
    },
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

function scoped(pool: pg.Pool, begin: string): TenantDatabase {
  return {
    async run(query) {
      return withClient(pool, async (client) => {
        // One flush: the three messages leave together and the answers are read in order.
        const [started, answered, committed] = await Promise.allSettled([
          client.query(begin),
          client.query(toStatement(query)),
          client.query('commit'),
        ]);
        if (answered.status === 'rejected') throw answered.reason;
        if (started.status === 'rejected') throw started.reason;
        if (committed.status === 'rejected') throw committed.reason;
        return answered.value.rows;
      });
    },
    async first(query) {
      return (await this.run(query))[0];
    },
    async transaction(work) {
      return withClient(pool, async (client) => {
        const started = client.query(begin);
        started.catch(() => {});
        const tx: Runner = {
          run: async (query) => (await client.query(toStatement(query))).rows,
          first: async (query) => (await client.query(toStatement(query))).rows[0],
        };
        let result: Awaited<ReturnType<typeof work>>;
        try {
          result = await work(tx);
          await started;
        } catch (error) {
          await client.query('rollback').catch(() => {});
          throw error;
        }
        await client.query('commit');
        return result;
      });
    },
  };
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw unavailable(error);
  }
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionLoss(error)) {
      broken ??= error as Error;
      throw unavailable(error);
    }
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
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
