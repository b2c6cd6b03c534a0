import manifest from '../../package.json' with { type: 'json' };

const words = manifest.scripts.start.split(' ');

/**
 * The Node options of `npm start`: a small space of young objects, and a collection of all when the old ones have grown
 * by a fifth. Buffers of media that only pass make V8 wait far longer otherwise.
 */
export const NODE_FLAGS = words.filter((word) => word.startsWith('--'));

/** The settings of the C library of `npm start`: memory that is freed goes back to the system, and threads share it. */
export const MALLOC = Object.fromEntries(
  words.filter((word) => word.startsWith('MALLOC_')).map((word) => word.split('=') as [string, string]),
);
