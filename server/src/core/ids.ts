import { randomBytes } from 'node:crypto';

/** Prefixes of every identifier that leaves the service. */
export type IdPrefix =
  | 'ws'
  | 'ten'
  | 'key'
  | 'brand'
  | 'acc'
  | 'post'
  | 'act'
  | 'med'
  | 'ip'
  | 'cmt'
  | 'rev'
  | 'mnt'
  | 'conv'
  | 'msg'
  | 'wh'
  | 'evt'
  | 'dlv'
  | 'raw';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new identifier: prefix, underscore, 26 lowercase Crockford base32 characters, of which the first ten are the
 * time in milliseconds (so ids sort by creation) and the other sixteen are 80 random bits.
 */
export function newId(prefix: IdPrefix, atMs: number = Date.now()): string {
  let time = '';
  for (let rest = atMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  let random = '';
  for (const byte of randomBytes(16)) random += ALPHABET[byte & 31];
  return `${prefix}_${time}${random}`;
}

/** Whether the text has the form of one of our identifiers with that prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1));
}
