import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import { createOnce, writeDraft } from '../lib/create-once.ts';
import type { MasterKeys } from './vault.ts';

/** How long a process may use keys after they were replaced in the file. */
export const RELOAD_MS = 500;

/** The keys of the settings, else those of the data folder, made when there are none. Throws SettingError. */
export function secretsKeysFor({ secretsKey, oldSecretsKeys, dataDir }: Config): MasterKeys {
  try {
    return secretsKey === undefined ? watchSecretsKeys(dataDir) : () => [secretsKey, ...oldSecretsKeys];
  } catch (error) {
    throw new SettingError('SECRETS_KEY', `cannot be read: ${(error as Error).message}.`);
  }
}

/** The file of the keys when SECRETS_KEY is not set: one key a line, the current one first. */
export function secretsFileOf(dataDir: string): string {
  return join(dataDir, 'secrets.key');
}

/**
 * The key that protects stored secrets when SECRETS_KEY is not set: read from the data folder, made at the first
 * start.
 */
export function secretsKeyOf(dataDir: string): Buffer {
  return secretsKeysOf(dataDir)[0] as Buffer;
}

/** That key, then the keys it replaced, which still decrypt older values. */
export function secretsKeysOf(dataDir: string): readonly Buffer[] {
  const path = secretsFileOf(dataDir);
  try {
    return parse(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  createOnce(path, linesOf([randomBytes(32)]));
  return parse(readFileSync(path, 'utf8'), path);
}

/** The current keys of the file, so that a rotation reaches running processes. */
function watchSecretsKeys(dataDir: string): (isMissing?: boolean) => readonly Buffer[] {
  const path = secretsFileOf(dataDir);
  let keys = secretsKeysOf(dataDir);
  let stamp = stampOf(path);
  let checkedMs = performance.now();
  return (isMissing = false) => {
    if (!isMissing && performance.now() - checkedMs < RELOAD_MS) return keys;
    checkedMs = performance.now();
    const now = stampOf(path);
    if (now === stamp) return keys;
    // The known keys stay when the file is damaged or removed while we run.
    try {
      keys = parse(readFileSync(path, 'utf8'), path);
      stamp = now;
    } catch {}
    return keys;
  };
}

/** Replaces the file in one step. */
export function replaceSecretsKeys(dataDir: string, keys: readonly Buffer[]): void {
  const path = secretsFileOf(dataDir);
  renameSync(writeDraft(path, linesOf(keys)), path);
}

function linesOf(keys: readonly Buffer[]): string {
  return keys.map((key) => `${key.toString('hex')}\n`).join('');
}

function stampOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { ino: 0, mtimeMs: 0, size: 0 };
  return `${ino} ${mtimeMs} ${size}`;
}

function parse(text: string, path: string): readonly Buffer[] {
  const keys = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'hex'));
  if (keys.some((bytes) => bytes.length !== 32))
    throw new Error(
      `${path} does not hold a key of 64 hexadecimal digits; restore it from a backup or set SECRETS_KEY`,
    );
  return keys;
}
