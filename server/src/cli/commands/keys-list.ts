import { keys, toKey } from '../../features/keys/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { defineCommand } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

const ROWS_MAX = 1000;

export const listKeys = defineCommand({
  name: 'keys list',
  summary: 'List the API keys of a workspace, newest first, at most 1000 of each environment',
  example: '--workspace acme',
  options: {
    workspace: workspaceOption,
    mode: { about: 'Only of this environment', value: 'M', oneOf: ['test', 'live'] },
  },

  async run({ options: { workspace: word, mode }, config }) {
    return withStore(config, async ({ db }) => {
      const workspace = await findWorkspace(db.system, word);
      const json = [];
      for (const environment of mode === undefined ? (['live', 'test'] as const) : [mode]) {
        const tenantId = await workspaces.tenantOf(db.system, workspace.id, environment);
        const rows = await keys.list(db.tenant(tenantId), tenantId, undefined, ROWS_MAX);
        json.push(
          ...rows.slice(0, ROWS_MAX).map((row) => ({ ...toKey(row, environment === 'live'), state: row.state })),
        );
      }
      const text = json
        .map(({ id, livemode, state, preview, name, scopes, brand_ids, last_used_at }) =>
          [
            id,
            livemode ? 'live' : 'test',
            state.padEnd(7),
            preview,
            JSON.stringify(name),
            scopes.join(',') || 'all scopes',
            brand_ids.join(',') || 'all brands',
            last_used_at === undefined ? 'never used' : `used ${last_used_at}`,
          ].join('  '),
        )
        .join('\n');
      return { text: text === '' ? 'There are no keys.' : text, json };
    });
  },
});
