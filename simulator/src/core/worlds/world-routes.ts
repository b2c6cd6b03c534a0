import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejected } from '../calls/response.ts';
import { bodyOf, onlyFields, optional } from '../control/control-input.ts';
import { isWorldId } from './world-id.ts';
import type { Worlds } from './worlds.ts';

/** The operator's calls about worlds. */
export function worldRoutes(app: FastifyInstance, worlds: Worlds): void {
  app.get('/worlds', async () => ({ worlds: worlds.list() }));

  app.delete('/worlds/:world', async (request, reply) => {
    const id = idOf(request);
    if (!(await worlds.delete(id))) throw new Rejected(404, `There is no world ${id}.`);
    return reply.code(204).send();
  });

  app.put('/worlds/:world', async (request, reply) => {
    const id = idOf(request);
    const body = bodyOf(request);
    onlyFields(body, ['name', 'allow_local_fetch']);
    const options = {
      name: optional(body, 'name', 'text'),
      allow_local_fetch: optional(body, 'allow_local_fetch', 'boolean'),
    };
    const { isNew } = await worlds.make(id, options);
    reply.code(isNew ? 201 : 200);
    return { world: id };
  });
}

function idOf(request: FastifyRequest): string {
  const { world } = request.params as { world: string };
  if (isWorldId(world)) return world;
  throw new Rejected(400, 'A world is w_ and 16 to 40 digits and small letters, or installation.');
}
