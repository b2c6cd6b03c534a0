import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOf, onlyFields, optional, required } from './control-input.ts';
import type { Behaviour, Receivers } from './receiver.ts';

/** Webhook receivers under `/receiver/<name>`. */
export function receiverRoutes(app: FastifyInstance, receivers: Receivers): void {
  /** Deliveries that are being answered, by receiver. */
  const running = new Map<string, number>();
  const count = (name: string, by: 1 | -1) => {
    const now = (running.get(name) ?? 0) + by;
    if (now === 0) running.delete(name);
    else running.set(name, now);
    return now;
  };

  /** Answers that wait, by receiver. */
  const waiting = new Map<string, Set<() => void>>();
  const held = (name: string, connection: ServerResponse) =>
    new Promise<void>((resolve) => {
      const answers = waiting.get(name) ?? new Set();
      waiting.set(name, answers.add(resolve));
      // The sender may give up.
      connection.once('close', () => {
        answers.delete(resolve);
        resolve();
      });
    });
  const letGo = (name: string) => {
    for (const answer of waiting.get(name) ?? []) answer();
    waiting.delete(name);
  };
  app.addHook('preClose', async () => {
    for (const name of waiting.keys()) letGo(name);
  });

  app.put('/receiver/:name', async (request) => {
    receivers.addSecret(nameOf(request), required(bodyOf(request), 'secret', 'text'));
    return { secret_set: true };
  });

  app.post('/receiver/:name', async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const name = nameOf(request);
    const atOnce = count(name, 1);
    try {
      const answer = receivers.receive(name, headersOf(request), rawBody, atOnce);
      const { status = 200, delay_ms = 0, hold = false, retry_after } = answer;
      if (delay_ms > 0) await sleep(delay_ms);
      if (hold) await held(name, reply.raw);
      if (retry_after !== undefined) reply.header('retry-after', String(retry_after));
      reply.code(status);
      return { received: status < 300 };
    } finally {
      count(name, -1);
    }
  });

  app.get('/receiver/:name', async (request) => receivers.show(nameOf(request)));

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
    receivers.setBehaviour(nameOf(request), behaviour);
    letGo(nameOf(request));
    return behaviour;
  });

  app.delete('/receiver/:name', async (request, reply) => {
    receivers.clear(nameOf(request));
    letGo(nameOf(request));
    return reply.code(204).send();
  });
}

function nameOf(request: FastifyRequest): string {
  return (request.params as { name: string }).name;
}

function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
