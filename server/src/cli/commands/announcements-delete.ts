import { announcements } from '../../features/announcements/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const deleteAnnouncement = defineCommand({
  name: 'announcements delete',
  summary: 'Withdraw an announcement',
  takes: ['id'],
  example: 'ann_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  options: {},

  async run({ words: [id = ''], config }) {
    return withStore(config, async ({ db }) => {
      if (!(await announcements.remove(db.system, id)))
        throw new CommandError(`There is no announcement ${JSON.stringify(id)}.`);
      return { text: 'Withdrawn.', json: { id, deleted: true } };
    });
  },
});
