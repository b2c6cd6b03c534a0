import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import type { Environment } from '../execute/call.ts';
import type { Owner } from '../lib/fair-queue/fair-queue.ts';
import type { Authenticate } from './authenticate.ts';
import type { Identity } from './find-callers.ts';
import type { InWork } from './limits/in-work.ts';
import type { Pace } from './limits/pace.ts';
import type { Identify } from './limits/request-limits.ts';
import { noteCaller } from './observing/observe-requests.ts';
import { preferencesOf } from './request.ts';
import type { Turns } from './turns/turns.ts';

/** The checks that let a request in. */
export interface Door {
  readonly authenticate: Authenticate;
  /** Authenticates a new request and counts it. */
  readonly identify: Identify;
  readonly turns: Turns;
  /** The pace of rejections for want of a turn, by tenant. */
  readonly shedding: Pace;
  readonly inWork: InWork;
  readonly environment: Environment;
}

/** A request that was let in. Its work in the database takes turns with that of others. */
export interface Admitted extends Identity {
  readonly environment: Environment;
}

/** Lets a request in before its body is read: its key is known and it has had its first turn. Throws what rejects it. */
export async function admit(
  door: Door,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  noteCaller(request, operation);
  const identity = await door.identify(request, reply, operation);
  noteCaller(request, operation, identity);
  const owner = { tenantId: identity.tenant.id, actorId: identity.actor.id };
  const { isStream, upload } = operation;
  const mayStay = isStream === true || upload !== undefined || preferencesOf(request).waitSeconds > 0;
  return { ...identity, environment: await takeTurn(door, { ...owner, mayStay, isStream }, request, reply) };
}

const owners = new WeakMap<FastifyRequest, Owner>();
/** Requests without a key, such as those of pages. */
const VISITORS: Owner = { tenantId: '', actorId: '' };

/** The owner of an admitted request. */
export function ownerOf(request: FastifyRequest): Owner {
  return owners.get(request) ?? VISITORS;
}

/**
 * Waits for the first turn of a request. Throws 503 `unavailable` when too many of its owner wait or too many may take
 * long (`mayStay`), and 429 `too_many_requests` when its owner has too many in work.
 */
export async function takeTurn(
  { turns, shedding, inWork, environment }: Pick<Door, 'turns' | 'shedding' | 'inWork' | 'environment'>,
  owner: Owner & { readonly mayStay: boolean; readonly isStream?: boolean | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Environment> {
  owners.set(request, owner);
  try {
    if (owner.mayStay) request.server.connections.stay(reply.raw);
    const visit = await turns.enter(owner, (leave) => reply.raw.once('close', leave));
    // Streams have a bound of their own.
    if (owner.isStream !== true) inWork.enter(owner, reply.raw);
    const tenantDatabase: Environment['tenantDatabase'] = (id) => visit.of(environment.tenantDatabase(id));
    return { ...environment, tenantDatabase };
  } catch (rejection) {
    // Clients that ignore `Retry-After` would get so many rejections that others wait behind them.
    if (!(await shedding.wait(owner.tenantId))) request.raw.socket.destroy();
    throw rejection;
  }
}
