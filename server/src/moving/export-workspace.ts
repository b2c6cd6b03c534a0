import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { arrivalKeyOf, type FileStorage } from '../core/files.ts';
import type { Vault } from '../core/tools.ts';
import { FORMAT, fileEntry, type Manifest, tableEntry, worldEntry } from './archive.ts';
import { newArchiveKeys } from './archive-keys.ts';
import { type ExportedRow, type Snapshot, withSnapshot } from './export.repository.ts';
import type { Source } from './import.repository.ts';
import { withFields } from './import-rows.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import { encryptedColumnsOf, reencrypted, withoutSecrets } from './secret-values.ts';
import { ownersOf, type WorkspaceIds } from './workspace-ids.ts';
import { worldFiles } from './world-files.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

const ARRIVAL = arrivalKeyOf({ tenantId: '', id: '' }).slice(1);

export interface ExportTools {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly storage: FileStorage;
  readonly vault: Vault;
}

export interface ExportOptions {
  /** Authenticates the archive, and encrypts its secrets; undefined: neither. */
  readonly passphrase?: string | undefined;
  /** Whether tokens and secrets come along. Needs a passphrase. */
  readonly withSecrets: boolean;
  readonly withMedia: boolean;
  /** Whether the workspace is suspended. */
  readonly isStopped: boolean;
}

export interface Exported {
  readonly manifest: Omit<Manifest, 'entries'>;
  readonly entries: ArchiveWriter['entries'];
  /** Rows that stayed behind because their secret did, by table. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Writes the archive of a workspace. The file is there only when it is whole. @throws MoveError, StorageError */
export async function exportWorkspace(
  tools: ExportTools,
  source: Source,
  path: string,
  options: ExportOptions,
): Promise<Exported> {
  const keys = options.passphrase === undefined ? undefined : await newArchiveKeys(options.passphrase);
  const vault = options.withSecrets ? keys?.vault : undefined;
  const writer = writeArchive(path);
  const draft = `${path}.rows`;
  try {
    const leftOut: Record<string, number> = {};
    const { takenAt, migrations, files } = await withSnapshot(tools.databaseUrl, async (snapshot) => {
      for (const table of movedTables(snapshot.tables)) {
        const lines = linesOf(tools, snapshot, source, table, vault, (count) => {
          leftOut[table.name] = (leftOut[table.name] ?? 0) + count;
        });
        await addTable(writer, draft, table.name, lines);
      }
      return { ...snapshot, files: await snapshot.readyFiles(Object.values(source.tenants)) };
    });
    if (options.withMedia) await addFiles(tools.storage, writer, source);
    const missing: string[] = [];
    for await (const file of worldFiles(tools.config, source.world, (name) => missing.push(worldEntry(name))))
      await writer.add(worldEntry(file.name), file.bytes, file.read());
    const manifest = {
      format: FORMAT as typeof FORMAT,
      hubbub: VERSION,
      snapshot_at: takenAt,
      migrations: [...migrations],
      workspace: { id: source.id, name: source.name },
      tenants: source.tenants,
      world: source.world,
      is_stopped: options.isStopped,
      passphrase: keys?.facts ?? null,
      has_secrets: vault !== undefined,
      missing_files: [
        ...(options.withMedia ? files.filter((key) => !(fileEntry(key) in writer.entries)) : []),
        ...missing,
      ],
    } satisfies Exported['manifest'];
    await writer.finish(manifest, keys?.macOf);
    return { manifest, entries: writer.entries, leftOut };
  } finally {
    await writer.close();
    await rm(draft, { force: true });
  }
}

/** The stored files of both tenants. One that is removed meanwhile stays out. */
async function addFiles(storage: FileStorage, writer: ArchiveWriter, { tenants }: Source): Promise<void> {
  for (const tenantId of Object.values(tenants)) {
    for await (const { key } of storage.list(`${tenantId}/`)) {
      const { bytes } = (await storage.stat(key)) ?? {};
      // An upload under way is not a file yet.
      if (bytes === undefined || key.endsWith(ARRIVAL)) continue;
      const content = await storage.read(key).catch((error: unknown) => {
        if ((error as { fault?: string }).fault === 'missing') return undefined;
        throw error;
      });
      if (content !== undefined) await writer.add(fileEntry(key), bytes, content);
    }
  }
}

/** The lines of a table, with the secrets as the archive has them. */
async function* linesOf(
  { vault }: ExportTools,
  snapshot: Snapshot,
  ids: WorkspaceIds,
  table: MovedTable,
  archiveVault: Vault | undefined,
  onLeftOut: (rows: number) => void,
): AsyncGenerator<string[]> {
  const toLine = ({ json, encrypted, key }: ExportedRow) => {
    const fields =
      archiveVault === undefined
        ? withoutSecrets(table.name, encrypted, key, vault)
        : reencrypted(table.name, encrypted, key, vault, archiveVault);
    return fields === undefined ? undefined : `${withFields(json, fields)}\n`;
  };
  for await (const rows of snapshot.rowsOf(table, ownersOf(ids, table), encryptedColumnsOf(table.name))) {
    const lines = rows.map(toLine).filter((line) => line !== undefined);
    if (lines.length < rows.length) onLeftOut(rows.length - lines.length);
    yield lines;
  }
}

/** An entry begins with its size, so the rows are written to a file first. */
async function addTable(
  writer: ArchiveWriter,
  draft: string,
  table: string,
  lines: AsyncIterable<string[]>,
): Promise<void> {
  let rows = 0;
  let bytes = 0;
  async function* pieces() {
    for await (const some of lines) {
      const piece = Buffer.from(some.join(''));
      rows += some.length;
      bytes += piece.length;
      yield piece;
    }
  }
  await pipeline(pieces(), createWriteStream(draft, { mode: 0o600 }));
  await writer.add(tableEntry(table), bytes, createReadStream(draft), { rows });
}
