import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../core/errors.ts';
import { hideApiKeys } from '../lib/api-key.ts';
import { isOutOfRoom } from '../lib/out-of-room.ts';
import type { RoomWatch } from './room-watch.ts';

const SILENCE_MS = 10_000;

/** Logs faults with all their facts. An outage of the database or of a storage is one line every ten seconds. */
export function createFaultLog(log: Logger, room: Pick<RoomWatch, 'note'>) {
  const lastMs = new Map<string, number>();

  function of(summary: string, error: unknown, facts: Record<string, unknown> = {}): void {
    room.note(error);
    const isFull = isOutOfRoom(error);
    if (!isFull && !isOutage(error)) {
      log.error({ err: error, ...facts }, summary);
      return;
    }
    const now = performance.now();
    // Every request and worker meets a full disk: one line for all of them.
    const kind = isFull ? 'no room is left' : summary;
    if (now - (lastMs.get(kind) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    lastMs.set(kind, now);
    const { message, cause } = error as Error;
    log.warn(`${kind}: ${cause instanceof Error ? cause.message : message}`);
  }

  return {
    of,
    ofWorker: (worker: string, error: unknown) => of(`the worker ${worker} met a fault`, error, { worker }),
    ofRequest: (request: FastifyRequest, error: unknown) =>
      of('a request failed', error, { request_id: request.id, url: hideApiKeys(request.url) }),
  };
}

function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unavailable';
  return error instanceof Error && error.name === 'StorageError';
}
