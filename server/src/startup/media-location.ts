import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import type { Runner } from '../db/query.ts';
import { createOnce } from '../lib/create-once.ts';
import { makePrivateFolder } from '../lib/private-folder.ts';
import * as locations from './media-location.repository.ts';

type LocationConfig = Pick<Config, 'dataDir' | 's3'>;

const REMEDY =
  'All processes of a database share one media folder or one S3 store. Correct the setting, or take this location over: npm run hubbub -- media adopt.';

/** The location of media files by the settings; undefined when its folder has no id yet. */
function configuredLocation({ dataDir, s3 }: LocationConfig): locations.NotedLocation | undefined {
  if (s3 !== undefined) {
    const endpoint = s3.endpoint ?? `amazon ${s3.region}`;
    return { location: `s3:${endpoint}/${s3.bucket}`, shownAs: `the bucket ${s3.bucket} at ${endpoint}` };
  }
  const path = idFileOf(dataDir);
  if (!existsSync(path)) return undefined;
  return { location: `folder:${readFileSync(path, 'utf8').trim()}`, shownAs: join(dataDir, 'media') };
}

/** The same; makes the folder and gives it an id when it has none. */
export async function identifiedLocation(config: LocationConfig): Promise<locations.NotedLocation> {
  const found = configuredLocation(config);
  if (found !== undefined) return found;
  const folder = join(config.dataDir, 'media');
  await makePrivateFolder(folder);
  createOnce(idFileOf(config.dataDir), `${randomUUID()}\n`);
  // The database must not remember an id that a power failure took from the disk.
  for (const changed of [folder, config.dataDir]) await syncFolder(changed);
  return configuredLocation(config) as locations.NotedLocation;
}

/** Notes the location at the first start. Throws SettingError when the database's media are in another one. */
export async function assertMediaLocation(config: LocationConfig, db: Runner): Promise<void> {
  const noted = await locations.noted(db);
  // A folder without an id is a new one, so it stays unmarked when it is rejected.
  const own = noted === undefined ? await identifiedLocation(config) : configuredLocation(config);
  const other = noted ?? (await locations.noteFirst(db, own as locations.NotedLocation));
  if (other.location === own?.location) return;
  throw new SettingError(
    config.s3 === undefined ? 'DATA_DIR' : 'S3_BUCKET',
    `leads to another location for media than the one of this database: ${shown(config)} is not ${other.shownAs} (${other.location}). ${REMEDY}`,
  );
}

/** Why the configured location is not the database's, in one sentence with its remedy; undefined when it is. */
export async function mediaLocationFault(
  config: LocationConfig,
  db: Runner,
): Promise<{ readonly detail: string; readonly remedy: string } | undefined> {
  const noted = await locations.noted(db);
  if (noted === undefined || noted.location === configuredLocation(config)?.location) return undefined;
  return {
    detail: `${shown(config)} is not where the media of this database are: ${noted.shownAs} (${noted.location})`,
    remedy: REMEDY,
  };
}

function shown(config: LocationConfig): string {
  return configuredLocation(config)?.shownAs ?? join(config.dataDir, 'media');
}

function idFileOf(dataDir: string): string {
  return join(dataDir, 'media', 'storage-id');
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
