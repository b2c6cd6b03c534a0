import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { openStorage } from '../adapters/files/file-storage.ts';
import { withIntentLocation } from '../adapters/intents/intent-location.ts';
import type { Config } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { hashing } from '../lib/hashing.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { backUpFile, backUpStored, listContents, simulatorFiles } from './files.ts';
import type { Location } from './location.ts';
import {
  type BackedUpFile,
  type BackupPart,
  type BackupTable,
  FORMAT,
  listBackups,
  type Manifest,
  ownerOf,
  packFiles,
  writeManifest,
} from './manifest.ts';
import { seal } from './passphrase-box.ts';
import { piped } from './piped.ts';
import { filesNamedBy, type Pruned, pruneBackups, removeBackup } from './prune.ts';
import { knownKeys, textOfKeys } from './secrets-keys.ts';
import { noteBackup, type Snapshot, withSnapshot } from './snapshot.repository.ts';

export interface BackupOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly location: Location;
  /** Encrypts the secrets key, which the backup then contains; undefined: the key stays out. */
  readonly passphrase?: string | undefined;
  readonly hasMedia: boolean;
  /** The number of backups of this installation that stay; undefined: all. */
  readonly keep?: number | undefined;
}

export interface BackupResult extends Pruned {
  readonly manifest: Manifest;
}

/** Makes a backup of a running or stopped installation. It exists when its manifest is written, which is the last step. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { location, keep, databaseUrl } = options;
  return withSnapshot(databaseUrl, async (snapshot) => {
    const owner = ownerOfSnapshot(snapshot);
    const { complete, unfinished } = await listBackups(location);
    // Their runs have ended: no other backup of this installation runs now.
    for (const id of unfinished.filter((one) => ownerOf(one) === owner)) await removeBackup(location, id);
    const before = complete.filter((one) => ownerOf(one) === owner).at(-1);
    const manifest = await writeBackup(options, snapshot, { id: idOf(snapshot, owner), before });
    await noteBackup(databaseUrl, { at: new Date(manifest.snapshot_at), place: location.shownAs });
    return { manifest, ...(await pruneBackups(location, { owner, keep })) };
  });
}

function ownerOfSnapshot({ firstWorkspace = '' }: Snapshot): string {
  return createHash('sha256').update(firstWorkspace).digest('hex').slice(0, 8);
}

/** Times sort as text. */
function idOf({ takenAt }: Snapshot, owner: string): string {
  return `${takenAt.toISOString().toLowerCase().replaceAll(/[:.]/g, '-')}-${owner}`;
}

interface Ids {
  readonly id: string;
  /** The backup before of the same data. */
  readonly before: string | undefined;
}

async function writeBackup(options: BackupOptions, snapshot: Snapshot, { id, before }: Ids): Promise<Manifest> {
  const { config, location, hasMedia } = options;
  const intents = await withIntentLocation(config.intentJournal, config, (journal) => journal.marks());
  const tables: BackupTable[] = [];
  for (const table of snapshot.tables) {
    const { content, rows } = snapshot.copy(table);
    const key = `tables/${table.name}.copy.gz`;
    const part = await putPart(location, id, key, packed(content));
    const columns = table.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
    tables.push({ name: table.name, columns, rows: rows(), ...part });
  }
  const files = await backUpFiles(options, snapshot, { id, before });
  const content = packFiles(files);
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    id,
    snapshot_at: snapshot.takenAt.toISOString(),
    since: snapshot.since.toISOString(),
    finished_at: new Date().toISOString(),
    postgres: snapshot.postgres,
    migrations: [...snapshot.migrations],
    tables,
    files: {
      ...(await putPart(location, id, 'files.jsonl.gz', Readable.from([content]))),
      count: files.length,
      content_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: files.filter(({ sha256 }) => sha256 === null).length,
    },
    has_media: hasMedia,
    intents: intents.map(({ name, bytes }) => ({ name, bytes })),
    key_ids: [...snapshot.keyIds],
    secrets_key: await putSecretsKey(options, id),
  };
  await writeManifest(location, manifest);
  return manifest;
}

async function backUpFiles(
  { config, location, hasMedia }: BackupOptions,
  snapshot: Snapshot,
  { id, before }: Ids,
): Promise<BackedUpFile[]> {
  const owner = ownerOf(id);
  // A damaged backup only makes this one read all files again.
  const known = before === undefined ? [] : ((await filesNamedBy(location, before)) ?? []);
  const copier = {
    location,
    owner,
    contents: await listContents(location, owner),
    before: new Map(known.map((file) => [file.name, file])),
  };
  const files: BackedUpFile[] = [];
  for await (const source of simulatorFiles(join(config.dataDir, 'simulator')))
    files.push(await backUpFile(copier, source));
  if (!hasMedia) return files;
  makeDataDir(config);
  const storage = await openStorage(config);
  try {
    for await (const page of backUpStored(copier, storage, snapshot.storedKeys())) files.push(...page);
  } finally {
    storage.close();
  }
  return files;
}

async function putSecretsKey({ config, location, passphrase }: BackupOptions, id: string): Promise<BackupPart | null> {
  if (passphrase === undefined) return null;
  const box = await seal(textOfKeys(knownKeys(config)), passphrase);
  return putPart(location, id, 'secrets.key.enc', Readable.from([Buffer.from(box)]));
}

async function putPart(
  location: Location,
  id: string,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<BackupPart> {
  const hashed = hashing(content);
  await location.put(`${id}/${key}`, hashed, { contentType: 'application/octet-stream' });
  return { key, ...hashed.result() };
}

/** The fastest level takes a third of the time of the usual one, for a tenth more bytes. */
function packed(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return piped(Readable.from(content), createGzip({ level: constants.Z_BEST_SPEED }));
}
