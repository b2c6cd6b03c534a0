import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * Takes no more requests and waits for the answers under way. Connections that callers keep alive are closed as soon as
 * they are idle, or each would hold the end for as long as it may live; after the grace all are closed.
 */
export async function drain(app: FastifyInstance, graceMs: number): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const last = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(last);
  }
}
