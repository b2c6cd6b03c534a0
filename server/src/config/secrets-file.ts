import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key that protects stored secrets when SECRETS_KEY is not set: read from the data folder, made at the first
 * start. Processes that start together agree on one key, because a link is made only once.
 */
export function secretsKeyOf(dataDir: string): Buffer {
  const path = join(dataDir, 'secrets.key');
  try {
    return parse(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return parse(readFileSync(path, 'utf8'), path);
}

function parse(text: string, path: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'hex');
  if (bytes.length !== 32)
    throw new Error(
      `${path} does not hold a key of 64 hexadecimal digits; restore it from a backup or set SECRETS_KEY`,
    );
  return bytes;
}
