import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
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

export interface PoolCounts {
  readonly inUse: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface PoolOptions {
  /** The address of the owner. */
  readonly url: string;
  /** Of each pool. */
  readonly connectionsMax: number;
  readonly log: (message: string, error: unknown) => void;
}

/** Codes of a refused login begin with this: a password that was replaced, or a role that is gone. */
const LOGIN_REFUSED = '28';

/** Connects on demand. The first use reads the login roles as the owner. */
export function createPools({ url, connectionsMax, log }: PoolOptions): Pools {
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
      ...parseIntoClientConfig(url),
      user,
      password: () => proofOf(user),
      max: connectionsMax,
      pipeline: true,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      application_name: 'hubbub',
    } as pg.PoolConfig);
    pool.on('error', (error) => isClosing || log('an idle database connection was lost', error));
    pool.on('connect', (client) => client.on('error', (error) => broken.set(client, error)));
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
    return pool.connect().catch(async (error: { code?: string }) => {
      if (error.code?.startsWith(LOGIN_REFUSED) !== true) throw error;
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
        if ((error as { code?: string }).code?.startsWith(LOGIN_REFUSED) !== true) throw error;
        return await connectAgain(pool);
      }
    },
    async close() {
      isClosing = true;
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
