import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * A library of this folder, installed when it is first needed. Its types are not there when the project is checked, so
 * it is used like any code without types.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export async function judge(name: string): Promise<any> {
  const folder = import.meta.dirname;
  if (!existsSync(join(folder, 'node_modules', name))) {
    const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['ci', ...flags]);
  }
  return createRequire(join(folder, 'package.json'))(name);
}
