import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStorage, type Files, keyOf } from '../../core/files.ts';
import type { Lease } from '../../core/lane.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { CannotConvert, ConversionBroke, transcode, UnreadableFile } from '../../lib/media-files/index.ts';
import * as media from './media.repository.ts';
import * as copies from './video-copies.repository.ts';

const TICK_MS = 1000;
/** Tries that ended with a fault of this machine, or by its death. */
const TRIES_MAX = 5;
const UNTOUCHED_MS = 5 * 60 * 1000;

export interface CopyTools {
  readonly files: Files;
  /** For what is being made. */
  readonly folder: string;
}

/**
 * Makes one copy and settles its row. Stopped or without its lease it leaves nothing behind and gives the row back. Only
 * faults that nobody expects are thrown, once the row is settled.
 */
export async function makeCopy(
  { files, folder }: CopyTools,
  db: TenantDatabase,
  job: copies.CopyJob,
  lease: Lease,
): Promise<void> {
  if (job.attempt > TRIES_MAX) return copies.fail(db, job, 'The conversion ended unexpectedly again and again.', false);
  const { storage } = files;
  const place = join(folder, randomUUID());
  const ending = new AbortController();
  const signal = AbortSignal.any([lease.signal, ending.signal, ...(lease.stopping ? [lease.stopping] : [])]);
  let done = 0;
  const ticking = everyTick(async () => {
    await utimes(place, new Date(), new Date()).catch(() => {});
    if (!(await copies.progress(db, job, Math.floor(done * 100)))) ending.abort();
  });
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const key = keyOf({ tenantId: job.tenantId, id: job.mediaId, rendition: job.name });
    // A worker that died may have got so far.
    let bytes = (await storage.stat(key))?.bytes;
    if (bytes === undefined) {
      const out = join(place, 'copy.mp4');
      await transcode(await originalOf(storage, job, place, signal), out, job.recipe, (part) => (done = part), signal);
      signal.throwIfAborted();
      ({ bytes } = await storage.put(key, createReadStream(out), { contentType: 'video/mp4', signal }));
    }
    await ticking.stop();
    if (await copies.ready(db, job, bytes)) return;
    // Of an item that is removed meanwhile nothing may stay; its row waits for the end of our lease.
    if ((await media.byId(db, job.tenantId, job.mediaId)) === undefined) await storage.remove(key);
    await copies.release(db, job);
  } catch (error) {
    await ticking.stop();
    // The database is not reachable: the lease runs out.
    if (error instanceof Error && (error.name === 'ApiError' || 'severity' in error)) throw error;
    try {
      if (!signal.aborted) await settleFault(db, job, error);
    } finally {
      // Also when its item is being removed, which waits for it.
      await copies.release(db, job);
    }
  } finally {
    await ticking.stop();
    await rm(place, { recursive: true, force: true });
  }
}

/** Removes what workers left that died. */
export async function sweepPlaces(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const place = join(folder, name);
    const found = await stat(place).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > UNTOUCHED_MS)
      await rm(place, { recursive: true, force: true });
  }
}

async function settleFault(db: TenantDatabase, job: copies.CopyJob, error: unknown): Promise<void> {
  if (error instanceof CannotConvert || error instanceof UnreadableFile)
    return copies.fail(db, job, `It ${error.message}.`, true);
  if (job.attempt >= TRIES_MAX) await copies.fail(db, job, reasonOf(error), false);
  else await copies.later(db, job, 5 * 3 ** (job.attempt - 1));
  if (!isKnown(error)) throw error;
}

function isKnown(error: unknown): error is Error {
  if (error instanceof ConversionBroke) return true;
  const { name, code } = error as { name?: string; code?: unknown };
  return name === 'StorageError' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'ENOENT';
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk that films are converted on is full.';
  if (code === 'ENOENT') return 'The stored film is not there any more.';
  return isKnown(error) ? error.message : 'The conversion ended with a fault of this service.';
}

/** Where the original lies on this machine: programs that take no stream need it whole. */
async function originalOf(
  storage: FileStorage,
  { tenantId, mediaId }: copies.CopyJob,
  place: string,
  signal: AbortSignal,
): Promise<string> {
  const key = keyOf({ tenantId, id: mediaId });
  if (storage.localPath !== undefined) return storage.localPath(key);
  const path = join(place, 'original');
  await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }), { signal });
  return path;
}

/** Does something once a second, never twice at a time; a fault of it waits for the next time. */
function everyTick(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
