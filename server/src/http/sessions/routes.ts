import type { FastifyInstance } from 'fastify';
import { sessionCalls } from './calls.ts';
import { addOidc } from './oidc.ts';
import { addPersonPages } from './pages.ts';
import { handleVisit, type SessionOptions } from './visits.ts';

/** Who a person is: sessions, their proofs, invitations, and the pages where a browser lands. */
export function addSessions(app: FastifyInstance, options: SessionOptions): void {
  for (const operation of sessionCalls)
    app.route({
      method: operation.http.method.toUpperCase(),
      url: operation.http.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.name },
      handler: (request, reply) => handleVisit(operation, request, reply, options),
    });
  if (options.oidc !== undefined) addOidc(app, options.oidc, options);
  addPersonPages(app, options);
}
