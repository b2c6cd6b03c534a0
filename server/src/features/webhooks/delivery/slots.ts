import { nameOf, type QueueKey } from './claims.repository.ts';

/** The slots of the worker in this process: the tenants that use them, and the endpoints without a free slot. */
export interface WorkerSlots {
  /** The number of free slots, and of those that each tenant and each endpoint uses, by their ids. */
  now(): { readonly free: number; readonly held: ReadonlyMap<string, number> };
  take(queue: QueueKey): void;
  /** True when further deliveries may wait for the slot. The endpoint is then a hint for the next claim. */
  giveBack(queue: QueueKey): boolean;
  /** Remembers the queues whose free slots the chosen deliveries have all taken. */
  noteCrowded(queues: readonly QueueKey[], chosen: readonly (QueueKey & { readonly slots: number })[]): void;
  /** Whether no slot of the endpoint was free after the last claim. */
  isCrowded(queue: QueueKey): boolean;
  /** Takes the endpoints that got a free slot since the last claim. */
  takeHints(): QueueKey[];
}

export function createSlots(count: number): WorkerSlots {
  const held = new Map<string, number>();
  const crowded = new Set<string>();
  const hints = new Map<string, QueueKey>();
  let free = count;

  const change = ({ tenantId, endpointId }: QueueKey, by: number) => {
    free -= by;
    for (const id of [tenantId, endpointId]) {
      const left = (held.get(id) ?? 0) + by;
      if (left > 0) held.set(id, left);
      else held.delete(id);
    }
  };

  return {
    now: () => ({ free, held }),
    take: (queue) => change(queue, 1),
    isCrowded: (queue) => crowded.has(nameOf(queue)),
    giveBack({ tenantId, endpointId }) {
      const queue = { tenantId, endpointId };
      change(queue, -1);
      const isCrowded = crowded.delete(nameOf(queue));
      if (isCrowded) hints.set(nameOf(queue), queue);
      return isCrowded;
    },
    noteCrowded(queues, chosen) {
      const taken = Map.groupBy(chosen, nameOf);
      for (const queue of queues) {
        const own = taken.get(nameOf(queue)) ?? [];
        if (own.length > 0 && own.length === own[0]?.slots) crowded.add(nameOf(queue));
      }
    },
    takeHints() {
      const queues = [...hints.values()];
      hints.clear();
      return queues;
    },
  };
}
