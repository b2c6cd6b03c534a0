import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { dropDatabase } from '../drop-database.ts';
import { startTemplate, TEMPLATE, withDatabase } from '../global-setup.ts';
import { toCut } from './crash-points.ts';
import { openPipeline } from './pipeline.ts';
import { prove } from './prove.ts';
import { closingLine, isProven, reproducer, table } from './report.ts';
import { allScenarios } from './scenarios.ts';

const USAGE = `npm run prove:publishing [-- options]
  --only <words>   the scenarios whose name holds these words
  --points <n>     about so many crash points instead of all
  --at <cuts>      cut only there: "12" a death at the twelfth point, "12~" a lost database, "12,5" a second death after it`;

/** `npm run prove:publishing`: cuts the pipeline at every point and prints what became of each post. */
const options = {
  only: { type: 'string' },
  points: { type: 'string' },
  at: { type: 'string' },
  help: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const all = allScenarios();
const exact = all.filter(({ name }) => name === values.only);
const scenarios = exact.length > 0 ? exact : all.filter(({ name }) => name.includes(values.only ?? ''));
if (values.help || scenarios.length === 0) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

const template = await startTemplate();
// One pipeline waits for its database half of the time.
const databases = [1, 2].map(() => `crash_${randomBytes(6).toString('hex')}`);
for (const database of databases) await maintain(`create database ${database} template ${TEMPLATE}`);
const pipelines = databases.map((database) => openPipeline(withDatabase(template.url, database)));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(130)));
const startedMs = performance.now();
try {
  const proof = await prove(pipelines, {
    scenarios,
    ...(values.points === undefined ? {} : { points: Number(values.points) }),
    ...(values.at === undefined ? {} : { cuts: values.at.split(',').map(toCut) }),
    onBatch: ({ points }) => process.stderr.isTTY && process.stderr.write(`\r${points} points`),
  });
  console.log(`${table(proof)}\n\n${closingLine(proof, scenarios.length, (performance.now() - startedMs) / 1000)}`);
  if (!isProven(proof)) {
    console.log(`\n${proof.failures.length} cases failed.\n${reproducer(proof.failures)}`);
    process.exitCode = 1;
  }
} finally {
  await close();
}

async function close(): Promise<void> {
  for (const pipeline of pipelines) await pipeline.close();
  for (const database of databases) await dropDatabase({ query: maintain }, database);
  await template.stop();
}

/** PostgreSQL copies a template only while nothing is connected to it. */
async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template.url, 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
