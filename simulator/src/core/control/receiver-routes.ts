import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { worldOf } from '../worlds/enter-world.ts';
import { bodyOf, onlyFields, optional, required } from './control-input.ts';
import type { Behaviour } from './receiver.ts';
import { sendList } from './send-list.ts';

/** Webhook receivers under `/receiver/<name>`. */
export function receiverRoutes(app: FastifyInstance): void {
  app.put('/receiver/:name', async (request) => {
    worldOf(request).receivers.addSecret(nameOf(request), required(bodyOf(request), 'secret', 'text'));
    return { secret_set: true };
  });

  app.post('/receiver/:name', async (request, reply) => {
    const { receivers, receiverResponses } = worldOf(request);
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const name = nameOf(request);
    const atOnce = receiverResponses.begin(name);
    try {
      const response = receivers.receive(name, headersOf(request), rawBody, atOnce);
      const { status = 200, delay_ms = 0, hold = false, retry_after } = response;
      if (delay_ms > 0) await sleep(delay_ms);
      if (hold) await receiverResponses.hold(name, reply.raw);
      if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
      reply.code(status);
      return { received: status < 300 };
    } finally {
      receiverResponses.end(name);
    }
  });

  app.get('/receiver/:name', async (request, reply) => {
    const { secret_set, deliveries } = worldOf(request).receivers.show(nameOf(request));
    return sendList(reply, 'deliveries', deliveries, { secret_set });
  });

  app.put('/receiver/:name/behaviour', async (request) => {
    const body = bodyOf(request);
    const numbers = ['status', 'delay_ms', 'retry_after', 'times'] as const;
    onlyFields(body, [...numbers, 'hold']);
    const hold = optional(body, 'hold', 'boolean');
    const behaviour: { -readonly [Field in keyof Behaviour]: Behaviour[Field] } = hold === undefined ? {} : { hold };
    for (const name of numbers) {
      const value = optional(body, name, 'number');
      if (value !== undefined) behaviour[name] = value;
    }
    const { receivers, receiverResponses } = worldOf(request);
    receivers.setBehaviour(nameOf(request), behaviour);
    receiverResponses.letGo(nameOf(request));
    return behaviour;
  });

  app.delete('/receiver/:name', async (request, reply) => {
    const { receivers, receiverResponses } = worldOf(request);
    receivers.clear(nameOf(request));
    receiverResponses.letGo(nameOf(request));
    return reply.code(204).send();
  });
}

function nameOf(request: FastifyRequest): string {
  return (request.params as { name: string }).name;
}

function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
