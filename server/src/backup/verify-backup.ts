import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { StorageError } from '@hubbub/file-storage';
import { BackupError } from './backup-error.ts';
import { expecting } from './expecting.ts';
import type { Location } from './location.ts';
import { type BackupPart, contentKeyOf, type Manifest, ownerOf, unpackFiles } from './manifest.ts';
import { unseal } from './passphrase-box.ts';
import { piped } from './piped.ts';
import { keysOfText, missingIds } from './secrets-keys.ts';

/** The means to check the secrets key. */
export interface KeyMeans {
  readonly passphrase: string | undefined;
  /** Keys that are kept apart from the backup. */
  readonly keys: readonly Buffer[];
}

/** Lists the faults of a backup, each with the name of the file. Empty when everything is as it was written. */
export async function verifyBackup(location: Location, manifest: Manifest, means: KeyMeans): Promise<string[]> {
  const faults = await verifyRows(location, manifest);
  const list = await faultsOf(readPart(location, manifest.id, manifest.files));
  faults.push(...list);
  if (list.length === 0) faults.push(...(await faultsOfFiles(location, manifest)));
  faults.push(...(await faultsOf(checkKeys(location, manifest, means))));
  return faults;
}

/** The same for the rows alone. */
export async function verifyRows(location: Location, manifest: Manifest): Promise<string[]> {
  const faults: string[] = [];
  for (const table of manifest.tables) faults.push(...(await faultsOf(checkTable(location, manifest.id, table))));
  return faults;
}

/** The secrets keys in a backup; undefined when there are none. @throws BackupError when the passphrase is another one */
export async function secretsKeysIn(
  location: Location,
  { id, secrets_key }: Manifest,
  passphrase: string,
): Promise<readonly Buffer[] | undefined> {
  if (secrets_key === null) return undefined;
  const name = `${id}/${secrets_key.key}`;
  const box = await text(await openPart(location, id, secrets_key));
  const keys = await unseal(box, passphrase);
  if (keys === undefined) throw new BackupError(`${name} is not opened by this passphrase.`);
  return keysOfText(keys, name);
}

/** A part of a backup, which fails at its end when it is not as it was written. */
export async function openPart(location: Location, id: string, part: BackupPart): Promise<AsyncIterable<Uint8Array>> {
  const key = `${id}/${part.key}`;
  return expecting(await location.read(key), part, key);
}

async function readPart(location: Location, id: string, part: BackupPart): Promise<void> {
  await drain(await openPart(location, id, part));
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

async function checkTable(location: Location, id: string, table: Manifest['tables'][number]): Promise<void> {
  await readPart(location, id, table);
  let rows = 0;
  // Each row of COPY's text format is one line.
  for await (const piece of piped(await location.read(`${id}/${table.key}`), createGunzip()))
    for (const byte of piece as Buffer) if (byte === 10) rows += 1;
  if (rows !== table.rows) throw new BackupError(`${id}/${table.key} has ${rows} rows instead of ${table.rows}.`);
}

async function faultsOfFiles(location: Location, manifest: Manifest): Promise<string[]> {
  const files = await unpackFiles(location, manifest);
  const faults: string[] = [];
  const contents = new Map(files.map((file) => [file.sha256, file]));
  contents.delete(null);
  for (const [sha256, { name, bytes }] of contents) {
    const key = contentKeyOf(ownerOf(manifest.id), sha256 as string);
    const content = async () =>
      drain(expecting(await location.read(key), { bytes, sha256: sha256 as string }, `${key} (${name})`));
    faults.push(...(await faultsOf(content())));
  }
  return faults;
}

async function checkKeys(location: Location, manifest: Manifest, { passphrase, keys }: KeyMeans): Promise<void> {
  if (manifest.secrets_key !== null && passphrase === undefined)
    await readPart(location, manifest.id, manifest.secrets_key);
  const inside = passphrase === undefined ? undefined : await secretsKeysIn(location, manifest, passphrase);
  const all = [...(inside ?? []), ...keys];
  if (all.length === 0) return;
  const missing = missingIds(manifest.key_ids, all);
  if (missing.length > 0)
    throw new BackupError(
      `The secrets key ${missing.join(', ')} is missing: the given keys do not open the secrets of ${manifest.id}.`,
    );
}

/** Faults of the backup itself; others, such as a store that does not respond, are thrown. */
async function faultsOf(check: Promise<void>): Promise<string[]> {
  try {
    await check;
    return [];
  } catch (error) {
    if (error instanceof BackupError) return [error.message];
    if (error instanceof StorageError && error.fault === 'missing') return [error.message];
    throw error;
  }
}
