import { toConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { fail } from './fail.ts';
import { seedFirstWorkspace } from './first-start.ts';
import { createLog } from './log.ts';
import { startService } from './service.ts';

const startedMs = performance.now();
try {
  const config = toConfig(readEnv());
  const log = createLog(config.logLevel);
  const service = await startService(config, log);

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    console.log(`${signal}: finishing what runs, then stopping …`);
    service.close().then(
      () => process.exit(0),
      (error) => fail(error),
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));

  await seedFirstWorkspace(service, config, { startedMs });
} catch (error) {
  fail(error);
}
