import { people } from '../../../features/people/index.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';

export const listPeople = defineCommand({
  name: 'people list',
  summary: 'List the people who can sign in, with their workspaces, oldest first',
  example: '',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const json = (await people.list(db.system)).map((row) => ({
        id: row.user_id,
        name: row.name,
        email: row.address,
        email_proved: row.address_proved_at !== null,
        memberships: row.memberships,
      }));
      const text = json
        .map(({ id, name, email, email_proved: isProved, memberships }) =>
          [
            id,
            `${email}${isProved ? '' : ' (not proved)'}`,
            name,
            ...memberships.map(({ workspace, role }) => `${role} of ${workspace}`),
          ].join('  '),
        )
        .join('\n');
      return { text: text === '' ? 'Nobody can sign in yet.' : text, json };
    });
  },
});
