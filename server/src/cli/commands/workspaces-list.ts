import { workspaces } from '../../features/workspaces/index.ts';
import { compact } from '../../lib/compact.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const listWorkspaces = defineCommand({
  name: 'workspaces list',
  summary: 'List all workspaces, also deleted ones until their purge, oldest first',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const rows = await workspaces.list(db.system);
      const json = rows.map(({ purge_at: purgeAt, ...row }) => compact({ ...row, purge_at: purgeAt?.toISOString() }));
      const width = Math.max(0, ...json.map(({ plan }) => plan.length));
      const text = json
        .map(({ id, name, plan, purge_at }) =>
          [
            id,
            plan.padEnd(width),
            name,
            ...(purge_at === undefined ? [] : [`deleted, purged from ${purge_at} on`]),
          ].join('  '),
        )
        .join('\n');
      return { text: text === '' ? 'There is no workspace yet.' : text, json };
    });
  },
});
