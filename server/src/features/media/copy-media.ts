import { cleanFilename } from '@hubbub/media-info';
import type { Context } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { keyOf } from '../../core/files.ts';
import { newId } from '../../core/ids.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile } from '../../core/session.ts';
import type { Tenant, World } from '../../core/tenant.ts';
import type { Tools } from '../../core/tools.ts';
import type { Lease } from '../../core/worker.ts';
import { abortReasonOf } from '../../db/database.ts';
import { fairLimit } from '../../lib/fair-queue/fair-limit.ts';
import * as media from './media.repository.ts';
import { removeMedia } from './remove-media.ts';
import { finalizeUpload } from './upload/finalize-upload.ts';
import { storageFullError } from './upload/reserve-storage.ts';
import * as storage from './upload/storage.repository.ts';

/** Copies at once in this process. */
const copying = fairLimit(4);
/** A request waits no longer for its copies. */
const COPYING_MS = 60_000;
/** Time to store and inspect a file that was loaded. */
const WAIT_SECONDS = 600;
const PIECE_BYTES = 1024 * 1024;

export interface CopyTools {
  readonly db: Context['db'];
  readonly tenant: Pick<Tenant, 'id'> & { readonly world: World | null };
  readonly files: Context['files'];
  readonly openMedia: Tools['openMedia'];
}

/** A file at an address, and the field that names it. */
export interface MediaAddress {
  readonly url: string;
  readonly type: Media['type'];
  readonly field: string;
}

export interface MediaCopies {
  /** The media item of each address. */
  readonly ids: ReadonlyMap<string, string>;
  /** Removes the items that nothing shows. */
  readonly discard: () => Promise<void>;
}

/**
 * Stores the files at these addresses as media items, so that what a person approves cannot change. 400 with the field of a
 * file that cannot be had, 413 when the plan's storage is full; then none of them stays.
 */
export async function copyMedia(
  tools: CopyTools,
  addresses: readonly MediaAddress[],
  lease: Pick<Lease, 'deadlineMs' | 'signal'> = leaseOfRequest(),
): Promise<MediaCopies> {
  const ids = new Map<string, string>();
  const byUrl = new Map(addresses.toReversed().map((address) => [address.url, address]));
  const discard = async () => {
    for (const id of ids.values()) await removeMedia(tools, id).catch(() => {});
  };
  const copies = await Promise.allSettled(
    [...byUrl.values()].map((address) =>
      copying(tools.tenant.id, async () => {
        const file = await tools.openMedia(tools.tenant, address, lease);
        ids.set(address.url, await store(tools, file, lease.signal).finally(file.close));
      }).catch((error: unknown) => {
        throw rejectionOf(error, address.field, lease.signal);
      }),
    ),
  );
  const failed = copies.find((copy) => copy.status === 'rejected');
  if (failed === undefined) return { ids, discard };
  await discard();
  throw failed.reason;
}

function leaseOfRequest(): Pick<Lease, 'deadlineMs' | 'signal'> {
  const deadlineMs = performance.now() + COPYING_MS;
  return { deadlineMs: () => deadlineMs, signal: AbortSignal.timeout(COPYING_MS) };
}

async function store(tools: CopyTools, file: MediaFile, signal: AbortSignal): Promise<string> {
  const { db, tenant, files } = tools;
  const id = newId('med');
  const { contentType, size } = file;
  const filename = cleanFilename(file.filename);
  await media.insert(db, tenant.id, { id, filename, contentType, waitSeconds: WAIT_SECONDS });
  try {
    await db.transaction((tx) => storage.reserve(tx, tenant.id, id, size));
    await files.storage.put(keyOf({ tenantId: tenant.id, id }), piecesOf(file), { contentType, signal });
    const finishing = { db, tenant, files, commit: db.transaction, request: { dryRun: false } };
    return await finalizeUpload(finishing, id, size, async () => id);
  } catch (error) {
    await removeMedia(tools, id).catch(() => {});
    throw abortReasonOf(error) === storage.STORAGE_FULL ? await storageFullError(db, tenant.id) : error;
  }
}

async function* piecesOf(file: MediaFile): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += PIECE_BYTES)
    yield await file.read(start, Math.min(start + PIECE_BYTES, file.size));
}

function rejectionOf(error: unknown, field: string, { aborted }: AbortSignal): unknown {
  if (error instanceof PlatformError && error.facts.isOurs === true)
    return new ApiError('unavailable', error.message, { field });
  if (error instanceof PlatformError) return invalid(field, error.message, 'media.not_fetched');
  if (error instanceof ApiError && error.meta?.field === 'file')
    return invalid(field, error.message, 'media.unreadable');
  if (aborted && !(error instanceof ApiError))
    return invalid(field, 'The media could not be copied in time. Upload the file instead.', 'media.not_fetched');
  return error;
}
