import { workspaces } from '../../features/workspaces/index.ts';
import { defineCommand } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const createKey = defineCommand({
  name: 'keys create',
  summary: 'Make an unrestricted API key; it is printed only now',
  options: {
    workspace: workspaceOption,
    mode: { about: 'The half of the workspace that it opens', value: 'M', isRequired: true, oneOf: ['test', 'live'] },
    name: { about: 'The name of the key', value: 'N' },
  },

  async run({ options: { workspace: word, mode, name = 'cli' }, config }) {
    return withStore(config, async ({ db }) => {
      const workspace = await findWorkspace(db.system, word);
      const tenantId = await workspaces.tenantOf(db.system, workspace.id, mode);
      const { id, rawKey } = await workspaces.createKey(db.system, tenantId, mode, name);
      const text = [`Key  ${rawKey}`, `Id   ${id}`, 'Store the key now; it is not shown again.'].join('\n');
      return { text, json: { id, key: rawKey, mode, workspace_id: workspace.id } };
    });
  },
});
