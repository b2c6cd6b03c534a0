import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CannotConvert, ConversionFailed, transcode, UnreadableFile } from '@hubbub/media-info';
import { type FileStorage, type Files, keyOf } from '../../../core/files.ts';
import type { Lease } from '../../../core/worker.ts';
import type { TenantDatabase } from '../../../db/database.ts';
import * as media from '../media.repository.ts';
import * as renditions from './video-renditions.repository.ts';

const TICK_MS = 1000;
/** The most attempts that may end with a fault of this machine or its crash. */
const ATTEMPTS_MAX = 5;

export interface TranscodeTools {
  readonly files: Files;
  /** For files under work. */
  readonly folder: string;
}

/**
 * Makes one rendition and settles its row. Without its lease, or when stopped, it leaves nothing behind and releases the
 * row. Unexpected faults are thrown after the row is settled.
 */
export async function transcodeVideo(
  { files, folder }: TranscodeTools,
  db: TenantDatabase,
  job: renditions.RenditionJob,
  lease: Lease,
): Promise<void> {
  if (job.attempt > ATTEMPTS_MAX)
    return renditions.fail(db, job, 'The conversion ended unexpectedly again and again.', false);
  const { storage } = files;
  const workFolder = join(folder, randomUUID());
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([lease.signal, leaseLost.signal, ...(lease.stopping ? [lease.stopping] : [])]);
  let done = 0;
  const heartbeat = everySecond(async () => {
    await utimes(workFolder, new Date(), new Date()).catch(() => {});
    if (!(await renditions.setProgress(db, job, Math.floor(done * 100)))) leaseLost.abort();
  });
  try {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const key = keyOf({ tenantId: job.tenantId, id: job.mediaId, rendition: job.name });
    // An earlier worker may have stored it before it died.
    let bytes = (await storage.stat(key))?.bytes;
    if (bytes === undefined) {
      const out = join(workFolder, 'copy.mp4');
      await transcode(
        await originalFileOf(storage, job, workFolder, signal),
        out,
        job.recipe,
        (part) => (done = part),
        signal,
      );
      signal.throwIfAborted();
      ({ bytes } = await storage.put(key, createReadStream(out), { contentType: 'video/mp4', signal }));
    }
    await heartbeat.stop();
    if (await renditions.markReady(db, job, bytes)) return;
    // A removed item must leave nothing behind. Its row waits for the end of our lease.
    if ((await media.byId(db, job.tenantId, job.mediaId)) === undefined) await storage.remove(key);
    await renditions.release(db, job);
  } catch (error) {
    await heartbeat.stop();
    // Without the database nothing can be settled, so the lease expires.
    if (error instanceof Error && (error.name === 'ApiError' || 'severity' in error)) throw error;
    try {
      if (!signal.aborted) await handleFailure(db, job, error);
    } finally {
      // The removal of an item waits for this release.
      await renditions.release(db, job);
    }
  } finally {
    await heartbeat.stop();
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function handleFailure(db: TenantDatabase, job: renditions.RenditionJob, error: unknown): Promise<void> {
  if (error instanceof CannotConvert || error instanceof UnreadableFile)
    return renditions.fail(db, job, `It ${error.message}.`, true);
  if (job.attempt >= ATTEMPTS_MAX) await renditions.fail(db, job, reasonOf(error), false);
  else await renditions.postpone(db, job, 5 * 3 ** (job.attempt - 1));
  if (!isExpected(error)) throw error;
}

function isExpected(error: unknown): error is Error {
  if (error instanceof ConversionFailed) return true;
  const { name, code } = error as { name?: string; code?: unknown };
  return name === 'StorageError' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'ENOENT';
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk that videos are converted on is full.';
  if (code === 'ENOENT') return 'The stored video is not there any more.';
  return isExpected(error) ? error.message : 'The conversion ended with a fault of this service.';
}

/** The path of the original on this machine. ffmpeg needs the whole file. */
async function originalFileOf(
  storage: FileStorage,
  { tenantId, mediaId }: renditions.RenditionJob,
  workFolder: string,
  signal: AbortSignal,
): Promise<string> {
  const key = keyOf({ tenantId, id: mediaId });
  if (storage.localPath !== undefined) return storage.localPath(key);
  const path = join(workFolder, 'original');
  await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }), { signal });
  return path;
}

/** Runs the work every second, one run at a time, and ignores its failures. */
function everySecond(work: () => Promise<void>) {
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
