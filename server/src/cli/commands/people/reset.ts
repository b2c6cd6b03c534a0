import { personTokens } from '../../../features/people/index.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { findPerson } from './find-person.ts';
import { pageUrl } from './page-url.ts';

export const resetPerson = defineCommand({
  name: 'people reset',
  summary: 'Print a link, for one use within 24 hours, with which a person sets a new password',
  takes: ['id or address'],
  example: 'ana@example.com',
  options: {},

  async run({ words: [word = ''], config }) {
    return withStore(config, async ({ db, service }) => {
      const { user_id: id } = await findPerson(db.system, word);
      const url = pageUrl({ config, service }, `/reset/${await personTokens.create(db.system, id, null)}`);
      return { text: url, json: { user_id: id, url } };
    });
  },
});
