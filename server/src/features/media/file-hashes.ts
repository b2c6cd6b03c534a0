import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../core/context.ts';
import { keyOf } from '../../core/files.ts';
import * as media from './media.repository.ts';

/** Longer files would keep a request too long. */
const BYTES_MAX = 512 * 1024 * 1024;

/** The SHA-256 of stored files by their ids, in hex. Each is read once and remembered. Very long and missing files have none. */
export async function fileHashes(
  { db, tenant, files }: Pick<Context, 'db' | 'tenant' | 'files'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id, size_bytes: bytes, sha256 } of await media.hashesOf(db, tenant.id, ids)) {
    if (sha256 === null && bytes > BYTES_MAX) continue;
    const hash = sha256 ?? (await hashOf(files, { tenantId: tenant.id, id }));
    if (hash === undefined) continue;
    if (sha256 === null) await media.noteHash(db, tenant.id, id, hash);
    found.set(id, hash.toString('hex'));
  }
  return found;
}

async function hashOf(
  { storage }: Context['files'],
  file: { tenantId: string; id: string },
): Promise<Buffer | undefined> {
  const key = keyOf(file);
  if ((await storage.stat(key)) === undefined) return undefined;
  const hash = createHash('sha256');
  await pipeline(await storage.read(key), hash);
  return hash.digest();
}
