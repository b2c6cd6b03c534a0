import { workspaces } from '../../features/workspaces/index.ts';
import { compact } from '../../lib/compact.ts';
import * as moves from '../../moving/import.repository.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly purge_at?: string;
  readonly importing_since?: string;
}

export const listWorkspaces = defineCommand({
  name: 'workspaces list',
  summary: 'List all workspaces, also deleted ones until their purge, oldest first',
  example: '',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const rows = await workspaces.list(db.system);
      const listed = rows.map(({ purge_at: purgeAt, ...row }) => compact({ ...row, purge_at: purgeAt?.toISOString() }));
      const unfinished = (await moves.imports(db.system)).map(({ workspaceId: id, name, startedAt }) => ({
        id,
        name,
        plan: '',
        importing_since: startedAt.toISOString(),
      }));
      const json: readonly Listed[] = [...listed, ...unfinished];
      const width = Math.max(0, ...json.map(({ plan }) => plan.length));
      const text = json
        .map(({ id, name, plan, purge_at, importing_since }) =>
          [
            id,
            plan.padEnd(width),
            name,
            ...(purge_at === undefined ? [] : [`deleted, purged from ${purge_at} on`]),
            ...(importing_since === undefined ? [] : [`its import, begun ${importing_since}, has not ended`]),
          ].join('  '),
        )
        .join('\n');
      return { text: text === '' ? 'There is no workspace yet.' : text, json };
    });
  },
});
