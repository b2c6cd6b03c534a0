import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyOfPassphrase } from '../lib/passphrase.ts';

const HEAD = 'hubbub scrypt aes-256-gcm 1';

/** Encrypts a text under a passphrase: scrypt and AES-256-GCM. The result is text, too. */
export async function seal(text: string, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOfPassphrase(passphrase.normalize('NFC'), salt), nonce);
  cipher.setAAD(Buffer.from(HEAD));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${HEAD}\n${Buffer.concat([salt, nonce, cipher.getAuthTag(), content]).toString('base64')}\n`;
}

/** The text; undefined when the passphrase is another one or the box was changed. */
export async function unseal(box: string, passphrase: string): Promise<string | undefined> {
  const [head, body = ''] = box.split('\n');
  const bytes = Buffer.from(body, 'base64');
  if (head !== HEAD || bytes.length < 44) return undefined;
  const key = await keyOfPassphrase(passphrase.normalize('NFC'), bytes.subarray(0, 16));
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28));
  decipher.setAAD(Buffer.from(HEAD)).setAuthTag(bytes.subarray(28, 44));
  try {
    return decipher.update(bytes.subarray(44), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
