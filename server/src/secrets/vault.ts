import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Vault } from '../core/tools.ts';

export interface KeyedVault extends Vault {
  /** Ids of the keys that it decrypts with. The first one encrypts. */
  readonly keyIds: () => string[];
}

/** How many decrypted values stay in memory, the most recent ones. */
const CACHED_MAX = 500;

/**
 * Master keys of 32 bytes: the first encrypts, all of them decrypt. Called at each use. `isMissing`: a value has a key
 * that is not among them, so cached keys may be out of date.
 */
export type MasterKeys = (isMissing?: boolean) => readonly Buffer[];

/**
 * A vault of AES-256-GCM over master keys. Each value gets its own key, derived from a master key and a random salt, so
 * no key encrypts two values. Format: `v1.<key id>.<base64url of salt, nonce, tag, ciphertext>`.
 */
export function createVault(keys: Buffer | MasterKeys): KeyedVault {
  const masters: MasterKeys = Buffer.isBuffer(keys) ? () => [keys] : keys;
  const named = (isMissing = false) => masters(isMissing).map((key) => ({ id: keyIdOf(key), key }));
  // The workers decrypt the same few values again and again. A reader of this memory could read the master key too.
  const cache = new LRUCache<string, string>({ max: CACHED_MAX });

  return {
    keyIds: () => named().map(({ id }) => id),
    encrypt(plain, associatedData) {
      const [current] = named();
      if (current === undefined) throw new Error('the vault has no key');
      const salt = randomBytes(16);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(current.key, salt), nonce);
      cipher.setAAD(Buffer.from(associatedData));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${current.id}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    decrypt(encrypted, associatedData) {
      const name = `${associatedData}|${encrypted}`;
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const [version, id, body] = encrypted.split('.');
      if (version !== 'v1' || id === undefined || body === undefined) throw new Error('not an encrypted value');
      const known = named().find((one) => one.id === id) ?? named(true).find((one) => one.id === id);
      if (known === undefined)
        throw new Error(`encrypted with another key (${id}); is SECRETS_KEY the one of this database?`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(known.key, bytes.subarray(0, 16)), bytes.subarray(16, 28))
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(bytes.subarray(28, 44));
      const plain = Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8');
      cache.set(name, plain);
      return plain;
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
