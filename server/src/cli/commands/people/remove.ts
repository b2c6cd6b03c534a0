import { people } from '../../../features/people/index.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { findPerson } from './find-person.ts';

export const removePerson = defineCommand({
  name: 'people remove',
  summary: 'Remove a person with its sessions, passkeys and memberships',
  takes: ['id or address'],
  example: 'ana@example.com',
  options: {},

  async run({ words: [word = ''], config }) {
    return withStore(config, async ({ db }) => {
      const { user_id: id, name } = await findPerson(db.system, word);
      await db.system.transaction((tx) => people.remove(tx, id));
      return { text: `Removed ${id} (${name}). What it wrote keeps its name.`, json: { user_id: id } };
    });
  },
});
