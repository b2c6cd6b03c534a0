import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { arrivalKeyOf, keyOf } from '../../core/files.ts';
import * as media from './media.repository.ts';

/** How often work under way says that it goes on. */
const RENEW_MS = 30_000;

/**
 * Takes a file that came to the store itself to where its address cannot write, then works on it. One at a time, or
 * another file could come under what has been looked into.
 */
export async function takeOver<T>(
  { db, tenant, services }: Pick<Context, 'db' | 'tenant' | 'services'>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const { storage } = services.files;
  if (storage.copy === undefined) return work();
  if (!(await media.beginUpload(db, tenant.id, id, true)))
    throw new ApiError('conflict', 'The file is being verified already.', { id, retry_after: 5 });
  const renewal = setInterval(() => media.beginUpload(db, tenant.id, id, false).catch(() => {}), RENEW_MS);
  try {
    const file = { tenantId: tenant.id, id };
    const arrivalKey = arrivalKeyOf(file);
    if ((await storage.stat(arrivalKey)) !== undefined) {
      await storage.copy(arrivalKey, keyOf(file));
      await storage.remove(arrivalKey);
    }
    return await work();
  } finally {
    clearInterval(renewal);
    await media.endUpload(db, tenant.id, id);
  }
}
