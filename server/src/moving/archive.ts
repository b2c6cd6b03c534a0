import { z } from 'zod';

/** The form of the archive. An import reads this one only. */
export const FORMAT = 2 as const;
/** The last entry but for the MAC: an archive without it was cut off. */
export const MANIFEST = 'manifest.json';
/** The MAC of the manifest, which names all entries in their order with their hashes. It needs a passphrase. */
export const MAC = 'manifest.mac';
/** SHA-256 in hexadecimal. */
export const MAC_BYTES = 64;
/** More is no manifest of ours: it has one line for each file. */
export const MANIFEST_BYTES_MAX = 256 * 1024 * 1024;

const Id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-z]{1,40}$`));
const count = z.number().int().nonnegative();

/** An entry of the archive: its size in bytes, the SHA-256 of its content in hexadecimal, and the rows of a table. */
export const Entry = z.strictObject({
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: count.optional(),
});
export type Entry = z.infer<typeof Entry>;

/** The contents of the archive. The import believes nothing else about it. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  hubbub: z.string(),
  /** The time at which the rows were read, by the clock of the database. */
  snapshot_at: z.iso.datetime({ offset: true }),
  /** The names of all migrations of the database. */
  migrations: z.array(z.string()),
  workspace: z.strictObject({ id: Id('ws'), name: z.string() }),
  tenants: z.strictObject({ live: Id('ten'), test: Id('ten') }),
  /** The simulated world of the test tenant. */
  world: z.string().regex(/^w_[0-9a-z]{16,40}$/),
  /** Whether the source was suspended before its rows were read, so that it sends nothing any more. */
  is_stopped: z.boolean(),
  /** null: nothing proves where the archive comes from. `check` is a known text, encrypted. */
  passphrase: z.strictObject({ salt: z.string(), check: z.string() }).nullable(),
  /** Whether tokens and secrets are in it, encrypted with the passphrase. */
  has_secrets: z.boolean(),
  /** Keys of stored files that rows name, and entries of world files, that were not there. */
  missing_files: z.array(z.string()),
  entries: z.record(z.string(), Entry),
});
export type Manifest = z.infer<typeof Manifest>;

/** The entry of a table's rows: one JSON object a line. */
export const tableEntry = (table: string) => `tables/${table}.jsonl`;
/** The entry of a stored file, by its key in the storage. */
export const fileEntry = (key: string) => `files/${key}`;
/** The entry of a file of the simulated world. */
export const worldEntry = (name: string) => `world/${name}`;

/** The kind of an entry, which its name tells. */
export type Part =
  | { readonly kind: 'manifest' | 'mac' }
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'world'; readonly name: string };

const PLACES = [
  [/^tables\/([a-z_]+)\.jsonl$/, (table: string): Part => ({ kind: 'table', table })],
  [/^files\/(ten_[0-9a-z]+\/[0-9a-z_][0-9a-z_.-]*)$/, (key: string): Part => ({ kind: 'file', key })],
  [/^world\/((?:files\/)?[0-9A-Za-z_][0-9A-Za-z_.-]*)$/, (name: string): Part => ({ kind: 'world', name })],
] as const;

/** Undefined for a name that no archive of ours has, such as a path that leads elsewhere. */
export function partOf(name: string): Part | undefined {
  if (name === MANIFEST) return { kind: 'manifest' };
  if (name === MAC) return { kind: 'mac' };
  for (const [pattern, part] of PLACES) {
    const found = pattern.exec(name)?.[1];
    if (found !== undefined) return part(found);
  }
  return undefined;
}

/** An archive that cannot be used, or a workspace that cannot be moved. The message is for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
