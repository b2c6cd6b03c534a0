import { hash } from 'node:crypto';
import { stableJson } from '../../lib/json/stable.ts';

/** Names what a person saw, part by part: `text:….media:…`. Two texts with the same name were the same. */
export function fingerprintOf(parts: Readonly<Record<string, unknown>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}:${hash('sha256', stableJson(value), 'base64url').slice(0, 16)}`)
    .join('.');
}

/** The parts in which the version that somebody saw differs from the present one. */
export function changedParts(seen: string, present: string): string[] {
  const known = new Set(seen.split('.'));
  return present
    .split('.')
    .filter((part) => !known.has(part))
    .map((part) => part.slice(0, part.indexOf(':')));
}
