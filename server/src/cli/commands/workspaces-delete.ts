import { cancelSubscription } from '../../features/billing/index.ts';
import { deletions, stopWorkspace } from '../../features/users/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { findWorkspace } from '../find-workspace.ts';
import { removeHere } from '../moving.ts';
import { withStore } from '../store.ts';

export const deleteWorkspace = defineCommand({
  name: 'workspaces delete',
  summary: 'Delete a workspace: keys and publishing end at once, everything else after 24 hours',
  takes: ['workspace'],
  example: 'acme',
  options: {
    'only-here': {
      about: 'After it moved away, or for an unfinished import: at once, and without ending its access or subscription',
    },
  },

  async run({ words: [word = ''], options, config }) {
    return withStore(config, async (store) => {
      const { db, service } = store;
      if (options['only-here']) return removeHere(config, store, word);
      const { id, name } = await findWorkspace(db.system, word);
      const live = await workspaces.tenantOf(db.system, id, 'live');
      const purgeAt = await db.system.transaction(async (tx) => {
        const marked = await deletions.mark(tx, id);
        if (marked !== undefined) await cancelSubscription(tx, live);
        return marked;
      });
      if (purgeAt === undefined) throw new CommandError(`The workspace ${id} was deleted meanwhile.`);
      await stopWorkspace(db, id);
      const text = [
        `Deleted ${id} ${JSON.stringify(name)}. Its keys end within a second, and nothing is published any more.`,
        `The ${service === undefined ? 'service, once it runs,' : 'service'} revokes the access on the platforms and purges everything from ${purgeAt.toISOString()} on.`,
        `Until then: npm run hubbub -- workspaces undelete ${id}`,
      ].join('\n');
      return { text, json: { id, name, purge_at: purgeAt.toISOString() } };
    });
  },
});
