import { hasRoom, UNLIMITED } from '../../../core/billing/plans.ts';
import type { Context } from '../../../core/context.ts';
import { ApiError, gone } from '../../../core/errors.ts';
import { abortReasonOf, type TenantDatabase } from '../../../db/database.ts';
import { rejectingLimit, usage } from '../../usage/index.ts';
import * as storage from './storage.repository.ts';

/** The step of reservations for a file of unknown size. */
const STEP_BYTES = 4 * 1024 * 1024;

/** The 413 in the words of the specification. */
export async function storageFullError(db: TenantDatabase, tenantId: string): Promise<ApiError> {
  const current = await usage.current(db, tenantId);
  const max = rejectingLimit(current, 'storageBytesMax');
  const megabytes = Math.round(max / 1024 / 1024);
  return new ApiError(
    'storage_quota_exceeded',
    `Storage quota exceeded: the Free plan limit is ${megabytes}MB. Upgrade your plan for more storage, or delete media that you do not need.`,
    { plan: current.planName, max, resource: 'storage' },
    'billing.storage_quota',
  );
}

/** Storage of a tenant's plan that is reserved while a file arrives. */
export interface StorageReservation {
  /** Reserves more when needed. `FileStorage.put` calls it with the new total before it writes a piece. */
  readonly onBytes: (total: number) => void | Promise<void>;
  /** Reserves storage before the first byte is read. */
  readonly start: () => void | Promise<void>;
  /** Throws when no storage is left, and reserves nothing. */
  readonly check: () => Promise<void>;
}

/**
 * Reserves storage for the file of a pending item: all of it when its size is known, otherwise in steps. All functions
 * throw 413 when the plan's storage is full. `reservedBytes`: the item's reservation so far.
 */
export function reserveStorage(
  ctx: Pick<Context, 'db' | 'tenant'>,
  id: string,
  knownBytes: number | undefined,
  reservedBytes: number,
): StorageReservation {
  let reserved = reservedBytes;
  const isLimited = ctx.tenant.plan.storageBytesMax !== UNLIMITED;
  const reserve = async (bytes: number) => {
    const isPending = await ctx.db.transaction((tx) => storage.reserve(tx, ctx.tenant.id, id, bytes));
    if (!isPending) throw gone('This upload has ended. Ask for a new upload address.', { id });
    reserved += bytes;
  };
  const reserveUpTo = async (total: number) => {
    try {
      await reserve(Math.max(total - reserved, knownBytes === undefined ? STEP_BYTES : 0));
    } catch (error) {
      if (abortReasonOf(error) !== storage.STORAGE_FULL) throw error;
      // The rest of the file may fit where a whole step does not.
      try {
        await reserve(total - reserved);
      } catch (last) {
        throw abortReasonOf(last) === storage.STORAGE_FULL ? await storageFullError(ctx.db, ctx.tenant.id) : last;
      }
    }
  };
  const onBytes = (total: number) => (!isLimited || total <= reserved ? undefined : reserveUpTo(total));
  return {
    onBytes,
    start: () => onBytes(knownBytes ?? 1),
    async check() {
      if (!isLimited) return;
      const { plan, storageBytes, storageReservedBytes } = await usage.current(ctx.db, ctx.tenant.id);
      const wanted = storageBytes + storageReservedBytes + (knownBytes ?? 1);
      if (!hasRoom(wanted - 1, plan.storageBytesMax)) throw await storageFullError(ctx.db, ctx.tenant.id);
    },
  };
}
