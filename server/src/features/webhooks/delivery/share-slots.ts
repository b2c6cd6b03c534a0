import { AT_ONCE_START } from './breaker.ts';

/** A due delivery of one endpoint's queue. */
export interface Candidate {
  readonly tenantId: string;
  readonly endpointId: string;
}

/** The free slots of the worker, and how many each tenant and each endpoint uses, by their ids. */
export interface Slots {
  readonly free: number;
  readonly held: ReadonlyMap<string, number>;
}

/**
 * Whether a tenant may take one more slot: no tenant may use more slots than stay free. So one tenant gets half of the
 * slots, two get a third each, and there is always room for another.
 */
export function mayTake(slots: Slots, tenantId: string): boolean {
  return (slots.held.get(tenantId) ?? 0) < slots.free;
}

/** The same for an endpoint among the slots of its tenant, beyond those that each may have: alone, it gets half of them. */
function mayEndpointTake({ free, held }: Slots, { tenantId, endpointId }: Candidate): boolean {
  const leftToTenant = (free - (held.get(tenantId) ?? 0)) / 2;
  return (held.get(endpointId) ?? 0) < Math.max(AT_ONCE_START, leftToTenant);
}

/**
 * Picks at most `limit` candidates: one of each endpoint in turn, in the order of the endpoints' first candidates, while
 * their tenant and their endpoint may take a slot.
 */
export function shareSlots<T extends Candidate>(candidates: readonly T[], limit: number, slots: Slots): T[] {
  const queues = [...Map.groupBy(candidates, ({ tenantId, endpointId }) => `${tenantId} ${endpointId}`).values()];
  const held = new Map(slots.held);
  const chosen: T[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const queue of queues) {
      const candidate = queue[turn];
      if (candidate === undefined) continue;
      if (chosen.length === limit) return chosen;
      const left = { free: slots.free - chosen.length, held };
      if (!mayTake(left, candidate.tenantId) || !mayEndpointTake(left, candidate)) continue;
      chosen.push(candidate);
      for (const id of [candidate.tenantId, candidate.endpointId]) held.set(id, (held.get(id) ?? 0) + 1);
    }
  }
  return chosen;
}
