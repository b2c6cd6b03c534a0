import { PlatformError } from '../../core/platform-error.ts';

/** A list that was read page by page. */
export interface Collected<Item> {
  readonly items: readonly Item[];
  /** All wanted items were read. Otherwise a bound of ours ended the reading. */
  readonly isWhole: boolean;
}

/** The items of a lookup. */
export function proven<Item>({ items, isWhole }: Collected<Item>): readonly Item[] {
  if (isWhole) return items;
  throw listCut();
}

/** A cut list proves nothing, because an item that it lacks may exist. */
export function listCut(): PlatformError {
  return new PlatformError('unavailable', 'There are more items since then than a lookup reads.', {
    reason: 'list_cut',
  });
}
