import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ensureLogins } from './logins.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
/** The key of the advisory lock that services starting at the same time wait for. Any fixed number. */
const LOCK = 7_482_301;

export interface MigrateOptions {
  readonly folder?: string;
  /** Whether to make the login roles where they are missing. Default: true. */
  readonly withLogins?: boolean;
}

/**
 * Brings the schema up to date as the owner of the database: numbered files, forward only, each in its own transaction.
 * Makes the login roles of the database where they are missing.
 * Returns the names of the files that it ran. Throws when the database is ahead of the code.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS_DIR, withLogins = true } = options;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'hubbub-migrate',
  });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set((await client.query('select name from migrations')).rows.map((row) => row.name as string));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const ahead = [...done].filter((name) => !files.includes(name));
    if (ahead.length > 0) throw new Error(`the database was migrated by a newer Hubbub (${ahead.join(', ')})`);
    const ran: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      const text = await readFile(join(folder, name), 'utf8');
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(name);
    }
    if (withLogins) await ensureLogins(client);
    return ran;
  } finally {
    await client.end();
  }
}
