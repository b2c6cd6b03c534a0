/** How many rows of a list are looked at, one after the other, before its index for rare values is asked. */
const WINDOWS = [150, 600, 5000];
/** A value with as many rows in a window is frequent enough to go on in the list's order. */
const FREQUENT = 3;

/** A row of a list, and whether it passes the filter that its order has no index for. */
export interface Candidate {
  readonly id: string;
  readonly fits: boolean;
}

/**
 * The ids of the first `wanted` rows that pass a filter, by looking at the newest rows in order. Frequent values fill a page
 * so within few rows. undefined: the value is rare, so its own index finds the rows cheaper.
 */
export async function scanNewest(
  read: (window: number) => Promise<readonly Candidate[]>,
  wanted: number,
): Promise<string[] | undefined> {
  for (const window of WINDOWS) {
    const candidates = await read(window);
    const found = candidates.filter(({ fits }) => fits);
    if (found.length >= wanted || candidates.length < window) return found.slice(0, wanted).map(({ id }) => id);
    if (found.length < FREQUENT) return undefined;
  }
  return undefined;
}
