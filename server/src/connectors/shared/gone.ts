import type { HeldItem } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';

/**
 * The items that are gone, where each is read by a call of its own: those that the platform does not find. Any other answer
 * about one item leaves it there. What stops all calls ends the question, and those found till then count.
 */
export async function goneOneByOne(
  items: readonly HeldItem[],
  read: (platformId: string) => Promise<unknown>,
): Promise<string[]> {
  const gone: string[] = [];
  for (const { platformId } of items) {
    try {
      await read(platformId);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (stopsAllCalls(error)) break;
      if (error.kind === 'not_found') gone.push(platformId);
    }
  }
  return gone;
}

/** A throttle, lost access, or no response in time. A server's own failure may be about the one item. */
function stopsAllCalls({ kind, facts }: PlatformError): boolean {
  return kind === 'rate_limited' || kind === 'auth_expired' || (kind === 'unavailable' && facts.status === undefined);
}

/** The items that a whole list of the asked ones leaves out. */
export function goneFrom(items: readonly HeldItem[], there: readonly string[]): string[] {
  const found = new Set(there);
  return items.map(({ platformId }) => platformId).filter((id) => !found.has(id));
}
