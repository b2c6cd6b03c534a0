import { workspaces } from '../../features/workspaces/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const revokeKey = defineCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key',
  takes: ['id or key'],
  options: {},

  async run({ words: [idOrKey = ''], config }) {
    return withStore(config, async ({ db }) => {
      if (!(await workspaces.revokeKey(db.system, idOrKey)))
        throw new CommandError('There is no active key with that id or text.');
      return { text: 'Revoked. It stops working within a second.', json: { revoked: true } };
    });
  },
});
