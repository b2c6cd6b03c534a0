import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from './core/errors.ts';

const SILENCE_MS = 10_000;

/** Writes faults to the log: what a person must look at with all its facts, an outage as one line every ten seconds. */
export function createFaultLog(log: Logger) {
  const lastMs = new Map<string, number>();

  function of(what: string, error: unknown, facts: Record<string, unknown> = {}): void {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') {
      log.error({ err: error, ...facts }, what);
      return;
    }
    const now = performance.now();
    if (now - (lastMs.get(what) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    lastMs.set(what, now);
    log.warn(`${what}: ${error.message}`);
  }

  return {
    of,
    ofLane: (lane: string, error: unknown) => of(`the lane ${lane} met a fault`, error, { lane }),
    ofRequest: (request: FastifyRequest, error: unknown) =>
      of('a request failed', error, { request_id: request.id, url: request.url }),
  };
}
