import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { StorageError } from '@hubbub/file-storage';
import { z } from 'zod';
import { VERSION } from '../config/version.ts';
import { BackupError } from './backup-error.ts';
import { isBackupId, type Location } from './location.ts';
import { piped } from './piped.ts';

/** Raised when older code can no longer restore what newer code writes. */
export const FORMAT = 1;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A file of one backup; its key is below that of the backup and leads nowhere else. */
const Part = z.object({ key: z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/), bytes: z.int().min(0), sha256: Hash });

const TablePart = Part.extend({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()), rows: z.int().min(0) });

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the Hubbub that made it. */
  version: z.string(),
  id: z.string(),
  /** The clock of the database. Everything committed before is in the backup, nothing later. */
  snapshot_at: z.iso.datetime(),
  /** Work that the snapshot does not know began after this: earlier by the longest transaction. */
  since: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  postgres: z.int(),
  migrations: z.array(z.string()),
  tables: z.array(TablePart),
  files: Part.extend({
    count: z.int(),
    /** The size of all files together. */
    content_bytes: z.int(),
    /** They were removed while the backup was made, or the storage had lost them before. */
    missing: z.int(),
  }),
  /** `false`: media and other stored files were left out on request. */
  has_media: z.boolean(),
  /** Files of the journal of intents at the time of the snapshot: a restore must find them again, at least as long. */
  intents: z.array(z.object({ name: z.string(), bytes: z.int() })),
  /** Ids of the secrets keys that the stored secrets need. */
  key_ids: z.array(z.string()),
  secrets_key: Part.nullable(),
});

export type Manifest = Readonly<z.output<typeof Manifest>>;
export type BackupPart = Readonly<z.output<typeof Part>>;
export type BackupTable = Readonly<z.output<typeof TablePart>>;

/** A stored file in a backup. `sha256` names its content. */
const ListedFile = z.object({
  /** `media/<key>` or `simulator/<path>`. */
  name: z.string().regex(/^(media|simulator)(\/[^/]+)+$/),
  bytes: z.int().min(0),
  changed_at: z.iso.datetime().nullable(),
  /** null: the file is missing. */
  sha256: Hash.nullable(),
});
export type BackedUpFile = Readonly<z.output<typeof ListedFile>>;

/** The end of the ids of all backups of the same data: a location may hold those of several installations. */
export function ownerOf(id: string): string {
  return id.slice(-8);
}

/** The folder of the contents of stored files. All backups of an owner share it. */
export function contentsOf(owner: string): string {
  return `files/${owner}/`;
}

export function contentKeyOf(owner: string, sha256: string): string {
  return `${contentsOf(owner)}${sha256.slice(0, 2)}/${sha256}`;
}

export function manifestKeyOf(id: string): string {
  return `${id}/manifest.json`;
}

/** Writes the manifest; from then on the backup exists. */
export async function writeManifest(location: Location, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest, null, 1);
  const signed = `${JSON.stringify({ sha256: hash('sha256', text) })}\n${text}\n`;
  await location.put(manifestKeyOf(manifest.id), Readable.from([Buffer.from(signed)]), {
    contentType: 'application/json',
  });
}

/** @throws BackupError when there is none, or when it is not as it was written. */
export async function readManifest(location: Location, id: string): Promise<Manifest> {
  const where = `${location.shownAs}/${manifestKeyOf(id)}`;
  const content = await location.read(manifestKeyOf(id)).then(buffer, (error) => {
    if (!(error instanceof StorageError) || error.fault !== 'missing') throw error;
    throw new BackupError(`${where} is missing, so there is no such backup, or it did not end.`);
  });
  const [head = '', ...rest] = content.toString().split('\n');
  const text = rest.join('\n').replace(/\n$/, '');
  if (head !== JSON.stringify({ sha256: hash('sha256', text) }))
    throw new BackupError(`${where} was changed or cut: its hash does not fit.`);
  const json = jsonOf(text);
  const parsed = Manifest.safeParse(json);
  if (parsed.success && parsed.data.id === id) return parsed.data;
  const { format, version } = (json ?? {}) as Record<string, unknown>;
  if (format !== undefined && format !== FORMAT)
    throw new BackupError(
      `${where} has the format ${format} of Hubbub ${version}, which Hubbub ${VERSION} does not read.`,
    );
  const field = parsed.error?.issues[0]?.path.join('.') ?? 'id';
  throw new BackupError(`${where} is no manifest of a backup${field === '' ? '' : `: ${field} is wrong`}.`);
}

/** null for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The ids of all complete backups of a location, the oldest first, and of those that did not end. */
export async function listBackups(
  location: Location,
): Promise<{ readonly complete: string[]; readonly unfinished: string[] }> {
  const found = new Map<string, boolean>();
  for await (const { key } of location.list('2')) {
    const [id = '', name] = key.split('/');
    if (isBackupId(id)) found.set(id, found.get(id) === true || name === 'manifest.json');
  }
  const ids = [...found.keys()].sort();
  return { complete: ids.filter((id) => found.get(id)), unfinished: ids.filter((id) => !found.get(id)) };
}

/** The list of stored files as it is kept in a backup. */
export function packFiles(files: readonly BackedUpFile[]): Buffer {
  return gzipSync(files.map((file) => `${JSON.stringify(file)}\n`).join(''));
}

/** @throws the errors of zlib, JSON or zod when it is not as it was written. */
export async function unpackFiles(location: Location, { id, files }: Manifest): Promise<BackedUpFile[]> {
  const text = (await buffer(piped(await location.read(`${id}/${files.key}`), createGunzip()))).toString();
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => ListedFile.parse(JSON.parse(line)));
}
