import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Pool } from 'undici';
import type { HttpRequest } from '../measure/load.ts';
import { quantile } from '../measure/statistics.ts';

/** Requests that are sent again and again, one at a time on each connection, whatever is answered. */
export interface FloodPlan {
  readonly url: string;
  readonly connections: number;
  readonly request: HttpRequest;
  /** The file that holds the body of the request. */
  readonly bodyPath?: string;
  /** Whether each request has a connection of its own. */
  readonly reconnects?: boolean;
}

/** The responses by status: their number, and the 99th percentile of their milliseconds. */
export type FloodCounts = Readonly<Record<string, { readonly count: number; readonly p99Ms: number }>>;

/** The process of `startFlood`. Its plan is an argument; it floods until SIGTERM and then prints its counts. */
const NICEST = 19;
setPriority(NICEST);
const { url, connections, request, bodyPath, reconnects = false } = JSON.parse(process.argv[2] ?? '{}') as FloodPlan;
const sent = {
  ...request,
  reset: reconnects,
  ...(bodyPath === undefined ? {} : { body: readFileSync(bodyPath) }),
};
const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
const durationsMs = new Map<string, number[]>();
let isEnding = false;

async function repeat(): Promise<void> {
  while (!isEnding) {
    const startedMs = performance.now();
    const status = await pool.request(sent).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return String(statusCode);
      },
      () => 'broken',
    );
    const known = durationsMs.get(status);
    if (known === undefined) durationsMs.set(status, [performance.now() - startedMs]);
    else known.push(performance.now() - startedMs);
    if (known === undefined && durationsMs.size === 1) console.log('flooding');
  }
}

process.once('SIGTERM', () => {
  isEnding = true;
  const counts = [...durationsMs].map(([status, ms]) => [status, { count: ms.length, p99Ms: quantile(ms, 0.99) }]);
  console.log(JSON.stringify(Object.fromEntries(counts)));
  process.exit(0);
});
await Promise.all(Array.from({ length: connections }, repeat));
