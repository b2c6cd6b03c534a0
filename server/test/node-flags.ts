import manifest from '../../package.json' with { type: 'json' };

/**
 * The Node options of `npm start`: a small space of young objects, and a collection of all when the old ones have grown
 * by a fifth. Buffers of media that only pass make V8 wait far longer otherwise.
 */
export const NODE_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
