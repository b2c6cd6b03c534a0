import type { TenantDatabase } from '../../../db/database.ts';
import { people } from '../../../features/people/index.ts';
import { CommandError } from '../../command.ts';

/** The person with this id or address. Throws CommandError when none or several match. */
export async function findPerson(system: TenantDatabase, word: string): Promise<people.PersonRow> {
  const found = await people.list(system, word);
  const [only] = found;
  if (only === undefined)
    throw new CommandError(`There is no person ${JSON.stringify(word)}. See them with: npm run hubbub -- people list`);
  if (found.length === 1) return only;
  const proved = found.find(({ address_proved_at: at }) => at !== null);
  const ids = found.map(({ user_id: id, name }) => `  ${id}  ${name}${id === proved?.user_id ? '  (proved)' : ''}`);
  throw new CommandError(
    `${found.length} people gave the address ${JSON.stringify(word)}. Say which one by its id:\n${ids.join('\n')}`,
  );
}
