const counts = new Map<string, number>();

/** How many numbers of each platform this process ignored, because their names are not ours or they are no numbers. */
export const ignored = {
  add(platform: string, count: number): void {
    if (count > 0) counts.set(platform, (counts.get(platform) ?? 0) + count);
  },
  counts: (): ReadonlyMap<string, number> => counts,
};
