/** A due delivery of one endpoint's queue. */
export interface Candidate {
  readonly tenantId: string;
  readonly endpointId: string;
}

/** The free slots of the worker, and how many each tenant uses. */
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

/**
 * Picks at most `limit` candidates: one of each endpoint in turn, in the order of the endpoints' first candidates, while
 * their tenant may take a slot.
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
      if (!mayTake({ free: slots.free - chosen.length, held }, candidate.tenantId)) continue;
      chosen.push(candidate);
      held.set(candidate.tenantId, (held.get(candidate.tenantId) ?? 0) + 1);
    }
  }
  return chosen;
}
