import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts values with AES-256-GCM. The place (tenant, table, row, column) is authenticated with the value. */
export interface Vault {
  seal(plain: string, place: string): string;
  open(sealed: string, place: string): string;
  /** Ids of the keys that it can open with, the one that it seals with first. */
  keyIds(): readonly string[];
}

/** How many opened values are kept, those opened last. */
const OPENED_MAX = 500;

/**
 * Master keys of 32 bytes: the first seals, all of them open. Asked at each use; `isMissing`: a value was sealed with a
 * key that is not among them, so what is known may be out of date.
 */
export type MasterKeys = (isMissing?: boolean) => readonly Buffer[];

/**
 * A vault over master keys. Each value gets a key of its own, derived from a master key and a random salt, so that no
 * key ever encrypts two values. Format: `v1.<key id>.<base64url of salt, nonce, tag, ciphertext>`.
 */
export function createVault(keys: Buffer | MasterKeys): Vault {
  const masters: MasterKeys = Buffer.isBuffer(keys) ? () => [keys] : keys;
  const named = (isMissing = false) => masters(isMissing).map((key) => ({ id: keyIdOf(key), key }));
  // The lanes open the same few values again and again. Whoever could read them here could read the master key as well.
  const opened = new Map<string, string>();
  const remember = (name: string, plain: string) => {
    opened.set(name, plain);
    if (opened.size > OPENED_MAX) opened.delete(opened.keys().next().value ?? '');
    return plain;
  };

  return {
    keyIds: () => named().map(({ id }) => id),
    seal(plain, place) {
      const [current] = named();
      if (current === undefined) throw new Error('the vault has no key');
      const salt = randomBytes(16);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(current.key, salt), nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${current.id}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, place) {
      const name = `${place}|${sealed}`;
      const before = opened.get(name);
      if (before !== undefined) return before;
      const [version, id, body] = sealed.split('.');
      if (version !== 'v1' || id === undefined || body === undefined) throw new Error('not a sealed value');
      const known = named().find((one) => one.id === id) ?? named(true).find((one) => one.id === id);
      if (known === undefined)
        throw new Error(`sealed with another key (${id}); is SECRETS_KEY the one of this database?`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(known.key, bytes.subarray(0, 16)), bytes.subarray(16, 28))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(28, 44));
      return remember(name, Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8'));
    },
  };
}

const ids = new WeakMap<Buffer, string>();

function keyIdOf(masterKey: Buffer): string {
  const known = ids.get(masterKey);
  if (known !== undefined) return known;
  if (masterKey.length !== 32) throw new Error('the vault key must have 32 bytes');
  const id = createHash('sha256').update(masterKey).digest('hex').slice(0, 8);
  ids.set(masterKey, id);
  return id;
}

function keyFor(masterKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, salt, 'hubbub vault', 32));
}
