import pg from 'pg';
import { type TestService, until } from './harness.ts';

/** A row that another transaction has locked. */
export interface HeldRow {
  /** Until so many transactions wait for the row, or for one that waits for it. */
  waiting(count: number): Promise<void>;
  /** Lets the others go on, in the order in which they came. */
  release(): Promise<void>;
}

const BEHIND = `
  with recursive behind as (
    select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))
    union select a.pid from pg_stat_activity a join behind b on b.pid = any (pg_blocking_pids(a.pid))
  )
  select count(*)::int as count from behind`;

/**
 * Locks a row until it is released: what comes meanwhile waits for it, whatever the machine's speed. `keys` keeps it
 * from being deleted only, and lets it be changed.
 */
export function holdRow(
  service: TestService,
  table: 'posts' | 'accounts' | 'actions',
  id: string,
  what: 'all' | 'keys' = 'all',
): Promise<HeldRow> {
  const lock = what === 'all' ? 'no key update' : 'key share';
  return hold(service, `select 1 from ${table} where id = $1 for ${lock}`, [id]);
}

/** Runs a statement in a transaction that ends when it is released: what it locks or changes is held until then. */
export async function hold(
  service: Pick<TestService, 'databaseUrl' | 'sql'>,
  statement: string,
  values: unknown[],
): Promise<HeldRow> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows;
  return {
    async waiting(count) {
      const enough = async () => (await service.sql(BEHIND, [pid]))[0].count >= count;
      await until(enough, `${count} transactions wait for what is held`);
    },
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Starts requests in this order while a row is held, each after the one before waits for the row; gives their answers. */
export async function inOrder<T>(
  service: TestService,
  table: 'posts' | 'accounts',
  id: string,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const row = await holdRow(service, table, id);
  const responses: Promise<T>[] = [];
  try {
    for (const request of requests) {
      responses.push(request());
      await row.waiting(responses.length);
    }
  } finally {
    await row.release();
  }
  return Promise.all(responses);
}

/** How many deadlocks the database has broken. The service starts anew: its connections report what they saw when they end. */
export async function deadlocksOf(service: TestService): Promise<number> {
  let deadlocks = 0;
  await service.restart(async () => {
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name like 'hubbub%'`;
    await until(async () => (await service.sql(others)).length === 0, 'the connections of the service have ended');
    const [row] = await service.sql(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    );
    deadlocks = row.count;
  });
  return deadlocks;
}
