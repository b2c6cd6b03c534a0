import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { arrivalOf } from '../calls/addresses.ts';
import { Rejected } from '../calls/response.ts';
import type { OpenWorld } from './open-world.ts';
import type { Worlds } from './worlds.ts';

const entered = new WeakMap<IncomingMessage, OpenWorld>();

/** Finds the world that the request's address names, and wakes it until the request has ended. @throws Rejected */
export async function enterWorld(request: FastifyRequest, reply: FastifyReply, worlds: Worlds): Promise<void> {
  const { world: id } = arrivalOf(request);
  if (id === undefined) return;
  const used = await worlds.use(id);
  if (!used) {
    // Tells this response from what a platform says.
    reply.header('x-simulator-no-world', id);
    throw new Rejected(404, `There is no world ${id}. PUT /worlds/${id} makes it.`);
  }
  entered.set(request.raw, used.world);
  if (reply.raw.destroyed) used.end();
  else reply.raw.once('close', used.end);
}

export function enteredWorld(request: FastifyRequest): OpenWorld | undefined {
  return entered.get(request.raw);
}

/** The world that the request is about. @throws Rejected when it is about none. */
export function worldOf(request: FastifyRequest): OpenWorld {
  const world = enteredWorld(request);
  if (!world)
    throw new Rejected(404, 'The address names no world. Its first part is a world, as in /w_…/control/state.');
  return world;
}
