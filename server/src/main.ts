import { flushCompileCache } from 'node:module';
import { toConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { fail } from './startup/exit.ts';
import type { Service } from './startup/service.ts';

// Output into a file on a full disk loses lines and ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** An orderly end may hang after an unexpected fault. */
const END_MS_MAX = 30_000;

const stopping = new AbortController();
let service: Service | undefined;

/** Drains the service and ends the process, once. A start that is still running stops by itself. */
function stop(line: string, exitCode: number): void {
  if (stopping.signal.aborted) return;
  console.error(line);
  process.exitCode = exitCode;
  stopping.abort();
  service?.close().then(
    () => process.exit(),
    (error) => {
      console.error('Hubbub could not stop cleanly:', error);
      process.exit(1);
    },
  );
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => stop(`${signal}: finishing running work, then stopping …`, 0));
}

// Settings come first, so that a faulty one is reported before the rest of the service is loaded.
const config = await Promise.try(readEnv).then(toConfig).catch(fail);
const [
  { startService },
  { createLog },
  { secretFields },
  { seedFirstWorkspace },
  { bannerOf },
  { releaseStartupMemory },
] = await Promise.all([
  import('./startup/service.ts'),
  import('./observability/logger.ts'),
  import('./operations.ts'),
  import('./startup/seed.ts'),
  import('./startup/banner.ts'),
  import('./startup/release-memory.ts'),
]);

try {
  const log = createLog({ level: config.logLevel, format: config.logFormat, secretFields: secretFields() });
  // Unhandled rejections come here as well. The state after a fault is unknown, so the process ends.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an unexpected fault ends the service');
    setTimeout(() => process.exit(1), END_MS_MAX).unref();
    stop('Hubbub stops after an unexpected fault: finishing running work …', 1);
  });
  const onLost = (reason: string) => stop(`Hubbub stops: ${reason}`, 1);
  service = await startService(config, log, { signal: stopping.signal, onLost });
  const seeded = await seedFirstWorkspace(service, config);
  console.log(await bannerOf(service, config, seeded));
  // Only an orderly exit would write the cache otherwise, and a start after a crash would take twice as long.
  flushCompileCache();
  releaseStartupMemory();
} catch (error) {
  if (!stopping.signal.aborted) {
    stopping.abort();
    await service?.close().catch(() => {});
    fail(error);
  }
  // The start was aborted and has already undone its work.
  if (service === undefined) process.exit();
}
