import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  AIMS,
  type AimedShot,
  agent,
  hostileShots,
  shoot,
  tableShot,
  targetOf,
  toEveryPath,
} from '../../../server/test/hostile/shoot.ts';
import { startService } from '../run/service.ts';
import type { ProbeData } from './probe.ts';

/** Callbacks are read by a worker right after their response. */
const SETTLE_MS = 30;
const BOUND_MS = 200;

interface Longest {
  readonly name: string;
  readonly ms: number;
}

/**
 * Measures the longest standstill of the event loop while the hostile requests come, one after the other: the longest
 * response time of `/health/live`, which needs no work. Returns a table with the worst request of each path.
 */
export async function standstill(): Promise<string[]> {
  const service = await startService();
  const target = await targetOf(service.url, service.key ?? '');
  const longest = new SharedArrayBuffer(4);
  const microseconds = new Int32Array(longest);
  const probe = new Worker(join(import.meta.dirname, 'probe.ts'), {
    workerData: { url: service.url, longest } satisfies ProbeData,
  });
  const shots = await hostileShots();

  async function longestOf([aim, shot]: AimedShot): Promise<Longest> {
    Atomics.store(microseconds, 0, 0);
    await shoot(target, aim, shot);
    await sleep(aim.as === 'platform' ? SETTLE_MS : 2);
    return { name: shot.name, ms: Atomics.load(microseconds, 0) / 1000 };
  }

  async function row(name: string, pairs: readonly AimedShot[]): Promise<string> {
    const all: Longest[] = [];
    for (const pair of pairs) all.push(await longestOf(pair));
    all.sort((a, b) => b.ms - a.ms);
    const [worst] = all;
    const over = all.filter(({ ms }) => ms > BOUND_MS);
    for (const { name: shot, ms } of over) console.error(`${name}: ${ms.toFixed(0)} ms for ${shot}`);
    return `| ${[name, all.length, `**${worst?.ms.toFixed(0)}**`, worst?.name, over.length].join(' | ')} |`;
  }

  try {
    await sleep(2000);
    const rows: string[] = [];
    for (const aim of AIMS)
      rows.push(
        await row(
          `${aim.method} ${aim.path} as ${aim.as}`,
          shots.map((shot) => [aim, shot]),
        ),
      );
    rows.push(await row('ten to every path', await toEveryPath(service.url, shots)));
    rows.push(await row('a table of 50 MB', [tableShot()]));
    const head = ['| to | requests | longest standstill, ms | by | over 200 ms |', '|---|---|---|---|---|'];
    return [`${[...head, ...rows].join('\n')}\n`];
  } finally {
    await probe.terminate();
    agent.destroy();
    await service.stop();
  }
}
