import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * Accepts no more requests and waits for the running ones. Keep-alive connections are closed as soon as
 * they are idle. After `graceMs` milliseconds all connections are closed.
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
