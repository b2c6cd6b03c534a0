import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { keyOf } from '../../core/files.ts';
import { UNLIMITED } from '../../core/plans.ts';
import { refusalOf } from '../../db/database.ts';
import { inspect, UnreadableFile } from '../../lib/media-files/index.ts';
import { usage } from '../usage/index.ts';
import { removeFiles } from './remove-files.ts';
import * as storage from './storage.repository.ts';
import { withStored } from './with-stored.ts';

/** 413 as the specification words it. */
export function storageFull({ plan, planName }: Pick<Context['tenant'], 'plan' | 'planName'>): ApiError {
  const megabytes = Math.round(plan.storageBytesMax / 1024 / 1024);
  return new ApiError(
    'storage_quota_exceeded',
    `Storage quota exceeded: the Free plan limit is ${megabytes}MB. Upgrade your plan for more storage, or delete media that you do not need.`,
    { plan: planName, max: plan.storageBytesMax, resource: 'storage' },
    'billing.storage_quota',
  );
}

/**
 * Looks into the file that lies there and makes the item ready, together with what `finish` makes of it. What cannot be
 * used is removed and the item failed.
 */
export async function takeIn<T>(
  ctx: Context,
  id: string,
  bytes: number,
  finish: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { tenant, services } = ctx;
  const key = keyOf({ tenantId: tenant.id, id });
  const mayComeAgain = services.files.storage.copy !== undefined;
  const facts = await withStored(services.files.storage, key, bytes, inspect).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error;
    throw error;
  });
  if (facts instanceof UnreadableFile) {
    const message = `The file cannot be used: it ${facts.message}.`;
    if (!ctx.request.dryRun) await reject(ctx, id, message);
    throw invalid('file', message, 'media.unreadable');
  }
  try {
    return await ctx.commit(async (tx) => {
      const isAwaited = await storage.settle(
        tx,
        tenant.id,
        id,
        { bytes, facts, mayComeAgain },
        tenant.plan.storageBytesMax,
      );
      if (!isAwaited) throw new ApiError('gone', 'This upload has ended. Begin a new one.', { id });
      return finish(tx);
    });
  } catch (error) {
    if (refusalOf(error) !== storage.STORAGE_FULL) throw error;
    if (!ctx.request.dryRun) await reject(ctx, id, 'The storage of the plan was full.');
    throw storageFull(tenant);
  }
}

/** The item fails and its file goes. */
export async function reject(
  ctx: Pick<Context, 'db' | 'tenant' | 'services'>,
  id: string,
  failure: string,
): Promise<void> {
  // What is ready after all stays: the answer to its commit may have got lost.
  if (!(await ctx.db.transaction((tx) => storage.fail(tx, ctx.tenant.id, id, failure)))) return;
  await removeFiles(ctx.services.files.storage, ctx.tenant.id, id);
  // An address of the store may bring it again: the sweep looks until it has ended.
  if (ctx.services.files.storage.copy === undefined) await storage.cleared(ctx.db, ctx.tenant.id, id);
}

/** What is held beforehand for a file of unknown size. */
const STEP_BYTES = 4 * 1024 * 1024;

/**
 * Holds storage for a file while it comes in: all of it when its size is known, else step by step. Gives what
 * `FileStorage.put` asks before it takes more.
 */
export function holdStorage(
  ctx: Pick<Context, 'db' | 'tenant'>,
  id: string,
  knownBytes: number | undefined,
  held: number,
) {
  let heldBytes = held;
  const limit = ctx.tenant.plan.storageBytesMax;
  const take = async (bytes: number) => {
    const isAwaited = await ctx.db.transaction((tx) => storage.reserve(tx, ctx.tenant.id, id, bytes, limit));
    if (!isAwaited) throw new ApiError('gone', 'This upload has ended. Ask for a new upload address.', { id });
    heldBytes += bytes;
  };
  const upTo = async (total: number) => {
    try {
      await take(Math.max(total - heldBytes, knownBytes === undefined ? STEP_BYTES : 0));
    } catch (error) {
      if (refusalOf(error) !== storage.STORAGE_FULL) throw error;
      // A whole step may not fit where the rest of the file does.
      try {
        await take(total - heldBytes);
      } catch (last) {
        throw refusalOf(last) === storage.STORAGE_FULL ? storageFull(ctx.tenant) : last;
      }
    }
  };
  const onBytes = (total: number) => (limit === UNLIMITED || total <= heldBytes ? undefined : upTo(total));
  return {
    onBytes,
    /** Before anything is read. */
    begin: () => onBytes(knownBytes ?? 1),
    /** Whether there is anything left, without holding it. */
    async rehearse() {
      if (limit === UNLIMITED) return;
      const { storageBytes, storageReservedBytes } = await usage.current(ctx.db, ctx.tenant);
      if (storageBytes + storageReservedBytes + (knownBytes ?? 1) > limit) throw storageFull(ctx.tenant);
    },
  };
}
