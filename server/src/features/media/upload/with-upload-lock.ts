import type { Context } from '../../../core/context.ts';
import { conflict } from '../../../core/errors.ts';
import { arrivalKeyOf, keyOf } from '../../../core/files.ts';
import * as media from '../media.repository.ts';

/** How often running work renews the lock. */
const RENEW_MS = 30_000;

/**
 * Runs `work` on an uploaded file under the upload lock, so that nobody replaces the file during its inspection. A file
 * that was sent to the store directly is first copied to a key that its address cannot overwrite.
 */
export async function withUploadLock<T>(
  { db, tenant, files }: Pick<Context, 'db' | 'tenant' | 'files'>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const { storage } = files;
  if (!(await media.lockUpload(db, tenant.id, id, true)))
    throw conflict('The file is still coming in, or being verified. Verify it when both are over.', {
      id,
      retry_after: 5,
    });
  const renewal = setInterval(() => media.lockUpload(db, tenant.id, id, false).catch(() => {}), RENEW_MS);
  try {
    const file = { tenantId: tenant.id, id };
    const arrivalKey = arrivalKeyOf(file);
    if (storage.copy !== undefined && (await storage.stat(arrivalKey)) !== undefined) {
      await storage.copy(arrivalKey, keyOf(file));
      await storage.remove(arrivalKey);
    }
    return await work();
  } finally {
    clearInterval(renewal);
    await media.unlockUpload(db, tenant.id, id);
  }
}
