/**
 * A time in whole unix seconds, rounded down. Many platforms give post times without milliseconds: compared with an exact
 * time, a post from the very same second would be missed.
 */
export function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
