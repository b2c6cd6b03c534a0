import { createHash, randomInt } from 'node:crypto';
import * as dagCbor from '@ipld/dag-cbor';
import { base32 } from 'multiformats/bases/base32';
import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';
import type { Content } from '../../core/calls/content.ts';
import type { Clock } from '../../core/world/world.ts';

const rawCodec = 0x55;
const sha256Code = 0x12;
/** Sorts like the numbers that it writes: https://atproto.com/specs/tid */
const sortable = '234567abcdefghijklmnopqrstuvwxyz';
const tidPattern = /^[234567abcdefghij][234567a-z]{12}$/;

/** A machine's clock may go back so far, in microseconds, before a time counts as past. */
const backwardsUs = 5_000_000;

/** Record keys made of the time: each is greater than the one before, except those of a past time. */
export function tids(clock: Clock): () => string {
  const clockId = BigInt(randomInt(1024));
  let last = 0;
  let past = 0;
  return () => {
    const now = clock.now() * 1000;
    const isPast = now < last - backwardsUs;
    if (isPast) past += 1;
    else last = Math.max(now, last + 1);
    let number = (BigInt(isPast ? now + (past % 1000) : last) << 10n) | clockId;
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

/** The content id of a record, `bafyrei…`: SHA-256 of its DAG-CBOR. https://atproto.com/specs/data-model */
export function cidOf(record: object): string {
  const hash = createHash('sha256')
    .update(dagCbor.encode(toIpld(record)))
    .digest();
  return cid(dagCbor.code, hash);
}

/** The content id of raw bytes, `bafkrei…`. */
export function blobCid({ sha256 }: Content): string {
  return cid(rawCodec, sha256);
}

function cid(codec: number, hash: Buffer): string {
  return CID.createV1(codec, digest.create(sha256Code, hash)).toString();
}

/** JSON writes links as `{$link}` and bytes as `{$bytes}`; DAG-CBOR has types of its own for both. */
function toIpld(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toIpld);
  if (typeof value !== 'object' || value === null) return value;
  const { $link, $bytes } = value as { $link?: unknown; $bytes?: unknown };
  if (typeof $link === 'string') return linkIn($link) ?? { $link };
  if (typeof $bytes === 'string') return Buffer.from($bytes, 'base64');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toIpld(inner)]));
}

function linkIn(text: string): CID | undefined {
  try {
    return CID.parse(text);
  } catch {
    return undefined;
  }
}

export function plcDid(seed: string): string {
  return `did:plc:${base32.baseEncode(createHash('sha256').update(seed).digest()).slice(0, 24)}`;
}
