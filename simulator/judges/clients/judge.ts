import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installClients } from '../installed.ts';

/**
 * A library of this folder, installed when it is first needed. Its types are not there when the project is checked, so
 * it is used like any code without types.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export async function judge(name: string): Promise<any> {
  await installClients();
  return createRequire(join(import.meta.dirname, 'package.json'))(name);
}
