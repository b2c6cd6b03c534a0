import { join } from 'node:path';
import { outputOf, startNode, stopChild } from './child.ts';

export interface RunningFloor {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the floor's server in a process of its own, on the same PostgreSQL. */
export async function startFloor(databaseUrl: string): Promise<RunningFloor> {
  const child = startNode([join(import.meta.dirname, '../floors/server.ts')], { DATABASE_URL: databaseUrl });
  const url = await outputOf(child, (text) => /http:\S+/.exec(text)?.[0]);
  return { url, pid: child.pid as number, stop: () => stopChild(child) };
}
