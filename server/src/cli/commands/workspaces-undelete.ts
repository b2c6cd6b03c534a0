import { deletions } from '../../features/users/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { findDeletedWorkspace } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const undeleteWorkspace = defineCommand({
  name: 'workspaces undelete',
  summary: 'Take a deleted workspace back, until it is purged; its accounts must be reconnected',
  takes: ['workspace'],
  example: 'acme',
  options: {},

  async run({ words: [word = ''], config }) {
    return withStore(config, async ({ db }) => {
      const { id, name } = await findDeletedWorkspace(db.system, word);
      if (!(await deletions.undo(db.system, id)))
        throw new CommandError(`The purge of ${id} has begun. The workspace cannot be taken back.`);
      const text = [
        `${id} ${JSON.stringify(name)} is back, and its keys work again.`,
        'Its accounts must be connected again, because their access was revoked. Scheduled posts were cancelled.',
      ].join('\n');
      return { text, json: { id, name } };
    });
  },
});
