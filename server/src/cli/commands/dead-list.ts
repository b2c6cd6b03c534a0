import { dead } from '../../features/dead-letters/index.ts';
import { defineCommand } from '../command.ts';
import { findWorkspace } from '../find-workspace.ts';
import { withStore } from '../store.ts';

const ROWS_MAX = 1000;

export const listDead = defineCommand({
  name: 'dead list',
  summary: 'List dead letters (failed deliveries, callbacks and actions), newest first, at most 1000',
  example: '--workspace acme --kind delivery',
  options: {
    workspace: { about: 'Only of the workspace with this id or name', value: 'W' },
    kind: { about: 'Only of this kind', value: 'K', oneOf: ['delivery', 'callback', 'action'] },
  },

  async run({ options: { workspace: word, kind }, config }) {
    return withStore(config, async ({ db }) => {
      const workspaceId = word === undefined ? undefined : (await findWorkspace(db.system, word)).id;
      const rows = await dead.listAll(db.system, { workspaceId, kind }, ROWS_MAX);
      const json = rows.map(({ tenant_id: _tenant, created_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
      }));
      const text = json
        .map(({ id, kind, workspace, mode, created_at, attempts, error }) =>
          [created_at, kind.padEnd(8), id, `${JSON.stringify(workspace)} ${mode}`, `tried ${attempts}x`, error].join(
            '  ',
          ),
        )
        .join('\n');
      return { text: text === '' ? 'There are no dead letters.' : text, json };
    });
  },
});
