import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** The fewest characters of a passphrase that protects secrets in a file. */
const PASSPHRASE_LENGTH_MIN = 12;

/** The fault of a new passphrase; undefined: it has none. */
export function passphraseFault(passphrase: string): string | undefined {
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return undefined;
  return `The passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.`;
}

/** 128 MiB of memory and a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** The key of 32 bytes that comes from a passphrase. */
export function keyOfPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase, salt, 32, COST);
}
