import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts values with AES-256-GCM. The place (tenant, table, row, column) is authenticated with the value. */
export interface Vault {
  seal(plain: string, place: string): string;
  open(sealed: string, place: string): string;
}

/** How many opened values are kept, those opened last. */
const OPENED_MAX = 500;

/**
 * A vault over one master key (32 bytes). Each value gets a key of its own, derived from the master key and a random
 * salt, so that no key ever encrypts two values. Format: `v1.<key id>.<base64url of salt, nonce, tag, ciphertext>`.
 */
export function createVault(masterKey: Buffer): Vault {
  if (masterKey.length !== 32) throw new Error('the vault key must have 32 bytes');
  const keyId = createHash('sha256').update(masterKey).digest('hex').slice(0, 8);

  // The lanes open the same few values again and again. Whoever could read them here could read the master key as well.
  const opened = new Map<string, string>();
  const remember = (name: string, plain: string) => {
    opened.set(name, plain);
    if (opened.size > OPENED_MAX) opened.delete(opened.keys().next().value ?? '');
    return plain;
  };

  const keyFor = (salt: Buffer) => Buffer.from(hkdfSync('sha256', masterKey, salt, 'hubbub vault', 32));

  return {
    seal(plain, place) {
      const salt = randomBytes(16);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(salt), nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, place) {
      const name = `${place}|${sealed}`;
      const known = opened.get(name);
      if (known !== undefined) return known;
      const [version, id, body] = sealed.split('.');
      if (version !== 'v1' || id === undefined || body === undefined) throw new Error('not a sealed value');
      if (id !== keyId) throw new Error(`sealed with another key (${id}); is SECRETS_KEY the one of this database?`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(bytes.subarray(0, 16)), bytes.subarray(16, 28))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(28, 44));
      return remember(name, Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8'));
    },
  };
}
