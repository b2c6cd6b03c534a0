import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import type { Environment } from '../execute/execute-operation.ts';
import type { Authenticate } from './authenticate.ts';
import type { Identity } from './find-keys.ts';
import type { Pace } from './limits/pace.ts';
import type { Identify } from './limits/request-limits.ts';
import { noteCaller } from './observing/observe-requests.ts';
import type { Owner } from './turns/fair-queue.ts';
import type { Turns } from './turns/turns.ts';

/** The checks that let a request in. */
export interface Door {
  readonly authenticate: Authenticate;
  /** Authenticates a new request and counts it. */
  readonly identify: Identify;
  readonly turns: Turns;
  /** The pace of refusals for want of a turn, by tenant. */
  readonly shedding: Pace;
  readonly environment: Environment;
}

/** A request that was let in. Its work in the database takes turns with that of others. */
export interface Admitted extends Identity {
  readonly environment: Environment;
}

/** Lets a request in before its body is read: its key is known and it has had its first turn. Throws what refuses it. */
export async function admit(
  door: Door,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  noteCaller(request, operation);
  const identity = await door.identify(request, reply, operation);
  noteCaller(request, operation, identity);
  const owner = { tenantId: identity.tenant.id, keyId: identity.caller.keyId };
  return { ...identity, environment: await takeTurn(door, owner, request, reply) };
}

/** Waits for the first turn of a request. Throws 503 `unavailable` when too many of its owner wait. */
export async function takeTurn(
  { turns, shedding, environment }: Pick<Door, 'turns' | 'shedding' | 'environment'>,
  owner: Owner,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Environment> {
  try {
    const visit = await turns.enter(owner, (leave) => reply.raw.once('close', leave));
    const tenantDatabase: Environment['tenantDatabase'] = (id) => visit.of(environment.tenantDatabase(id));
    return { ...environment, tenantDatabase };
  } catch (refusal) {
    // Clients that ignore `Retry-After` would get so many refusals that others wait behind them.
    if (!(await shedding.wait(owner.tenantId))) request.raw.socket.destroy();
    throw refusal;
  }
}
