import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MALLOC, NODE_FLAGS } from '../../../server/test/node-flags.ts';
import { outputOf, startNode, stopChild } from './child.ts';
import { temporaryFolder } from './folder.ts';

const START = join(import.meta.dirname, '../../../server/start.mjs');

/** The service in its own process, as an operator starts it. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  readonly simulatorUrl: string;
  /** The embedded database: its address as the owner, and its first process. */
  readonly databaseUrl: string;
  readonly postgresPid: number;
  /** From the start of the process to the first 200 of `/health/ready`. */
  readonly readyMs: number;
  /** The key that a first start prints. */
  readonly key: string | undefined;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts the service with no limits of plans and requests. Its PostgreSQL has the usual settings. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? temporaryFolder('data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = startNode([...NODE_FLAGS, START], {
    ...MALLOC,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEFAULT_PLAN: 'enterprise',
    KEY_REQUESTS_PER_MINUTE: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '0',
    ...options.env,
  });
  const banner = outputOf(child, (text) =>
    text.includes('Hubbub is ready') && text.endsWith('\n\n') ? text : undefined,
  );
  const [text, readyMs] = await Promise.all([banner, untilReady(url, startedMs, child)]);
  const connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'));
  const record = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'));
  return {
    url,
    dataDir,
    pid: child.pid as number,
    simulatorUrl: record.simulator_url,
    databaseUrl: connection.url,
    postgresPid: connection.postgresPid,
    readyMs,
    key: /hub_test_\w+/.exec(text)?.[0],
    stop: () => stopChild(child),
  };
}

async function untilReady(url: string, startedMs: number, child: ChildProcess): Promise<number> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = await fetch(`${url}/health/ready`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return performance.now() - startedMs;
    await sleep(5);
  }
  throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}`);
}

export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
  });
  return promise;
}
