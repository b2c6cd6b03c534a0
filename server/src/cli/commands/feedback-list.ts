import { feedback } from '../../features/feedback/index.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

const ROWS_MAX = 1000;

export const listFeedback = defineCommand({
  name: 'feedback list',
  summary: 'List what customers wrote with POST /v1/feedback, newest first, at most 1000',
  example: '',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const rows = await feedback.listAll(db.system, ROWS_MAX);
      const json = rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
      const text = json.map(({ id, created_at, type, workspace, email, message }) =>
        [
          created_at,
          id,
          type,
          `${JSON.stringify(workspace)}${email === null ? '' : ` ${email}`}`,
          JSON.stringify(message),
        ].join('  '),
      );
      return { text: text.length === 0 ? 'There is no feedback.' : text.join('\n'), json };
    });
  },
});
