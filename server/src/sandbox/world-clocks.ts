import type { World } from '../core/tenant.ts';

/** The times of the simulated platforms, by which connectors calculate. Each world has its own. */
export interface WorldClocks {
  readonly now: (world: World) => Date;
  /** Notes how far a world's clock is ahead. An older note changes nothing, because no clock goes back. */
  readonly note: (worldId: string, aheadSeconds: number) => void;
}

export function createWorldClocks(): WorldClocks {
  const noted = new Map<string, number>();
  return {
    now({ id, aheadSeconds }) {
      const ahead = Math.max(aheadSeconds, noted.get(id) ?? 0);
      return new Date(Date.now() + ahead * 1000);
    },
    note(worldId, aheadSeconds) {
      if (aheadSeconds > (noted.get(worldId) ?? 0)) noted.set(worldId, aheadSeconds);
    },
  };
}
