import type { World } from '../../core/world/world.ts';

/** A user name that no account has yet, as close to the request as Meta allows. */
export function freeUsername(world: World, options: string): string {
  const username = options.toLowerCase().replace(/[^\w.]+/g, '_');
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? username : `${username}${number}`;
    if (!world.accounts.byUsername(candidate)) return candidate;
  }
}

/** A name for the one behind a user name: `jane.doe` is Jane Doe. */
export function nameOf(username: string): string {
  return username
    .split(/[._]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
