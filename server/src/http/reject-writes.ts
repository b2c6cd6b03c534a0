import type { FastifyInstance } from 'fastify';
import { outOfRoom } from '../core/errors.ts';
import { sendError } from './send-error.ts';

const WRITING = ['POST', 'PUT', 'PATCH'];

/** Responds with 507 to writes while there is hardly any room. Reads and deletions go on. */
export function rejectWritesWhenLow(app: FastifyInstance, room: { readonly isLow: () => boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    if (WRITING.includes(request.method) && room.isLow()) return sendError(reply, outOfRoom(), request.id);
  });
}
