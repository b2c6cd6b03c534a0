import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The status of a request whose client left before the response; nginx has it in its logs too. */
const CLIENT_LEFT = 499;

/**
 * Tells about each request when it has ended: its operation or the pattern of its route, its status and its seconds. The
 * path never, because callers choose it. Add it before the routes.
 */
export function measureRequests(
  app: FastifyInstance,
  ended: (operation: string, status: number, seconds: number) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    ended(operationOf(request), statusOf(reply), reply.elapsedTime / 1000);
    done();
  });
}

function operationOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.operation ?? routeOptions.url ?? 'none';
}

function statusOf({ raw, statusCode }: FastifyReply): number {
  return raw.writableFinished ? statusCode : CLIENT_LEFT;
}
