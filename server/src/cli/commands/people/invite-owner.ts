import { inviteOwner as invite } from '../../../features/members/index.ts';
import { workspaces } from '../../../features/workspaces/index.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { findWorkspace } from '../../find-workspace.ts';
import { withStore } from '../../store.ts';
import { pageUrl } from './page-url.ts';

export const inviteOwner = defineCommand({
  name: 'people invite-owner',
  summary: 'Print a link, for one use within 7 days, that makes a person an owner of a workspace',
  example: '--workspace acme',
  options: { workspace: { about: 'Its id or its name; default: the only one', value: 'W' } },

  async run({ options, config }) {
    return withStore(config, async ({ db, service }) => {
      const all = options.workspace === undefined ? await workspaces.list(db.system) : [];
      if (options.workspace === undefined && all.length !== 1)
        throw new CommandError(`There are ${all.length} workspaces. Say which one with --workspace.`);
      const { id } = await findWorkspace(db.system, options.workspace ?? (all[0]?.id as string));
      const url = pageUrl({ config, service }, await invite(db.system, id));
      return { text: url, json: { workspace_id: id, url } };
    });
  },
});
