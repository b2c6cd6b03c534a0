import type { FastifyInstance } from 'fastify';
import { joinOperations } from '../../features/members/index.ts';
import { type AnyPersonOperation, personOperations } from '../../features/people/index.ts';
import { addOidc, type OidcSettings } from './oidc.ts';
import { addPersonPages } from './pages.ts';
import { handleVisit, type VisitOptions } from './visits.ts';

/** Everything below `/session`, in the order of the reference. */
export const sessionCalls: readonly AnyPersonOperation[] = [...personOperations, ...joinOperations];

export interface SessionOptions extends VisitOptions {
  readonly oidc: OidcSettings | undefined;
}

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
