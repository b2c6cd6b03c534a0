import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** 128 MiB of memory for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

const HEAD = 'hubbub scrypt aes-256-gcm 1';

/** Encrypts a text under a passphrase: scrypt and AES-256-GCM. The result is text, too. */
export async function seal(text: string, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase.normalize('NFC'), salt, 32, COST), nonce);
  cipher.setAAD(Buffer.from(HEAD));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${HEAD}\n${Buffer.concat([salt, nonce, cipher.getAuthTag(), content]).toString('base64')}\n`;
}

/** The text; undefined when the passphrase is another one or the box was changed. */
export async function unseal(box: string, passphrase: string): Promise<string | undefined> {
  const [head, body = ''] = box.split('\n');
  const bytes = Buffer.from(body, 'base64');
  if (head !== HEAD || bytes.length < 44) return undefined;
  const key = await derive(passphrase.normalize('NFC'), bytes.subarray(0, 16), 32, COST);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28));
  decipher.setAAD(Buffer.from(HEAD)).setAuthTag(bytes.subarray(28, 44));
  try {
    return decipher.update(bytes.subarray(44), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
