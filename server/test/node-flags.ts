import manifest from '../../package.json' with { type: 'json' };

/** What `npm start` tells Node. */
export const NODE_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
