import pg from 'pg';

/** The oldest PostgreSQL whose SQL the migrations use. */
export const VERSION_MIN = 15;

/** What a promise of durability rests on; a commit must be on disk before it is answered. */
const DURABLE: Readonly<Record<string, (value: string) => boolean>> = {
  fsync: (value) => value === 'on',
  synchronous_commit: (value) => value !== 'off',
  full_page_writes: (value) => value === 'on',
};

export interface ServerFacts {
  /** Major version. */
  readonly version: number;
  /** Settings that can lose what was answered already, as `fsync=off`. */
  readonly weakSettings: readonly string[];
}

/** Looks at the server behind an address as the owner; throws what the driver throws when it cannot be reached. */
export async function inspectServer(url: string): Promise<ServerFacts> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [
      [...Object.keys(DURABLE), 'server_version_num'],
    ]);
    const settings = new Map(rows.map(({ name, setting }) => [name as string, setting as string]));
    const weakSettings = Object.entries(DURABLE)
      .map(([name, isDurable]) => ({ name, value: settings.get(name) ?? '', isDurable }))
      .filter(({ value, isDurable }) => !isDurable(value))
      .map(({ name, value }) => `${name}=${value}`);
    return { version: Math.floor(Number(settings.get('server_version_num')) / 10_000), weakSettings };
  });
}

/** Runs work on one connection of the database's owner. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'hubbub-owner',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
