import { PLAN_NAMES } from '../../core/plans.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { defineCommand } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const setPlan = defineCommand({
  name: 'plans set',
  summary: 'Move a workspace to another plan',
  options: {
    workspace: workspaceOption,
    plan: { about: 'The new plan', value: 'P', isRequired: true, oneOf: PLAN_NAMES },
  },

  async run({ options: { workspace: word, plan }, config }) {
    return withStore(config, async ({ db }) => {
      const workspace = await findWorkspace(db.system, word);
      await workspaces.setSubscription(db.system, workspace.id, { plan });
      const text = `${workspace.id} ${JSON.stringify(workspace.name)}: ${workspace.plan} → ${plan}`;
      return { text, json: { ...workspace, plan } };
    });
  },
});
