import { invites } from '../../features/invites/index.ts';
import { keys } from '../../features/keys/index.ts';
import { reviewLinks } from '../../features/review-links/index.ts';
import { CommandError, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const cellDirectory = defineCommand({
  name: 'cells directory',
  summary: 'Print the map with which a proxy finds keys and links that do not carry the name of this cell (CELL)',
  example: '',
  options: {},

  async run({ config }) {
    const { cell } = config;
    if (cell === '') throw new CommandError('This installation is no cell. Set CELL to its name.');
    return withStore(config, async ({ db: { system } }) => {
      const hashes = [
        ...(await keys.hashesOfOtherNames(system, cell)),
        ...(await invites.activeTokens(system)),
        ...(await reviewLinks.activeTokens(system)),
      ];
      const names = hashes.map((hash) => hash.toString('hex'));
      return { text: names.map((name) => `${name} ${cell}`).join('\n'), json: { cell, sha256: names } };
    });
  },
});
