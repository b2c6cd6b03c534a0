import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The name of a cell and what ends it, when the key has one. */
const CELL = '(?:[a-z][a-z0-9]{0,11}_)?';
const FORM = new RegExp(`^hub_(live|test)_(${CELL})([0-9a-hjkmnp-tv-z]{52})([0-9a-hjkmnp-tv-z]{7})$`);
const SHOWN = new RegExp(`(hub(?:_|%5f)(?:live|test)(?:_|%5f)${CELL.replace('_', '(?:_|%5f)')})[0-9a-z]{8,}`, 'gi');

/**
 * A new key: `hub_<mode>_`, 256 random bits in base32 and a checksum, which reveals typing errors without a lookup.
 * `cell`: stands before the secret; empty for an installation that is alone.
 */
export function newApiKey(mode: 'live' | 'test', cell = ''): string {
  const secret = base32(randomBytes(32));
  const place = cell === '' ? '' : `${cell}_`;
  return `hub_${mode}_${place}${secret}${checksum(`${mode}${place}${secret}`)}`;
}

/** Whether the text has the form of a key and its checksum fits. */
export function isApiKey(text: string): boolean {
  const [, mode, place, secret, sum] = FORM.exec(text) ?? [];
  return mode !== undefined && checksum(`${mode}${place}${secret}`) === sum;
}

/** Whether a text holds something that looks like a key, whole or cut. */
export function holdsApiKey(text: string): boolean {
  return hideApiKeys(text) !== text;
}

/** The text with every key shortened to its prefix, for logs. */
export function hideApiKeys(text: string): string {
  return text.replace(SHOWN, '$1…');
}

/** The hash that is stored instead of the key. One SHA-256 is enough for 256 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The shortened key for lists: `hub_live_`, the cell, and three signs of the secret. */
export function previewOf(key: string): string {
  const [, mode = '', place = ''] = FORM.exec(key) ?? [];
  return `${key.slice(0, `hub_${mode}_${place}`.length + 3)}…${key.slice(-4)}`;
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base32(bytes);
}

/** Crockford's base32, most significant bits first. Zero bits fill the last group. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31];
}
