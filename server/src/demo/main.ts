import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { capabilityTables } from '../features/platforms/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { createLog } from '../observability/logger.ts';
import * as worldRows from '../sandbox/world.repository.ts';
import { FIRST } from '../startup/seed.ts';
import { type Service, startService } from '../startup/service.ts';
import { platformsNamed } from './checked-platform.ts';
import { deliveries, type Environment, ledger } from './environment.ts';
import { injectFaultBefore } from './faults.ts';
import { platformChecks } from './platform-checks.ts';
import { connect, steps } from './steps.ts';
import { timeline } from './timeline.ts';

/** The exit code is this plus the number of the failed step; the start is step 1. */
const EXIT_CODE_BASE = 10;

const { values } = parseArgs({
  options: {
    /** For the demo's own test: a fault of the simulator makes this step fail. */
    break: { type: 'string' },
    /** Seconds to wait for each asynchronous outcome. */
    patience: { type: 'string', default: '20' },
    /** `all` or a comma list: uses every ability of the connectors on these platforms. */
    platforms: { type: 'string' },
  },
});

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort(new Error(signal)));

let service: Service | undefined;
let dataDir: string | undefined;
let at = { number: 1, name: 'start' };
let exitCode = 0;

function say(title: string, detail: string): void {
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(5)} s  ${title}: ${detail}`);
}

/** Makes the first workspace and gives the address of its world. */
async function firstWorld({ app }: Service, { defaultPlan }: Config): Promise<string> {
  await workspaces.create(app.db.system, FIRST, defaultPlan);
  return `${app.url()}/simulator/${await worldRows.oldest(app.db.system)}`;
}

try {
  dataDir = mkdtempSync(join(tmpdir(), 'hubbub-demo-'));
  const checks = values.platforms === undefined ? undefined : platformChecks(platformsNamed(values.platforms));
  // The smallest plan has room for ten posts.
  const plan = checks === undefined ? {} : { DEFAULT_PLAN: 'enterprise' };
  const config = toConfig(readEnv({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...plan }));
  console.log(`Hubbub from publishing to replying, in ${dataDir} (deleted at the end)\n`);
  service = await startService(config, createLog({ level: config.logLevel }), { signal: ending.signal });
  say('Service, database and simulator', service.app.url());

  const environment: Environment = {
    service,
    patienceMs: Number(values.patience) * 1000,
    world: await firstWorld(service, config),
    key: '',
    accounts: [],
    post: undefined,
    comments: [],
  };
  for (const [index, step] of (checks === undefined ? steps : [connect, ...checks.steps]).entries()) {
    ending.signal.throwIfAborted();
    at = { number: index + 2, name: step.name };
    await injectFaultBefore(environment, step.name, values.break);
    say(step.title, await step.run(environment, config));
  }
  if (checks === undefined) {
    console.log(
      `\nThe platforms and the webhook receiver recorded:\n${timeline(await ledger(environment), await deliveries(environment))}`,
    );
    console.log('\nEvery step was verified against the ledger of the platforms and the record of the receiver.');
  } else {
    console.log(`\n${capabilityTables(checks.connectors())}`);
    console.log('\nEvery step was verified against the ledger of the platforms.');
  }
} catch (error) {
  exitCode = EXIT_CODE_BASE + at.number;
  console.error(`\nFAILED in step ${at.number}, ${at.name}: ${(error as Error).message}`);
}
try {
  await service?.close();
} catch (error) {
  exitCode ||= 1;
  console.error('The service could not be stopped:', error);
}
if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
process.exit(exitCode);
