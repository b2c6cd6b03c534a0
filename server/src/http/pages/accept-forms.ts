import type { FastifyInstance } from 'fastify';
import { PAGE_FORM } from '../limits/bounds.ts';

/** The routes of this scope take the forms of pages, and no longer bodies than those have. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.bodyLimit = PAGE_FORM.bytesMax;
  });
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}
