import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FaultOptions, faultKinds } from '../calls/faults.ts';
import { operations } from '../calls/operations.ts';
import { Rejected } from '../calls/response.ts';
import { whenGone } from '../calls/send-response.ts';
import { worldOf } from '../worlds/enter-world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import { bodyOf, numberIn, oneOf, onlyFields, optional, platformNamed, queryOf, required } from './control-input.ts';
import { sendList } from './send-list.ts';

/** Faults are set and taken away, held calls are looked at and released. */
export function faultRoutes(app: FastifyInstance): void {
  app.post('/control/faults', async (request, reply) => {
    const world = worldOf(request);
    if (world.faults.count >= faultsMax) throw new Rejected(409, `There are ${faultsMax} faults. Delete some.`);
    const fault = world.faults.add(faultOptions(world, bodyOf(request)), world.credentials.newestTokenNumber);
    reply.code(201);
    return fault;
  });

  app.get('/control/faults', async (request, reply) => sendList(reply, 'faults', worldOf(request).faults.list()));

  app.delete('/control/faults', async (request, reply) => {
    const { journal, faults } = worldOf(request);
    journal.change(() => {
      for (const { id } of faults.list()) faults.delete(id);
    });
    return reply.code(204).send();
  });

  app.delete('/control/faults/:id', async (request, reply) => {
    if (!worldOf(request).faults.delete(idOf(request)))
      throw new Rejected(404, 'No such fault; used-up ones are gone.');
    return reply.code(204).send();
  });

  app.get('/control/held', async (request, reply) => {
    const seconds = Math.min(numberIn(queryOf(request), 'wait_seconds') ?? 0, 600);
    return { held: await worldOf(request).held.wait(seconds, whenGone(reply)) };
  });

  app.post('/control/held/:id/release', async (request) => {
    const drop = optional(bodyOf(request), 'drop', 'boolean') ?? false;
    if (!worldOf(request).held.release(idOf(request), drop))
      throw new Rejected(404, 'No such held call; perhaps its client has gone.');
    return { released: 1 };
  });

  app.post('/control/held/release-all', async (request) => ({
    released: worldOf(request).held.releaseAll(optional(bodyOf(request), 'drop', 'boolean') ?? false),
  }));
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

const numbers = ['times', 'retry_after_seconds', 'status', 'polls', 'seconds'] as const;
const texts = ['account', 'content_type', 'containing'] as const;
const faultsMax = 1_000;
const bodyLengthMax = 8 * 1024 * 1024;

function faultOptions(world: OpenWorld, body: Record<string, unknown>): FaultOptions {
  onlyFields(body, ['kind', 'platform', 'operation', 'when', 'body', ...numbers, ...texts]);
  const options: { -readonly [Field in keyof FaultOptions]: FaultOptions[Field] } = {
    kind: oneOf(required(body, 'kind', 'text'), 'kind', faultKinds),
  };
  const platform = optional(body, 'platform', 'text');
  if (platform !== undefined) options.platform = platformNamed(world, platform).definition.name;
  const operation = optional(body, 'operation', 'text');
  if (operation !== undefined) options.operation = oneOf(operation, 'operation', operations);
  const when = optional(body, 'when', 'text');
  if (when !== undefined) options.when = oneOf(when, 'when', ['before', 'after']);
  for (const name of numbers) {
    const value = optional(body, name, 'number');
    if (value !== undefined) options[name] = value;
  }
  for (const name of texts) {
    const value = optional(body, name, 'text');
    if (value !== undefined) options[name] = value;
  }
  if (options.status !== undefined && (options.status < 200 || options.status > 599))
    throw new Rejected(400, 'status must be 200 to 599.');
  if (body.body !== undefined) {
    if (JSON.stringify(body.body).length > bodyLengthMax)
      throw new Rejected(400, `body has at most ${bodyLengthMax} characters.`);
    options.body = body.body;
  }
  return options;
}
