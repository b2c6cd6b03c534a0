import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../measure/processes.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { call } from '../run/api.ts';
import { sampleText } from '../run/sample.ts';
import { type RunningService, startService } from '../run/service.ts';

const MINUTES = 10;
/** Two posts with five targets, forty reads and four comments a second. */
const PER_SECOND = { posts: 2, reads: 40, comments: 4 };
const TARGETS = ['facebook', 'linkedin', 'threads', 'bluesky', 'mastodon'];
const READS = ['/v1/posts?limit=25', '/v1/inbox/comments', '/v1/usage', '/v1/events?limit=25'];
/** As long as clients wait. */
const PATIENCE_MS = 30_000;
/** The process runs for one of ten such parts. */
const PART_MS = 10;
const MEGABYTE = 1_000_000;

export interface SoakFigures {
  /** Memory of the process at the end of each minute. */
  readonly megabytes: Spread;
  /** Calls by their status. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Ten minutes of mixed load on a process with its simulator: freely, and held to a tenth of a core. */
export async function soak(): Promise<Readonly<Record<string, SoakFigures>>> {
  return { 'As fast as it can': await underLoad(false), 'Held to a tenth of a core': await underLoad(true) };
}

async function underLoad(isHeld: boolean): Promise<SoakFigures> {
  const service = await startService({ env: { LOG_LEVEL: 'error' } });
  const stopping = new AbortController();
  try {
    const sends = await sendersOf(service);
    const holding = isHeld ? hold(service.pid, stopping.signal) : Promise.resolve();
    const calls: Record<string, number> = {};
    const count = (outcome: string | number) => {
      calls[outcome] = (calls[outcome] ?? 0) + 1;
    };
    const pss: number[] = [];
    const startedMs = performance.now();
    // An open loop: slow responses delay no call.
    for (let second = 0; second < MINUTES * 60; second++) {
      for (const [kind, send] of Object.entries(sends))
        for (let n = 0; n < PER_SECOND[kind as keyof typeof PER_SECOND]; n++)
          void send().then(
            ({ status }) => count(status),
            () => count('no response'),
          );
      if (second % 60 === 59) pss.push(bytesOf(service.pid) / MEGABYTE);
      await sleep(Math.max(0, startedMs + (second + 1) * 1000 - performance.now()));
    }
    stopping.abort();
    await holding;
    return { megabytes: spreadOf(pss), calls };
  } finally {
    stopping.abort();
    await service.stop();
  }
}

async function sendersOf(service: RunningService): Promise<Record<keyof typeof PER_SECOND, () => Promise<Response>>> {
  const world = (await call(service, 'GET', '/v1/test/world')).url.replace(/\/$/, '');
  const { data: accounts } = await call(service, 'GET', '/v1/accounts?limit=100');
  const chosen = accounts.filter(({ platform }: { platform: string }) => TARGETS.includes(platform));
  const page = chosen.find(({ platform }: { platform: string }) => platform === 'facebook');
  const send = async (url: string, method: string, body?: unknown) => {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response;
  };
  await send(`${world}/control/settings`, 'PUT', { rate_limits: false });
  const targets = chosen.map(({ id }: { id: string }) => ({ account_id: id }));
  let reads = 0;
  return {
    posts: () => send(`${service.url}/v1/posts`, 'POST', { text: sampleText(), targets, publish_now: true }),
    reads: () => send(`${service.url}${READS[reads++ % READS.length]}`, 'GET'),
    comments: () =>
      send(`${world}/control/strangers`, 'POST', {
        platform: 'facebook',
        account: page.username,
        action: 'comment',
        text: sampleText(),
      }),
  };
}

/** Lets the process run for one of ten parts of the time. */
async function hold(pid: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    process.kill(pid, 'SIGSTOP');
    await sleep(9 * PART_MS);
    process.kill(pid, 'SIGCONT');
    await sleep(PART_MS);
  }
}

function bytesOf(pid: number): number {
  return memoryOf(pid).find((one) => one.pid === pid)?.bytes ?? Number.NaN;
}
