/** Each chunk costs time and memory of its own, however small it is. */
export interface ChunkLimits {
  /** Smaller chunks count against `tinyMax`, the more the smaller they are; larger ones make up for them. */
  readonly bytesMin: number;
  readonly tinyMax: number;
  /** A body that arrives slowly may have any number. */
  readonly tinyPerSecondMax: number;
}

/** Counts the chunks of one body. The function returns whether one more of so many bytes is within the limits. */
export function countTinyChunks({ bytesMin, tinyMax, tinyPerSecondMax }: ChunkLimits): (bytes: number) => boolean {
  let tiny = 0;
  let since = performance.now();
  return (bytes) => {
    tiny = Math.max(0, tiny + 1 - bytes / bytesMin);
    if (tiny <= tinyMax) return true;
    const now = performance.now();
    tiny = Math.max(0, tiny - ((now - since) / 1_000) * tinyPerSecondMax);
    since = now;
    return tiny <= tinyMax;
  };
}
