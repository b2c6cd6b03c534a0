import type { TenantDatabase } from '../db/database.ts';
import { keys } from '../features/keys/index.ts';
import { CommandError } from './command.ts';

/** Where the key with this id or text is. Throws CommandError when there is none. */
export async function findKey(system: TenantDatabase, idOrKey: string): Promise<keys.KeyPlace> {
  const found = await keys.locate(system, idOrKey);
  if (found === undefined) throw noActiveKey();
  return found;
}

export function noActiveKey(): CommandError {
  return new CommandError('There is no active key with that id or text.');
}
