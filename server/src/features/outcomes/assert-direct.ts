import type { Actor, StoredActor } from '../../core/actor.ts';
import { waitsForPerson } from '../../core/errors.ts';
import type { Tenant } from '../../core/tenant.ts';

/** The part of a context that the door asks for. */
export interface Sender {
  readonly actor: Pick<Actor, 'sending'> & StoredActor;
  readonly tenant: Pick<Tenant, 'id'>;
}

/** Throws for a held actor, whose actions wait for a person before they come so far: the second wall before everything that leaves. */
export function assertDirect({ actor }: Pick<Sender, 'actor'>): void {
  if (actor.sending === 'held') throw waitsForPerson();
}
