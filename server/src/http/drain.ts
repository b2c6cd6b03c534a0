import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/** The end of a server whose balancer has to notice first. */
export interface Drain {
  /**
   * Says for `seconds` that it is stopping: `/health/ready` answers 503, everything else is still answered, and each
   * answer asks the client to open its next connection elsewhere.
   */
  announce(seconds: number): Promise<void>;
  /**
   * Accepts no more requests and waits for the running ones. Keep-alive connections are closed as soon as they are
   * idle. After `graceMs` milliseconds all connections are closed.
   */
  close(graceMs: number): Promise<void>;
}

/** Prepares the end of the server, before its routes are added. */
export function createDrain(app: FastifyInstance): Drain {
  let isStopping = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isStopping) return done();
    reply.header('connection', 'close');
    if (request.routeOptions.url !== '/health/ready') return done();
    return void reply.code(503).send({ status: 'stopping' });
  });
  return {
    async announce(seconds) {
      isStopping = true;
      await sleep(seconds * 1000);
    },
    async close(graceMs) {
      const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
      const last = setTimeout(() => app.server.closeAllConnections(), graceMs);
      try {
        await app.close();
      } finally {
        clearInterval(idle);
        clearTimeout(last);
      }
    },
  };
}
