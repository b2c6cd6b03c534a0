import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from './folder.ts';
import { freePort } from './service.ts';

export interface RunningRedis {
  readonly url: string;
  /** Absent for a server that is not ours. */
  readonly pid?: number;
  stop(): Promise<void>;
}

/** `REDIS_URL`, or a server of our own with its file written every second; undefined when none is installed. */
export async function startRedis(): Promise<RunningRedis | undefined> {
  if (process.env.REDIS_URL !== undefined) return { url: process.env.REDIS_URL, stop: async () => {} };
  const command = ['valkey-server', 'redis-server'].find(isInstalled);
  if (command === undefined) return undefined;
  const port = await freePort();
  const options = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '', '--dir', temporaryFolder('redis')];
  const child = spawn(command, ['--port', String(port), '--bind', '127.0.0.1', ...options], { stdio: 'ignore' });
  // On SIGTERM it would first write to a removed folder, fail and keep running.
  process.on('exit', () => child.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid as number,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
