import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toConfig } from '../config/config.ts';
import { capabilityTables } from '../features/platforms/index.ts';
import { createLog } from '../log.ts';
import { type Service, startService } from '../service.ts';
import { breakBefore } from './breaks.ts';
import { deliveries, ledger, type Stage } from './stage.ts';
import { connect, steps } from './steps.ts';
import { timeline } from './timeline.ts';
import { tourOf } from './tour.ts';
import { platformsNamed } from './visit.ts';

/** A failed step's number from the start (1) on is added to this. */
const EXIT_CODE_BASE = 10;

const { values } = parseArgs({
  options: {
    /** For the demo's own test: makes this step fail by a fault of the simulator. */
    break: { type: 'string' },
    /** Seconds to wait for what takes its time. */
    patience: { type: 'string', default: '20' },
    /** `all` or a comma list: does there everything that the connectors have. */
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

try {
  dataDir = mkdtempSync(join(tmpdir(), 'hubbub-demo-'));
  const tour = values.platforms === undefined ? undefined : tourOf(platformsNamed(values.platforms));
  // The smallest plan has room for ten posts.
  const plan = tour === undefined ? {} : { DEFAULT_PLAN: 'enterprise' };
  const config = toConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...plan });
  console.log(`Hubbub from publishing to replying, in ${dataDir} (thrown away at the end)\n`);
  service = await startService(config, createLog(config.logLevel), { signal: ending.signal });
  say('Service, database and simulator', service.app.url());

  const stage: Stage = {
    service,
    patienceMs: Number(values.patience) * 1000,
    key: '',
    accounts: [],
    post: undefined,
    comments: [],
  };
  for (const [index, step] of (tour === undefined ? steps : [connect, ...tour.steps]).entries()) {
    ending.signal.throwIfAborted();
    at = { number: index + 2, name: step.name };
    await breakBefore(stage, step.name, values.break);
    say(step.title, await step.run(stage, config));
  }
  if (tour === undefined) {
    console.log(`\nWhat happened outside:\n${timeline(await ledger(stage), await deliveries(stage))}`);
    console.log('\nEvery step was verified against the ledger of the platforms and the record of the receiver.');
  } else {
    console.log(`\n${capabilityTables(tour.visits.map(({ connector }) => connector))}`);
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
