import { createHash, randomInt } from 'node:crypto';
import type { Content } from '../../core/calls/content.ts';
import type { Clock } from '../../core/world/world.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** Sorts like the numbers that it writes: https://atproto.com/specs/tid */
const sortable = '234567abcdefghijklmnopqrstuvwxyz';
const tidPattern = /^[234567abcdefghij][234567a-z]{12}$/;

/** Record keys made of the time: each is greater than the one before. */
export function tids(clock: Clock): () => string {
  const clockId = BigInt(randomInt(1024));
  let last = 0;
  return () => {
    last = Math.max(clock.now() * 1000, last + 1);
    let number = (BigInt(last) << 10n) | clockId;
    let text = '';
    for (let place = 0; place < 13; place += 1) {
      text = sortable[Number(number & 31n)] + text;
      number >>= 5n;
    }
    return text;
  };
}

export function isTid(text: string): boolean {
  return tidPattern.test(text);
}

/** A content id of version 1 with SHA-256: of raw bytes `bafkrei…`, of a record `bafyrei…`. */
export function cidOf(record: object): string {
  return cid(0x71, createHash('sha256').update(canonical(record)).digest());
}

export function blobCid({ sha256 }: Content): string {
  return cid(0x55, sha256);
}

function cid(codec: number, hash: Buffer): string {
  return `b${toBase32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), hash]))}`;
}

export function plcDid(seed: string): string {
  return `did:plc:${toBase32(createHash('sha256').update(seed).digest()).slice(0, 24)}`;
}

function toBase32(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32[(value >> bits) & 31];
    }
  }
  return bits > 0 ? text + base32[(value << (5 - bits)) & 31] : text;
}

/** JSON with sorted keys: the same record has the same id, whatever order its fields came in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
