import { readdir } from 'node:fs/promises';
import { asOwner, inspectServer, VERSION_MIN } from '../../db/inspect.ts';
import { MIGRATIONS_DIR } from '../../db/migrate.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The server's version and its durability settings. */
export async function checkServer(url: string, isEmbedded: boolean): Promise<Finding[]> {
  const { version, weakSettings } = await inspectServer(url);
  return [
    version >= VERSION_MIN
      ? ok('database', `${isEmbedded ? 'embedded' : 'external'} PostgreSQL ${version} answers`)
      : wrong('database', `PostgreSQL ${version}`, `Use PostgreSQL ${VERSION_MIN} or newer.`),
    weakSettings.length === 0
      ? ok('durability', 'fsync, synchronous_commit and full_page_writes are on')
      : wrong(
          'durability',
          weakSettings.join(', '),
          'Switch them on in postgresql.conf. Until then a crash can lose confirmed writes.',
        ),
  ];
}

/** Whether the schema has the migrations of this code. */
export async function checkMigrations(url: string): Promise<Finding> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql'));
  const done = await asOwner(url, async (client) => {
    const { rows } = await client.query("select to_regclass('migrations') is not null as is_there");
    if (rows[0].is_there !== true) return [];
    return (await client.query('select name from migrations')).rows.map(({ name }) => name as string);
  });
  const pending = files.filter((name) => !done.includes(name));
  const ahead = done.filter((name) => !files.includes(name));
  if (ahead.length > 0)
    return wrong(
      'migrations',
      `the database is ahead of this code (${ahead.join(', ')})`,
      'Run the newer Hubbub that made them.',
    );
  if (pending.length > 0)
    return wrong('migrations', `not run yet: ${pending.join(', ')}`, 'Start the service once; it runs them.');
  return ok('migrations', `all ${files.length} ran`);
}
