import { existsSync } from 'node:fs';
import { withIntentLocation } from '../adapters/intents/intent-location.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { unmarkUnfinished } from '../db/unfinished-restore.ts';
import { createOnce } from '../lib/create-once.ts';
import { replaceSecretsKeys, secretsFileOf } from '../secrets/secrets-file.ts';
import * as locations from '../startup/media-location.repository.ts';
import { identifiedLocation } from '../startup/media-location.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { beginEpoch, type FoundJournal } from '../suspensions/index.ts';
import { BackupError } from './backup-error.ts';
import { assertKnownMigrations, loadDatabase } from './load-database.ts';
import type { Location } from './location.ts';
import type { Manifest } from './manifest.ts';
import { aloneOn, isFree } from './restore.repository.ts';
import { type RestoredFiles, restoreFiles } from './restore-files.ts';
import { knownKeys, missingIds, textOfKeys } from './secrets-keys.ts';
import { secretsKeysIn, verifyRows } from './verify-backup.ts';

export interface RestoreOptions {
  readonly config: Config;
  readonly location: Location;
  readonly manifest: Manifest;
  /** Keys that were kept apart from the backup. */
  readonly keys: readonly Buffer[];
  readonly passphrase: string | undefined;
  readonly replaces: boolean;
  /** The operator's word for the time of the backup; undefined: that of the backup. */
  readonly since: Date | undefined;
  /** The restored installation has the journal of intents. */
  readonly intents: string;
}

export interface Restored extends RestoredFiles {
  /** The state of the journal of intents. */
  readonly journal: FoundJournal | undefined;
}

/** Checks everything before a restore changes anything; returns the keys. @throws BackupError when it must not begin */
export async function checkRestore(options: RestoreOptions): Promise<readonly Buffer[]> {
  const { config, location, manifest, passphrase } = options;
  await assertKnownMigrations(manifest);
  if (sinceOf(options).getTime() > Date.now())
    throw new BackupError(
      `The backup says that it was made at ${manifest.snapshot_at}, which is still to come. Set the clock right, or name the right time with --since. Nothing was changed.`,
    );
  const inside = passphrase === undefined ? undefined : await secretsKeysIn(location, manifest, passphrase);
  const keys = [...(inside ?? []), ...options.keys, ...knownKeys(config)];
  const missing = missingIds(manifest.key_ids, keys);
  if (missing.length > 0) throw new BackupError(keyIsMissing(manifest, missing));
  if (config.secretsKey !== undefined && missingIds(manifest.key_ids, knownKeys(config)).length > 0)
    throw new BackupError(
      'SECRETS_KEY is set to a key that does not belong to this backup. Set it to the one that does.',
    );
  const [fault] = await verifyRows(location, manifest);
  if (fault !== undefined) throw new BackupError(`${fault} Nothing was changed.`);
  return keys;
}

/** The backup knows nothing that was sent on the platforms from then on. */
export function sinceOf({ manifest, since }: Pick<RestoreOptions, 'manifest' | 'since'>): Date {
  return new Date(Math.min(Date.parse(manifest.since), since?.getTime() ?? Number.POSITIVE_INFINITY));
}

function keyIsMissing({ secrets_key }: Manifest, ids: readonly string[]): string {
  const remedy =
    secrets_key === null
      ? 'Name the file that was kept apart with --secrets-key-from FILE'
      : 'Set BACKUP_PASSPHRASE to open the one in the backup, or name a file with --secrets-key-from FILE';
  return `The secrets key ${ids.join(', ')} is missing, without which no account and no webhook works. ${remedy}.`;
}

/**
 * Restores a checked backup into the database of the settings. A killed restore leaves a database that nothing starts on,
 * and a repeated one begins anew. Nothing is published afterwards until the operator releases it.
 */
export async function restoreBackup(
  options: RestoreOptions,
  keys: readonly Buffer[],
  { db, databaseUrl }: { readonly db: Database; readonly databaseUrl: string },
): Promise<Restored> {
  const { config, location, manifest, replaces, intents } = options;
  return aloneOn(databaseUrl, async (client) => {
    if (!replaces && !(await isFree(client)))
      throw new BackupError(
        'This database has workspaces already. Restore into an empty one, or add --replace: everything in it is lost.',
      );
    makeDataDir(config);
    await loadDatabase(client, databaseUrl, location, manifest);
    if (config.secretsKey === undefined) writeKeys(config, keys);
    const files = await restoreFiles(config, location, manifest);
    await locations.replace(db.system, await identifiedLocation(config));
    const journal = await withIntentLocation(intents, config, (where) =>
      beginEpoch(client, {
        since: sinceOf(options),
        journal: { location: where, marks: manifest.intents },
      }),
    );
    await unmarkUnfinished(client);
    return { ...files, journal };
  });
}

/** Keys of this machine stay behind those of the backup. */
function writeKeys({ dataDir }: Config, keys: readonly Buffer[]): void {
  const unique = [...new Map(keys.map((key) => [key.toString('hex'), key])).values()];
  if (unique.length === 0) return;
  if (existsSync(secretsFileOf(dataDir))) replaceSecretsKeys(dataDir, unique);
  else createOnce(secretsFileOf(dataDir), textOfKeys(unique));
}
