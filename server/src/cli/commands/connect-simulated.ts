import { connectors } from '../../connectors/index.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { closest } from '../../lib/closest.ts';
import { CommandError, defineCommand } from '../command.ts';
import { connectAll } from '../connect.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const connectSimulated = defineCommand({
  name: 'accounts connect-simulated',
  summary: "Connect simulated accounts to a workspace's test half",
  options: {
    workspace: workspaceOption,
    platform: { about: 'Only this platform; one account of each without it', value: 'P' },
  },

  async run({ options: { workspace: word, platform }, config }) {
    const platforms = platform === undefined ? undefined : [known(platform)];
    return withStore(config, async (store) => {
      const workspace = await findWorkspace(store.db.system, word);
      const tenantId = await workspaces.tenantOf(store.db.system, workspace.id, 'test');
      const { accounts, trouble } = await connectAll(config, store, tenantId, platforms);
      const text = accounts
        .map(({ id, platform, username }) => `Connected  ${id}  ${platform}  ${username}`)
        .join('\n');
      if (trouble !== undefined) throw new CommandError(trouble);
      return { text, json: { accounts } };
    });
  },
});

function known(word: string): Platform {
  const platform = toPlatform(word.toLowerCase());
  if (platform !== undefined && connectors[platform] !== undefined) return platform;
  const names = Object.keys(connectors);
  const meant = closest(word, names);
  throw new CommandError(
    `--platform must be one of ${names.join(', ')}, not ${JSON.stringify(word)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  );
}
