import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compact } from '../../src/lib/compact.ts';
import { MALLOC, NODE_FLAGS } from '../node-flags.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OUTPUT_CHARS_MAX = 20_000;

/** A process of our own making. */
export interface Child {
  readonly pid: number;
  /** Resolves with the match as soon as the output has one; rejects when the process ends before. */
  readonly says: (pattern: RegExp) => Promise<RegExpMatchArray>;
  /** The end of what it has printed. */
  readonly output: () => string;
  readonly hasExited: () => boolean;
  /** Sends the signal to this one process. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly exited: Promise<void>;
}

/** No child outlives the tests, not even a stopped one. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a script of the repository, or of a copy of it at `root`, with this Node and nothing of our environment but the paths. */
export function startChild(script: string, env: Readonly<Record<string, string>>, root: string = ROOT): Child {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...NODE_FLAGS, join(root, script)], {
    cwd: root,
    env: { ...compact({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }), ...MALLOC, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return watch(child, script);
}

function watch(child: ChildProcess, script: string): Child {
  let text = '';
  let hasExited = false;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-OUTPUT_CHARS_MAX);
      changed();
    });
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasExited = true;
      changed();
      resolve();
    });
  });
  return {
    pid: child.pid as number,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text);
          if (match === null && !hasExited) return;
          listeners.delete(look);
          if (match === null) reject(new Error(`${script} ended before it said ${pattern}:\n${text}`));
          else resolve(match);
        };
        listeners.add(look);
        look();
      }),
    output: () => text,
    hasExited: () => hasExited,
    signal(name) {
      if (!hasExited) child.kill(name);
    },
    exited,
  };
}

/**
 * A port that nobody listens on right now. It lies below those that the system gives to connections and to servers without
 * a request, so that none of these takes it before its user listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
