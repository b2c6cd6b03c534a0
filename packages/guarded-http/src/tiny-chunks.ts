/** Smaller chunks count, the more the smaller they are; larger ones make up for them. */
const bytesMin = 32;
/** More than honest servers send at once, and little enough to handle: each chunk is an object. */
export const tinyChunksMax = 16_384;
/** A response that arrives slowly may have any number. */
const tinyChunksPerSecond = 1_000;

/** Counts the chunks of one response. Returns whether one more is within the limits. */
export function countTinyChunks(): (bytes: number) => boolean {
  let tiny = 0;
  let since = performance.now();
  return (bytes) => {
    tiny = Math.max(0, tiny + 1 - bytes / bytesMin);
    if (tiny <= tinyChunksMax) return true;
    const now = performance.now();
    tiny = Math.max(0, tiny - ((now - since) / 1_000) * tinyChunksPerSecond);
    since = now;
    return tiny <= tinyChunksMax;
  };
}
