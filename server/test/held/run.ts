import type { History, Thing } from './history.ts';
import type { HeldWorld } from './world.ts';

/** The world, the history that is made in it, and chance. */
export interface Run {
  readonly world: HeldWorld;
  readonly history: History;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export type Step = (run: Run) => Promise<unknown>;

const MINUTE = 60_000;

export function pick<T>({ random }: Pick<Run, 'random'>, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

export const chance = ({ random }: Run, share: number) => random() < share;
export const aPost = (run: Run) =>
  pick(
    run,
    run.history.things.filter(({ kind, id }) => kind === 'post' && id !== undefined),
  );
export const pathOf = ({ id }: Thing) => `/v1/posts/${id}`;

export const later = ({ world, random }: Run) =>
  new Date(world.clock.now().getTime() + Math.ceil(5 + random() * 180) * MINUTE).toISOString();
