import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import type { Environment } from '../execute/execute-operation.ts';
import type { Turns } from '../execute/turns/turns.ts';
import { networkOf } from '../lib/ip-address.ts';
import type { Authenticate } from './authenticate.ts';
import type { Identity } from './find-keys.ts';
import type { Identify } from './limits/request-limits.ts';
import type { PaceRefusals } from './pace-refusals.ts';

/** What decides whether a request is let in. */
export interface Door {
  readonly authenticate: Authenticate;
  /** Authenticates a new request and counts it. */
  readonly identify: Identify;
  readonly turns: Turns;
  readonly paceRefusals: PaceRefusals;
  readonly environment: Environment;
}

/** A request that was let in. Its work in the database takes turns with that of others. */
export interface Admitted extends Identity {
  readonly environment: Environment;
}

/** Lets a request in before its body is read: its key is known and it has had its first turn. Throws what refuses it. */
export async function admit(
  { identify, turns, paceRefusals, environment }: Door,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const onGone = (leave: () => void) => void reply.raw.once('close', leave);
  let sender = networkOf(request.ip ?? '');
  try {
    const identity = await identify(request, reply, operation);
    sender = identity.tenant.id;
    const visit = await turns.enter({ tenantId: sender, keyId: identity.caller.keyId }, onGone);
    const tenantDatabase: Environment['tenantDatabase'] = (id) => visit.of(environment.tenantDatabase(id));
    return { ...identity, environment: { ...environment, tenantDatabase } };
  } catch (refusal) {
    await paceRefusals(sender, onGone);
    throw refusal;
  }
}
