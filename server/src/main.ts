import { flushCompileCache } from 'node:module';
import { toConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { fail } from './fail.ts';
import type { Service } from './service.ts';

const ending = new AbortController();
let service: Service | undefined;

/** Ends the process once, after the drain; a start that is still going on ends itself. */
function end(line: string, exitCode: number): void {
  if (ending.signal.aborted) return;
  console.error(line);
  ending.abort();
  service?.close().then(
    () => process.exit(exitCode),
    (error) => {
      console.error('Hubbub could not stop as it should:', error);
      process.exit(1);
    },
  );
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => end(`${signal}: finishing what runs, then stopping …`, 0));
}

// Settings first: what is wrong with them is said before anything is loaded.
const config = await Promise.resolve(readEnv()).then(toConfig).catch(fail);
const [{ startService }, { createLog }, { welcome }, { forgetStart }] = await Promise.all([
  import('./service.ts'),
  import('./log.ts'),
  import('./first-start.ts'),
  import('./forget-start.ts'),
]);

try {
  const onLost = (reason: string) => end(`Hubbub stops: ${reason}`, 1);
  service = await startService(config, createLog(config.logLevel), { signal: ending.signal, onLost });
  console.log(await welcome(service, config));
  // Else only an orderly end would write it, and after a crash the next start would take twice as long.
  flushCompileCache();
  forgetStart();
} catch (error) {
  if (!ending.signal.aborted) {
    ending.abort();
    await service?.close().catch(() => {});
    fail(error);
  }
  // Told to end while it started: what was begun is undone already.
  if (service === undefined) process.exit(0);
}
