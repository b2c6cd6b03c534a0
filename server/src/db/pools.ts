import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { notePooled } from './flush.ts';
import { type LoginKind, type Logins, openLogins, renewLogins } from './logins.ts';

/** The connections of a process: one pool for each login role. */
export interface Pools {
  connect(kind: LoginKind): Promise<pg.PoolClient>;
  /** The seal of a tenant. Known once there is a connection. */
  proofOf(name: string): string;
  /** Reads the key and the logins again. */
  renew(): Promise<void>;
  /** The connections now. A pool that was not used yet has none. */
  counts(): Readonly<Record<LoginKind, PoolCounts>>;
  /** Connections that were lost while in use, with the error. */
  readonly broken: WeakMap<pg.ClientBase, Error>;
  close(): Promise<void>;
}

interface PoolCounts {
  readonly inUse: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface PoolOptions {
  /** The address of the owner. */
  readonly url: string;
  /** The address of a pooler that hands connections on after each transaction; default: the pools connect to `url`. */
  readonly poolerUrl?: string | undefined;
  /** Whether connections keep prepared statements. Default: yes. */
  readonly preparesStatements?: boolean;
  /** Of each pool. */
  readonly connectionsMax: number;
  readonly log: (message: string, error: unknown) => void;
}

/** Whether a login was rejected: its password was replaced, or its role is gone. A pooler says so in words only. */
function isLoginRejected(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code.startsWith('28') || (code === '08P01' && /authentication failed|no such user/i.test(message));
}

/** Connects on demand. The first use reads the login roles as the owner. */
export function createPools(options: PoolOptions): Pools {
  const { url, poolerUrl, preparesStatements = true, connectionsMax, log } = options;
  const isPooled = poolerUrl !== undefined || !preparesStatements;
  const broken: Pools['broken'] = new WeakMap();
  const pools = new Map<LoginKind, pg.Pool>();
  let logins: Logins | undefined;
  let reading: Promise<Logins> | undefined;
  let isClosing = false;

  /** Callers at the same time share one reading. */
  const read = (how: (url: string) => Promise<Logins>) => {
    reading ??= how(url)
      .then((found) => {
        logins = found;
        return found;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const proofOf = (name: string) => logins?.proofOf(name) ?? '';

  const poolOf = (kind: LoginKind, user: string) => {
    const known = pools.get(kind);
    if (known !== undefined) return known;
    const pool = new pg.Pool({
      ...parseIntoClientConfig(poolerUrl ?? url),
      user,
      password: () => proofOf(user),
      max: connectionsMax,
      pipeline: true,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      application_name: 'hubbub',
    } as pg.PoolConfig);
    pool.on('error', (error) => isClosing || log('an idle database connection was lost', error));
    pool.on('connect', (client) => {
      client.on('error', (error) => broken.set(client, error));
      if (isPooled) notePooled(client, { preparesStatements });
    });
    pools.set(kind, pool);
    return pool;
  };

  const countsOf = (kind: LoginKind): PoolCounts => {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(kind) ?? {};
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: connectionsMax };
  };

  /** Reads the passwords again, because a new `prepare` may have changed them. Else the owner sets them again. */
  const connectAgain = async (pool: pg.Pool) => {
    await read(openLogins);
    return pool.connect().catch(async (error: unknown) => {
      if (!isLoginRejected(error)) throw error;
      await read(renewLogins);
      return pool.connect();
    });
  };

  return {
    counts: () => ({ requests: countsOf('requests'), workers: countsOf('workers') }),
    broken,
    proofOf,
    renew: async () => {
      await read(openLogins);
    },
    async connect(kind) {
      if (isClosing) throw new Error('the database is closed');
      const { roles } = logins ?? (await read(openLogins));
      const pool = poolOf(kind, roles[kind]);
      try {
        return await pool.connect();
      } catch (error) {
        if (!isLoginRejected(error)) throw error;
        return await connectAgain(pool);
      }
    },
    async close() {
      isClosing = true;
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
