import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { arrivalKeyOf, keyOf } from '../../core/files.ts';
import * as media from './media.repository.ts';

/** How often work under way says that it goes on. */
const RENEW_MS = 30_000;

/**
 * Works on a file that has come, while nobody may send another or work on it too: it would come under what has been
 * looked into. What came to the store itself is taken to where its address cannot write first.
 */
export async function takeOver<T>(
  { db, tenant, services }: Pick<Context, 'db' | 'tenant' | 'services'>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const { storage } = services.files;
  if (!(await media.beginUpload(db, tenant.id, id, true)))
    throw new ApiError('conflict', 'The file is still coming in, or being verified. Verify it when both are over.', {
      id,
      retry_after: 5,
    });
  const renewal = setInterval(() => media.beginUpload(db, tenant.id, id, false).catch(() => {}), RENEW_MS);
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
    await media.endUpload(db, tenant.id, id);
  }
}
