import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Sets what all processes of a test run share; workers and their children inherit it.
 * TEST_SEED is the seed of all random cases. The last lines of a run print it, and the variable repeats it.
 * NODE_COMPILE_CACHE saves each process the compilation of the same files.
 */
export function shareEnvironment(): void {
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
}
