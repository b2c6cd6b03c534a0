import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import { EMBEDDED_DATABASE } from '../config/embedded-database.ts';
import { asOwner } from '../db/inspect.ts';
import { BackupError } from './backup-error.ts';
import { assertKnownMigrations, loadDatabase } from './load-database.ts';
import type { Location } from './location.ts';
import type { Manifest } from './manifest.ts';

/** Loads a backup into a database that is thrown away. Returns what is wrong; nothing when all rows are in. */
export async function countScratch(location: Location, manifest: Manifest): Promise<string[]> {
  await assertKnownMigrations(manifest);
  const dataDir = await mkdtemp(join(tmpdir(), 'hubbub-verify-'));
  // PostgreSQL runs as another user when this process is root. That user has to enter the folder.
  await chmod(dataDir, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir, settings: { fsync: 'off' } });
    try {
      await asOwner(postgres.url, (client) => loadDatabase(client, postgres.url, location, manifest));
      return [];
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    if (error instanceof BackupError) return [error.message];
    throw error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
