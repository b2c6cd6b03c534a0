import pg from 'pg';
import { namingRights } from './rights.ts';

/** The oldest PostgreSQL whose SQL the migrations use. */
export const VERSION_MIN = 15;

/** Settings that durability needs: a commit must be on disk before the response. */
const DURABLE: Readonly<Record<string, (value: string) => boolean>> = {
  fsync: (value) => value === 'on',
  synchronous_commit: (value) => value !== 'off',
  full_page_writes: (value) => value === 'on',
};

export interface ServerFacts {
  /** Major version. */
  readonly version: number;
  /** Settings that can lose committed rows, such as `fsync=off`. */
  readonly weakSettings: readonly string[];
}

/** Reads the version and settings of a server as the owner. Throws the driver's error when it cannot be reached. */
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

/** Runs work on one connection as the owner of the database. @throws MissingRightError */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'hubbub-owner',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await namingRights(client, () => work(client));
  } finally {
    await client.end();
  }
}

/** One line of an error. A failed connection to several addresses has no message, only inner errors. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0] as string;
}
