import { VERSION } from '../../config/version.ts';
import { inspectServer, VERSION_MIN } from '../../db/inspect.ts';
import { migrationState } from '../../db/migrate.ts';
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
  const { known, pending, ahead } = await migrationState(url);
  if (ahead.length > 0) {
    const version = ahead.findLast((one) => one.version !== null)?.version ?? 'a newer version';
    const names = ahead.map(({ name }) => name).join(', ');
    return wrong(
      'migrations',
      `the database is ahead of Hubbub ${VERSION} (${names})`,
      `Run the Hubbub that made them: ${version}.`,
    );
  }
  if (pending.length > 0)
    return wrong('migrations', `not run yet: ${pending.join(', ')}`, 'Run: npm run hubbub -- migrate');
  return ok('migrations', `all ${known.length} ran`);
}
