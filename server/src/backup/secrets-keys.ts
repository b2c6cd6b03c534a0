import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { secretsFileOf, secretsKeysOf } from '../secrets/secrets-file.ts';
import { createVault } from '../secrets/vault.ts';
import { BackupError } from './backup-error.ts';

/** The secrets keys of this machine: of the settings, else of the data folder. Makes none. */
export function knownKeys({ secretsKey, oldSecretsKeys, dataDir }: Config): readonly Buffer[] {
  if (secretsKey !== undefined) return [secretsKey, ...oldSecretsKeys];
  return existsSync(secretsFileOf(dataDir)) ? secretsKeysOf(dataDir) : [];
}

/** The text of a file `secrets.key` with these keys. */
export function textOfKeys(keys: readonly Buffer[]): string {
  return keys.map((key) => `${key.toString('hex')}\n`).join('');
}

/** @throws BackupError when the text is not that of a file of keys; `name` says which. */
export function keysOfText(text: string, name: string): readonly Buffer[] {
  const words = text.trim().split(/\s+/);
  if (!words.every((word) => /^[0-9a-f]{64}$/i.test(word)))
    throw new BackupError(`${name} holds no secrets key: one or more lines of 64 hexadecimal digits.`);
  return words.map((word) => Buffer.from(word, 'hex'));
}

export function keysOfFile(path: string): readonly Buffer[] {
  try {
    return keysOfText(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The secrets key cannot be read: ${(error as Error).message}.`);
  }
}

/** The ids that none of the keys has. */
export function missingIds(ids: readonly string[], keys: readonly Buffer[]): string[] {
  const known = createVault(() => keys).keyIds();
  return ids.filter((id) => !known.includes(id));
}
