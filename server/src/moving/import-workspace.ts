import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config/config.ts';
import type { FileStorage } from '../core/files.ts';
import type { Vault } from '../core/tools.ts';
import { EARLIER_COMMIT, isBeforeBaseline } from '../db/bridge/bridge.ts';
import type { Database } from '../db/database.ts';
import { asOwner } from '../db/inspect.ts';
import { readTables } from '../db/tables.ts';
import { suspensions } from '../suspensions/index.ts';
import { fileEntry, type Manifest, MoveError, tableEntry } from './archive.ts';
import { authenticate, type Proof } from './archive-keys.ts';
import { lockMoves, migrationsOf } from './export.repository.ts';
import * as moves from './import.repository.ts';
import { checkRows, importRows, type RowTools } from './import-rows.ts';
import { LAST_ROWS, type MovedTable, movedTables } from './moved-tables.ts';
import { checkArchive, entriesOf, type ReadEntry } from './read-archive.ts';
import { ownersOf, type WorkspaceIds } from './workspace-ids.ts';
import { newWorld } from './world-files.ts';

export interface ImportTools extends Proof {
  readonly config: Config;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly storage: FileStorage;
  readonly vault: Vault;
}

export interface Imported {
  readonly manifest: Manifest;
  /** Tables and files that an earlier try had finished. */
  readonly isContinued: boolean;
  /** The simulator is elsewhere, or was at the source: the test tenant's world is made anew. */
  readonly isWorldNew: boolean;
}

/**
 * Imports a workspace. The archive and its rows are checked as a whole before anything is written. Nothing of the
 * workspace is visible before the last transaction. A repeated call continues. @throws MoveError, StorageError
 */
export async function importWorkspace(tools: ImportTools, path: string): Promise<Imported> {
  return asOwner(tools.databaseUrl, async (owner) => {
    if (!(await lockMoves(owner))) throw new MoveError('Another export or import is running. Wait until it ends.');
    const archive = await checkArchive(path);
    const keys = await authenticate(archive, tools);
    const { manifest, sha256 } = archive;
    assertSameMigrations(manifest, await migrationsOf(owner));
    const tables = movedTables(await readTables(owner));
    assertTables(manifest, tables);
    assertFiles(manifest);
    const archiveVault = manifest.has_secrets ? keys?.vault : undefined;
    const rows: RowTools = { ids: idsOf(manifest), vault: tools.vault, archiveVault };
    const begun = await begunImport(tools.db, manifest, sha256);
    await checkTables(path, tables, rows.ids);
    if (!begun.isContinued) await begin(tools.db, manifest, sha256);
    const done = await writeAll(tools, path, { manifest, tables, rows, tablesDone: begun.tablesDone });
    return { manifest, isContinued: begun.isContinued, ...done };
  });
}

function assertSameMigrations({ migrations, hubbub }: Manifest, here: readonly string[]): void {
  if (isBeforeBaseline(migrations))
    throw new MoveError(
      `The archive is older than this Hubbub can import. Import it with Hubbub of the commit ${EARLIER_COMMIT}, or start this Hubbub on the other installation and export again.`,
    );
  const older = here.filter((name) => !migrations.includes(name));
  const newer = migrations.filter((name) => !here.includes(name));
  if (newer.length > 0)
    throw new MoveError(
      `The archive comes from a newer database (${newer.at(-1)}, Hubbub ${hubbub}). Upgrade this one.`,
    );
  if (older.length > 0)
    throw new MoveError(
      `The archive comes from an older database (Hubbub ${hubbub}, without ${older[0]}). Upgrade the other installation and export again.`,
    );
}

function idsOf({ workspace, tenants, world }: Manifest): WorkspaceIds {
  return { id: workspace.id, tenants, world };
}

/** Files lie under the keys of the two tenants only. */
function assertFiles({ entries, tenants }: Manifest): void {
  const isOwn = (name: string) => Object.values(tenants).some((id) => name.startsWith(fileEntry(`${id}/`)));
  const wrong = Object.keys(entries).find((name) => name.startsWith(fileEntry('')) && !isOwn(name));
  if (wrong !== undefined) throw new MoveError(`The archive was changed: ${wrong} belongs to another workspace.`);
}

/** The tables of the archive are those of this database, in the order in which they are written. */
function assertTables({ entries }: Manifest, tables: readonly MovedTable[]): void {
  const names = Object.keys(entries).filter((name) => name.startsWith('tables/'));
  const wanted = tables.map(({ name }) => tableEntry(name));
  const wrong = wanted.find((name, at) => names[at] !== name) ?? names[wanted.length];
  if (wrong !== undefined) throw new MoveError(`The archive was changed: ${wrong} is missing or stands elsewhere.`);
}

