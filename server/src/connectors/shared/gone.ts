import type { HeldItem } from '../../core/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';

/** The items that are gone, where each is read by a call of its own: those that the platform does not find. */
export async function goneOneByOne(
  items: readonly HeldItem[],
  read: (platformId: string) => Promise<unknown>,
): Promise<string[]> {
  const gone: string[] = [];
  for (const { platformId } of items) {
    try {
      await read(platformId);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'not_found') throw error;
      gone.push(platformId);
    }
  }
  return gone;
}

/** The items that a whole list of the asked ones leaves out. */
export function goneFrom(items: readonly HeldItem[], there: readonly string[]): string[] {
  const found = new Set(there);
  return items.map(({ platformId }) => platformId).filter((id) => !found.has(id));
}
