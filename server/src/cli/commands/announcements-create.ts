import { ANNOUNCEMENT_KINDS, announcements, toAnnouncement } from '../../features/announcements/index.ts';
import { toNewAnnouncement } from '../announcement-options.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const createAnnouncement = defineCommand({
  name: 'announcements create',
  summary: 'Tell every workspace something',
  example: '--kind incident --title Slow --body "We work on it."',
  options: {
    kind: { about: 'What it is', value: 'K', isRequired: true, oneOf: ANNOUNCEMENT_KINDS },
    title: { about: 'At most 200 characters', value: 'T', isRequired: true },
    body: { about: 'At most 5000 characters', value: 'B', isRequired: true },
    'link-url': { about: 'An https address with more', value: 'URL' },
    'link-label': { about: 'The text of the link', value: 'L' },
    'window-start': { about: 'When a maintenance begins', value: 'TIME' },
    'window-end': { about: 'When it ends; it is not shown afterwards', value: 'TIME' },
  },

  async run({ options, config }) {
    const requested = toNewAnnouncement(options);
    return withStore(config, async ({ db }) => {
      const json = toAnnouncement(await announcements.insert(db.system, requested));
      return { text: `${json.id}  ${json.kind}  ${json.title}`, json };
    });
  },
});
