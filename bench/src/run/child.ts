import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

/** A child process of Node that ends with this one and shares its standard error. */
export function startNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'inherit'],
): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio,
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** Asks the child to end and waits for its exit. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.on('exit', () => resolve());
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  await promise;
}

/** Waits for a text in the child's standard output. Throws when the child ends first. */
export function outputOf<T>(child: ChildProcess, find: (text: string) => T | undefined): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
    const found = find(text);
    if (found !== undefined) resolve(found);
  });
  child.on('exit', (code) => reject(new Error(`a child ended with ${code}: ${text.slice(-2000)}`)));
  return promise;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([...running].map(stopChild));
    process.exit(1);
  });
}
