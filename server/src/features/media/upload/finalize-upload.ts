import { UnreadableFile } from '@hubbub/media-info';
import type { Context, Transaction } from '../../../core/context.ts';
import { gone, invalid } from '../../../core/errors.ts';
import { keyOf } from '../../../core/files.ts';
import type { Tenant } from '../../../core/tenant.ts';
import { abortReasonOf } from '../../../db/database.ts';
import { removeFiles } from '../remove-files.ts';
import { inspectInTurn } from './inspect-in-turn.ts';
import { storageFullError } from './reserve-storage.ts';
import * as storage from './storage.repository.ts';

type Owner = Pick<Context, 'db' | 'files'> & { readonly tenant: Pick<Tenant, 'id'> };
type Finalizing = Owner & Pick<Context, 'commit'> & { readonly request: Pick<Context['request'], 'dryRun'> };

/**
 * Inspects the stored file and makes its item ready. `finish` runs in the same transaction and returns the result. An
 * unusable file is removed and its item failed.
 */
export async function finalizeUpload<T>(
  ctx: Finalizing,
  id: string,
  bytes: number,
  finish: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { tenant, files } = ctx;
  const key = keyOf({ tenantId: tenant.id, id });
  const mayArriveAgain = files.storage.copy !== undefined;
  const facts = await inspectInTurn(files.storage, tenant.id, key, bytes).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error;
    throw error;
  });
  if (facts instanceof UnreadableFile) {
    const message = `The file cannot be used: it ${facts.message}.`;
    if (!ctx.request.dryRun) await failUpload(ctx, id, message);
    throw invalid('file', message, 'media.unreadable');
  }
  try {
    return await ctx.commit(async (tx) => {
      const isPending = await storage.markReady(tx, tenant.id, id, { bytes, facts, mayArriveAgain });
      if (!isPending) throw gone('This upload has ended. Begin a new one.', { id });
      return finish(tx);
    });
  } catch (error) {
    if (abortReasonOf(error) !== storage.STORAGE_FULL) throw error;
    if (!ctx.request.dryRun) await failUpload(ctx, id, 'The storage of the plan was full.');
    throw await storageFullError(ctx.db, tenant.id);
  }
}

/** Marks a pending item as failed and removes its file. */
export async function failUpload(ctx: Owner, id: string, failure: string): Promise<void> {
  // A ready item stays: its commit may have succeeded without a response.
  if (!(await ctx.db.transaction((tx) => storage.fail(tx, ctx.tenant.id, id, failure)))) return;
  await removeFiles(ctx.files.storage, ctx.tenant.id, id);
  // An address of the store may still take the file, so the cleanup worker checks again when it has expired.
  if (ctx.files.storage.copy === undefined) await storage.clearDue(ctx.db, ctx.tenant.id, id);
}
