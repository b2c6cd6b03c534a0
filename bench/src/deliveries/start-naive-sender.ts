import { join } from 'node:path';
import { startNode, stopChild } from '../run/child.ts';
import type { Bed } from './bed.ts';
import type { Job } from './load.ts';

/** The naive sender in a process of its own. */
export interface NaiveSender {
  readonly pid: number;
  /** Hands it the jobs of a round; gives what makes it deliver them. */
  prepare(jobs: readonly Job[]): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export function startNaiveSender({ service, endpoints }: Bed): NaiveSender {
  const env = { DATABASE_URL: service.databaseUrl, ENDPOINTS: JSON.stringify(endpoints) };
  const child = startNode([join(import.meta.dirname, 'naive-sender.ts')], env, ['pipe', 'pipe', 'inherit']);
  const ask = (line: string, answer: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onExit = (code: number | null) => reject(new Error(`the naive sender ended with ${code}`));
    const onData = (chunk: Buffer) => {
      if (!chunk.toString().includes(answer)) return;
      child.stdout?.off('data', onData);
      child.off('exit', onExit);
      resolve();
    };
    child.stdout?.on('data', onData);
    child.on('exit', onExit);
    child.stdin?.write(`${line}\n`);
    return promise;
  };
  return {
    pid: child.pid as number,
    async prepare(jobs) {
      await ask(JSON.stringify(jobs), 'ready');
      return () => ask('go', 'done');
    },
    stop: () => stopChild(child),
  };
}
