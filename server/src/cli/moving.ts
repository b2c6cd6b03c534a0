import type { Config } from '../config/config.ts';
import type { Runner } from '../db/query.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import type { Entry } from '../moving/archive.ts';
import { tablesOfOtherKeys } from '../secrets/encrypted-value.repository.ts';
import { secretsKeysFor } from '../secrets/secrets-file.ts';
import { createVault, type KeyedVault } from '../secrets/vault.ts';
import { makeDataDir } from '../startup/preflight.ts';
import { CommandError } from './command.ts';

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

/** One line for a disk without room. */
export function reportRoom(place: string): (error: unknown) => never {
  return (error) => {
    if (isOutOfRoom(error))
      throw new CommandError(`There is no room left for ${place}. Make room and repeat the command.`);
    throw error;
  };
}

/** What an archive holds, in numbers. `bytes`: of all rows and files. */
export function summaryOf(entries: Readonly<Record<string, Entry>>) {
  const all = Object.entries(entries);
  const sum = (count: (entry: Entry) => number) => all.reduce((total, [, entry]) => total + count(entry), 0);
  return {
    rows: sum(({ rows = 0 }) => rows),
    files: all.filter(([name]) => name.startsWith('files/')).length,
    bytes: sum(({ bytes }) => bytes),
  };
}
