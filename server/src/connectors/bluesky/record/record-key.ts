import { createHash } from 'node:crypto';

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;

/**
 * The key under which a post is put: a TID (https://atproto.com/specs/tid) of 53 bits of microseconds and 10 bits that
 * distinguish writers. Its second is that of the post, so that lists stay in order. The rest is derived from our own
 * key, so that an intent always has the same record.
 */
export function recordKey(createdAt: Date, key: string): string {
  const digest = createHash('sha256').update(key).digest();
  const microseconds =
    BigInt(Math.floor(createdAt.getTime() / 1000)) * 1_000_000n + BigInt(digest.readUInt32BE(0) % 1_000_000);
  let rest = (microseconds << 10n) | BigInt(digest.readUInt16BE(4) & 0x3ff);
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = DIGITS.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
