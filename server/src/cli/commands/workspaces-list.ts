import { workspaces } from '../../features/workspaces/index.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const listWorkspaces = defineCommand({
  name: 'workspaces list',
  summary: 'List all workspaces, oldest first',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const json = await workspaces.list(db.system);
      const width = Math.max(0, ...json.map(({ plan }) => plan.length));
      const text = json.map(({ id, name, plan }) => `${id}  ${plan.padEnd(width)}  ${name}`).join('\n');
      return { text: text === '' ? 'There is no workspace yet.' : text, json };
    });
  },
});
