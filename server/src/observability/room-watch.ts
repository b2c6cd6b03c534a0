import { statfs } from 'node:fs/promises';
import { isOutOfRoom } from '../lib/out-of-room.ts';

/** Two segments of the database's log. Without them PostgreSQL stops, and nothing could be read either. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;
const LOOK_MS = 1000;
/** So long after an error that named a full disk or store, the service reports it. */
const REPORTED_MS = 30_000;

/** Knows whether there is room for what the service writes. */
export interface RoomWatch {
  /** Whether the database's disk is nearly full. Then nothing is written, so that reads go on. */
  isLow(): boolean;
  /** Whether writes find no room: `isLow`, or a disk, quota or store said so within 30 seconds. */
  isShort(): boolean;
  /** Takes any error into account. */
  note(error: unknown): void;
  close(): void;
}

/** `folder`: where the embedded database keeps its files; undefined when the database is elsewhere. */
export async function watchRoom(folder: string | undefined): Promise<RoomWatch> {
  let isLow = false;
  let lastShortMs = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (folder === undefined) return;
    const found = await statfs(folder).catch(() => undefined);
    if (found !== undefined) isLow = found.bavail * found.bsize < FREE_BYTES_MIN;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  await look();
  return {
    isLow: () => isLow,
    isShort: () => isLow || performance.now() - lastShortMs < REPORTED_MS,
    note(error) {
      if (!isOutOfRoom(error)) return;
      lastShortMs = performance.now();
      void look();
    },
    close: () => clearInterval(timer),
  };
}
