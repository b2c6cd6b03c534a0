import { announcements, toAnnouncement } from '../../features/announcements/index.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const listAnnouncements = defineCommand({
  name: 'announcements list',
  summary: 'List all announcements and how many owners have seen each, newest first',
  example: '',
  options: {},

  async run({ config }) {
    return withStore(config, async ({ db }) => {
      const rows = await announcements.listAll(db.system);
      const json = rows.map((row) => ({ ...toAnnouncement(row), seen_by: row.seen_by }));
      const text = json.map(({ id, kind, created_at, title, seen_by }) =>
        [id, created_at, kind, `seen by ${seen_by}`, title].join('  '),
      );
      return { text: text.length === 0 ? 'There are no announcements.' : text.join('\n'), json };
    });
  },
});
