import { openStorage } from '../adapters/files/file-storage.ts';
import type { Config } from '../config/config.ts';
import type { FileStorage } from '../core/files.ts';
import type { TenantDatabase } from '../db/database.ts';
import type { Runner } from '../db/query.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import type { Entry } from '../moving/archive.ts';
import * as moves from '../moving/import.repository.ts';
import { removeWorkspace } from '../moving/remove-workspace.ts';
import { removeWorldFiles } from '../moving/world-files.ts';
import { removeSimulated } from '../sandbox/simulator-control.ts';
import * as worlds from '../sandbox/world.repository.ts';
import { tablesOfOtherKeys } from '../secrets/encrypted-value.repository.ts';
import { operatorTokenOf } from '../secrets/operator-token.ts';
import { secretsKeysFor } from '../secrets/secrets-file.ts';
import { createVault, type KeyedVault } from '../secrets/vault.ts';
import { assertMediaLocation } from '../startup/media-location.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { suspensions } from '../suspensions/index.ts';
import { CommandError, type CommandOutput } from './command.ts';
import { findWorkspace } from './find-workspace.ts';
import type { Store } from './store.ts';

/** The vault of the service. Throws CommandError when the key is not that of the database. */
export async function ownVault(config: Config, system: Runner): Promise<KeyedVault> {
  makeDataDir(config);
  const vault = createVault(secretsKeysFor(config));
  const others = await tablesOfOtherKeys(system, vault.keyIds());
  if (others.length > 0)
    throw new CommandError(
      'The secrets key does not belong to this database. Set DATA_DIR or SECRETS_KEY as the service has them.',
    );
  return vault;
}

/** The storage of the service. Throws SettingError when the settings lead to another location than that of the database. */
export async function ownStorage(config: Config, system: Runner): Promise<FileStorage> {
  makeDataDir(config);
  await assertMediaLocation(config, system);
  return openStorage(config);
}

/** One line for a disk without room. */
export function reportRoom(location: string): (error: unknown) => never {
  return (error) => {
    if (isOutOfRoom(error))
      throw new CommandError(`There is no room left for ${location}. Make room and repeat the command.`);
    throw error;
  };
}

/** Counts the contents of an archive. `bytes`: the size of all rows and files. */
export function summaryOf(entries: Readonly<Record<string, Entry>>) {
  const all = Object.entries(entries);
  const sum = (count: (entry: Entry) => number) => all.reduce((total, [, entry]) => total + count(entry), 0);
  return {
    rows: sum(({ rows = 0 }) => rows),
    files: all.filter(([name]) => name.startsWith('files/')).length,
    bytes: sum(({ bytes }) => bytes),
  };
}

/** Removes a workspace that moved away, or an import. Throws CommandError for any other. */
export async function removeHere(config: Config, store: Store, word: string): Promise<CommandOutput> {
  const { db, databaseUrl, service } = store;
  const source = await removable(db.system, word);
  const simulatorUrl = config.simulatorUrl ?? service?.simulator_url;
  const removeWorld = async (world: string) => {
    if (simulatorUrl === undefined) await removeWorldFiles(config, world);
    else await removeSimulated({ simulatorUrl, operatorToken: operatorTokenOf(config) }, world);
    await worlds.removeApps(db.system, world);
  };
  const storage = await ownStorage(config, db.system);
  await removeWorkspace({ db, databaseUrl, storage, removeWorld }, source).finally(() => storage.close());
  const text = `Removed ${source.id} ${JSON.stringify(source.name)} from this installation. Its access on the platforms and its subscription go on.`;
  return { text, json: { id: source.id, name: source.name } };
}

async function removable(system: TenantDatabase, word: string): Promise<moves.Source> {
  const unfinished = (await moves.imports(system)).find(({ workspaceId, name }) => [workspaceId, name].includes(word));
  if (unfinished !== undefined) {
    const { workspaceId, name, liveTenantId, testTenantId, world } = unfinished;
    return { id: workspaceId, name, tenants: { live: liveTenantId, test: testTenantId }, world };
  }
  const { id } = await findWorkspace(system, word);
  const source = await moves.sourceOf(system, id);
  const held = await suspensions.find(system, source.tenants.live);
  if (held?.reason !== 'export' && held?.reason !== 'import')
    throw new CommandError(
      `${id} is not suspended by an export or an import. --only-here is for a workspace that moved; leave it out to delete this one.`,
    );
  return source;
}
