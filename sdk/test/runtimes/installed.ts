import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FOLDER = import.meta.dirname;

/** The command that runs a module, by the name of the runtime. */
export type Runtime = readonly [name: string, command: readonly string[]];

const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(
  (path, index, all) => all.indexOf(path) === index && spawnSync(path, ['--version']).status === 0,
);

export const RUNTIMES: readonly Runtime[] = [
  ...nodes.map((path): Runtime => [`Node ${spawnSync(path, ['--version']).stdout}`.trim(), [path]]),
  ['Bun', [join(FOLDER, 'node_modules/.bin/bun')]],
  ['Deno', [join(FOLDER, 'node_modules/.bin/deno'), 'run', '--no-prompt', '--allow-net', '--allow-env']],
];

/** Installs Bun and Deno where that was not done before. */
export async function installRuntimes(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return;
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, timeout: 120_000 });
}
