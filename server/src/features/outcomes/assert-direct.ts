import type { Actor, StoredActor } from '../../core/actor.ts';
import type { Tenant } from '../../core/tenant.ts';

/** The part of a context that the door asks for. */
export interface Sender {
  readonly actor: Pick<Actor, 'sending'> & StoredActor;
  readonly tenant: Pick<Tenant, 'id'>;
}

/** What leaves passes here. What a held actor does waits for a person before it comes so far; this is the second wall. */
export function assertDirect({ actor }: Pick<Sender, 'actor'>): void {
  if (actor.sending === 'held') throw new Error('What a held actor does must wait for a person.');
}
