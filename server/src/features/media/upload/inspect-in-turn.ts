import { type FileFacts, inspect } from '@hubbub/media-info';
import pLimit, { type LimitFunction } from 'p-limit';
import type { FileStorage } from '../../../core/files.ts';
import { withStoredFile } from '../with-stored-file.ts';

/** Inspections at once in this process: each uses its threads and its event loop. */
const AT_ONCE_MAX = 4;
/** Those of one tenant. Its further files wait behind these, so other tenants wait for few of them. */
const OF_TENANT_MAX = 2;

const all = pLimit(AT_ONCE_MAX);
const ofTenants = new Map<string, LimitFunction>();

/** Inspects a stored file when it is its tenant's turn. Throws `UnreadableFile`. */
export async function inspectInTurn(
  storage: FileStorage,
  tenantId: string,
  key: string,
  bytes: number,
): Promise<FileFacts> {
  const own = ofTenants.get(tenantId) ?? pLimit(OF_TENANT_MAX);
  ofTenants.set(tenantId, own);
  try {
    return await own(() => all(() => withStoredFile(storage, key, bytes, inspect)));
  } finally {
    if (own.activeCount + own.pendingCount === 0) ofTenants.delete(tenantId);
  }
}
