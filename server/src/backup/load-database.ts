import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { EARLIER_COMMIT, isBeforeBaseline } from '../db/bridge/bridge.ts';
import { MIGRATIONS_DIR, migrate } from '../db/migrate.ts';
import { putBackKey } from '../db/unfinished-restore.ts';
import { runMigrations } from '../startup/migrate.ts';
import { BackupError } from './backup-error.ts';
import type { Location } from './location.ts';
import type { Manifest } from './manifest.ts';
import { emptyDatabase, loadTables } from './restore.repository.ts';
import { openPart } from './verify-backup.ts';

/** @throws BackupError when the backup has migrations that this code does not know */
export async function assertKnownMigrations({ migrations, version }: Manifest): Promise<void> {
  if (isBeforeBaseline(migrations))
    throw new BackupError(
      `The backup is older than this Hubbub can restore. Restore it with Hubbub of the commit ${EARLIER_COMMIT}, then start this one.`,
    );
  const known = await readdir(MIGRATIONS_DIR);
  const ahead = migrations.filter((name) => !known.includes(name));
  if (ahead.length > 0)
    throw new BackupError(
      `The backup was made by a newer Hubbub (${version}, with ${ahead.join(', ')}). Restore it with that version or a newer one.`,
    );
}

/**
 * Replaces all that the database holds by the rows of the backup and brings them to the schema of this code. Until the
 * mark is taken away the database counts as half restored.
 */
export async function loadDatabase(
  client: pg.Client,
  url: string,
  location: Location,
  manifest: Manifest,
): Promise<void> {
  await emptyDatabase(client);
  await migrateTo(url, manifest.migrations);
  await loadTables(client, manifest.tables, (table) => openPart(location, manifest.id, table));
  await migrate(url, { withLogins: false });
  await putBackKey(client);
  await runMigrations(url);
}

/** Runs these migrations only: the schema that the rows have. */
async function migrateTo(url: string, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-migrations-'));
  try {
    for (const name of names) await copyFile(join(MIGRATIONS_DIR, name), join(folder, name));
    await migrate(url, { folder, withLogins: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
