import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../core/errors.ts';

const SILENCE_MS = 10_000;

/** Logs faults with all their facts. An outage (`unavailable`) is one line every ten seconds. */
export function createFaultLog(log: Logger) {
  const lastMs = new Map<string, number>();

  function of(summary: string, error: unknown, facts: Record<string, unknown> = {}): void {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') {
      log.error({ err: error, ...facts }, summary);
      return;
    }
    const now = performance.now();
    if (now - (lastMs.get(summary) ?? Number.NEGATIVE_INFINITY) < SILENCE_MS) return;
    lastMs.set(summary, now);
    log.warn(`${summary}: ${error.message}`);
  }

  return {
    of,
    ofWorker: (worker: string, error: unknown) => of(`the worker ${worker} met a fault`, error, { worker }),
    ofRequest: (request: FastifyRequest, error: unknown) =>
      of('a request failed', error, { request_id: request.id, url: request.url }),
  };
}
