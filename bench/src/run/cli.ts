import { once } from 'node:events';
import { join } from 'node:path';
import { startNode } from './child.ts';

const START = join(import.meta.dirname, '../../../server/start.mjs');

/** Runs one of the operator's commands beside a running service. */
export async function callCli(dataDir: string, words: readonly string[]): Promise<void> {
  const child = startNode([START, 'cli', ...words], { DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' }, [
    'ignore',
    'ignore',
    'inherit',
  ]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
}
