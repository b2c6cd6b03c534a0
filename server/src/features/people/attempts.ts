import { ApiError } from '../../core/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';

const WINDOW_MS = 15 * 60_000;
/** Wrong passwords within a window. */
const OF_NETWORK_MAX = 30;
const OF_ADDRESS_MAX = 20;
const NAMES_MAX = 20_000;

/** Counts wrong passwords in windows of time. Memory is bounded: the oldest window is forgotten first. */
const windows = new Map<string, { count: number; readonly endsMs: number }>();

function countOf(name: string): number {
  const window = windows.get(name);
  return window === undefined || window.endsMs < performance.now() ? 0 : window.count;
}

/**
 * Throws 429 after too many wrong passwords from a network or for an address. A browser that knows the person is limited by
 * its network alone, and passkeys, OIDC and links are not limited, so nobody locks a person out.
 */
export function assertMayTry(address: string, ip: string, isKnownBrowser: boolean): void {
  const isOver =
    countOf(networkOf(ip)) >= OF_NETWORK_MAX || (!isKnownBrowser && countOf(nameOf(address)) >= OF_ADDRESS_MAX);
  if (isOver)
    throw new ApiError(
      'too_many_requests',
      'Too many wrong passwords. Wait some minutes, or sign in with a passkey, a browser that knows you or a link for a new password.',
      { retry_after: WINDOW_MS / 1000 },
      'auth.too_many_failures',
    );
}

export function noteWrong(address: string, ip: string): void {
  for (const name of [networkOf(ip), nameOf(address)]) {
    const count = countOf(name) + 1;
    const endsMs = count === 1 ? performance.now() + WINDOW_MS : (windows.get(name)?.endsMs as number);
    windows.delete(name);
    windows.set(name, { count, endsMs });
    const [oldest] = windows.size > NAMES_MAX ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
  }
}

function nameOf(address: string): string {
  return `address ${address.toLowerCase()}`;
}
