import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startNode } from './child.ts';

const START = join(import.meta.dirname, '../../../server/start.mjs');

/** Runs one of the operator's commands beside a running service. Returns what it printed. */
export async function callCli(dataDir: string, words: readonly string[]): Promise<string> {
  const child = startNode([START, 'cli', ...words], { DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' });
  const [printed, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  return printed;
}

/** Makes a workspace; returns its keys. */
export async function keysOf(dataDir: string, name: string): Promise<{ live: string; test: string }> {
  const printed = await callCli(dataDir, ['workspaces', 'create', '--name', name, '--plan', 'enterprise']);
  const key = (mode: string) => new RegExp(`hub_${mode}_\\w+`).exec(printed)?.[0] as string;
  return { live: key('live'), test: key('test') };
}
