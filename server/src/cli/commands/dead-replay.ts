import { ApiError } from '../../core/errors.ts';
import { dead } from '../../features/dead-letters/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const replayDead = defineCommand({
  name: 'dead replay',
  summary: 'Retry a dead letter',
  takes: ['id'],
  example: 'dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  options: {},

  async run({ words: [id = ''], config }) {
    return withStore(config, async ({ db }) => {
      const [row] = await dead.listAll(db.system, { id }, 1);
      if (row === undefined) throw new CommandError(`There is no dead letter with the id ${JSON.stringify(id)}.`);
      await db
        .tenant(row.tenant_id)
        .transaction((tx) => dead.replay(tx, row.tenant_id, row))
        .catch((error) => {
          throw error instanceof ApiError ? new CommandError(`${error.message} (Workspace ${row.workspace}.)`) : error;
        });
      return { text: `The ${row.kind} is due again.`, json: { id, kind: row.kind, replayed: true } };
    });
  },
});
