import manifest from '../../package.json' with { type: 'json' };

/** The Node options of `npm start`. */
export const NODE_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
