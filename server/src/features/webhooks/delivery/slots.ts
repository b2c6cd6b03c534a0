import { nameOf, type QueueKey } from './claim-deliveries.ts';

/** The slots of the lane in this process: who holds them, and which endpoints have none of their own left. */
export interface LaneSlots {
  /** How many are free and how many each tenant holds. */
  now(): { readonly free: number; readonly held: ReadonlyMap<string, number> };
  take(queue: QueueKey): void;
  /** True when more may be waiting for the slot; the endpoint is then among the hints of the next claim. */
  giveBack(queue: QueueKey): boolean;
  /** Remembers which of the queues looked at had all of their slots taken by what was chosen. */
  noteCrowded(queues: readonly QueueKey[], chosen: readonly (QueueKey & { readonly slots: number })[]): void;
  /** Endpoints that got a free slot since the last claim. */
  takeHints(): QueueKey[];
}

export function createSlots(count: number): LaneSlots {
  const held = new Map<string, number>();
  const crowded = new Set<string>();
  const hints = new Map<string, QueueKey>();
  let free = count;

  const change = (tenantId: string, by: number) => {
    free -= by;
    const left = (held.get(tenantId) ?? 0) + by;
    if (left > 0) held.set(tenantId, left);
    else held.delete(tenantId);
  };

  return {
    now: () => ({ free, held }),
    take: ({ tenantId }) => change(tenantId, 1),
    giveBack({ tenantId, endpointId }) {
      change(tenantId, -1);
      const queue = { tenantId, endpointId };
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
