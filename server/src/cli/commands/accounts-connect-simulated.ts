import { workspaces } from '../../features/workspaces/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const connectSimulated = defineCommand({
  name: 'accounts connect-simulated',
  summary: "Connect simulated accounts to a workspace's test environment",
  example: '--workspace acme --platform mastodon',
  options: {
    workspace: workspaceOption,
    platform: {
      about: 'Only this platform; default: one account of each. A second account on a platform gets its own brand',
      value: 'P',
    },
  },

  async run({ options: { workspace: word, platform }, config }) {
    const { connectAll, knownPlatform } = await import('../connect.ts');
    const platforms = platform === undefined ? undefined : [knownPlatform(platform)];
    return withStore(config, async (store) => {
      const workspace = await findWorkspace(store.db.system, word);
      const tenantId = await workspaces.tenantOf(store.db.system, workspace.id, 'test');
      const { accounts, problem } = await connectAll(config, store, tenantId, platforms);
      const text = accounts
        .map(({ id, platform, username }) => `Connected  ${id}  ${platform}  ${username}`)
        .join('\n');
      if (problem !== undefined) throw new CommandError(problem);
      return { text, json: { accounts } };
    });
  },
});