/** @throws MoveError for a row that is not one of this workspace */
async function checkTables(path: string, tables: readonly MovedTable[], ids: WorkspaceIds): Promise<void> {
  for await (const { part, content } of entriesOf(path)) {
    const table = part.kind === 'table' ? tables.find(({ name }) => name === part.table) : undefined;
    if (table === undefined) await drop(content);
    else await checkRows(ids, table, content);
    if (table === tables.at(-1)) return;
  }
}

/** The state of this archive's import. @throws MoveError when another one has begun, or the workspace is here */
async function begunImport(
  { system }: Database,
  manifest: Manifest,
  archive: string,
): Promise<{ tablesDone: readonly string[]; isContinued: boolean }> {
  const { id } = manifest.workspace;
  const known = await moves.find(system, id);
  if (known !== undefined && known.archive !== archive)
    throw new MoveError(
      `An import of ${id} from another archive has not ended. Continue that one, or remove it: npm run hubbub -- workspaces delete ${id} --only-here`,
    );
  if (known !== undefined) return { tablesDone: known.tablesDone, isContinued: true };
  if (await moves.isHere(system, manifest))
    throw new MoveError(`The workspace ${id} is here already. An import never changes a workspace that is there.`);
  return { tablesDone: [], isContinued: false };
}

/** Holds the tenants before their first row is here: workers of a running service must not touch them. */
async function begin({ system }: Database, manifest: Manifest, archive: string): Promise<void> {
  await system.transaction(async (tx) => {
    await moves.begin(tx, manifest, archive);
    await suspensions.suspend(tx, Object.values(manifest.tenants), {
      reason: 'import',
      since: new Date(manifest.snapshot_at),
    });
  });
}

interface Plan {
  readonly manifest: Manifest;
  readonly tables: readonly MovedTable[];
  readonly rows: RowTools;
  readonly tablesDone: readonly string[];
}

async function writeAll(
  { db, storage, config }: ImportTools,
  path: string,
  { manifest, tables, rows, tablesDone }: Plan,
): Promise<Pick<Imported, 'isWorldNew'>> {
  const { system } = db;
  const { workspace, world } = manifest;
  const last = new Map<string, Buffer>();
  const worldFiles = await newWorld(config, world);
  const tableOf = (name: string) => tables.find((table) => table.name === name) as MovedTable;
  let hasWorld = false;
  for await (const { part, content } of entriesOf(path)) {
    if (part.kind === 'table') await table(part.table, content);
    else if (part.kind === 'file') await file(part.key, content);
    else if (part.kind === 'world' && worldFiles !== undefined) {
      await worldFiles.add(part.name, content);
      hasWorld = true;
    } else await drop(content);
  }
  await worldFiles?.finish();
  await system.transaction(async (tx) => {
    for (const [name, content] of last)
      await checkedImport(name, Readable.from([content]), (some) => moves.insert(tx, tableOf(name), some));
    if (manifest.is_stopped) await moves.noteSourceStopped(tx, Object.values(manifest.tenants));
    await moves.end(tx, workspace.id);
  });
  return { isWorldNew: !hasWorld };

  async function checkedImport(
    name: string,
    content: ReadEntry['content'],
    write: (some: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const count = await importRows(write, rows, tableOf(name), content);
    const wanted = LAST_ROWS[name] ?? manifest.entries[tableEntry(name)]?.rows;
    if (count !== wanted) throw new MoveError(`The archive was changed: ${name} has ${count} rows, not ${wanted}.`);
  }

  async function table(name: string, content: ReadEntry['content']): Promise<void> {
    if (name in LAST_ROWS) {
      last.set(name, await buffer(content));
      return;
    }
    if (tablesDone.includes(name)) return drop(content);
    await moves.empty(system, tableOf(name), ownersOf(rows.ids, tableOf(name)));
    await checkedImport(name, content, (some) =>
      system.transaction(async (tx) => {
        await moves.lock(tx, workspace.id);
        await moves.insert(tx, tableOf(name), some);
      }),
    );
    await moves.noteDone(system, workspace.id, name);
  }

  async function file(key: string, content: ReadEntry['content']): Promise<void> {
    const known = manifest.entries[fileEntry(key)];
    if ((await storage.stat(key))?.bytes === known?.bytes) return drop(content);
    await storage.put(key, content, { contentType: 'application/octet-stream' });
  }
}

async function drop(content: ReadEntry['content']): Promise<void> {
  for await (const _piece of content);
}
